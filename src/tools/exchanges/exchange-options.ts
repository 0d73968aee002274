import {
  BOOLEAN,
  type Check,
  ConfigError,
  FUNCTION,
  isArrayOf,
  isRecord,
  isTooDeep,
  MOST_LEVELS,
  oneOf,
  type OpenApiDocument,
  type OptionChecks,
  SERVED_DOCUMENT,
  show,
  STRING,
} from 'dtospec/internal';
import type { ExchangeOptions } from './types.js';

// For JavaScript callers: without the error, a misspelt option would have no effect.

/**
 * Returns whether a value is a regular expression. `instanceof` would fail in test runners, which have their
 * own `RegExp`.
 */
const isExpression = (value: unknown): boolean => Object.prototype.toString.call(value) === '[object RegExp]';

export const PATTERNS: Check = {
  what: "an array of strings and expressions, as in ['/health']",
  holds: isArrayOf((entry) => typeof entry === 'string' || isExpression(entry)),
};

export const EXCHANGE_OPTIONS: OptionChecks<ExchangeOptions> = {
  basePath: STRING,
  requests: oneOf('accepted', 'all', 'none'),
  additionalProperties: BOOLEAN,
  coverage: {
    what: 'a SpecCoverage',
    holds: (value) => FUNCTION.holds((value as { readonly begin?: unknown } | null)?.begin),
  },
};

/** Returns whether an expression matches. With the flag `g`, `test` would start at the last position. */
export function matches(expression: RegExp, text: string): boolean {
  return text.search(expression) !== -1;
}

/** A document, a `Docs` or a view of it. */
export type SpecSource =
  | object
  | {
      /** Returns the document, like `docs.buildSpec()`. */
      buildSpec(): OpenApiDocument;
    };

/**
 * Returns the current document of the source. For `Docs` it returns the served document, which is one object,
 * so its validator is compiled once.
 */
export function documentOf(source: SpecSource): OpenApiDocument {
  const { [SERVED_DOCUMENT]: served, buildSpec } = source as {
    [SERVED_DOCUMENT]?: OpenApiDocument;
    buildSpec?: () => OpenApiDocument;
  };
  if (served !== undefined) return served;
  return typeof buildSpec === 'function' ? buildSpec.call(source) : (source as OpenApiDocument);
}

export function requireDocument(document: unknown): void {
  const version = isRecord(document) ? document.openapi : undefined;
  if (typeof version !== 'string' || !/^3\.[012]\b/.test(version))
    throw new ConfigError(
      `A comparison needs a Docs or an OpenAPI document of version 3.0, 3.1 or 3.2, not ${isRecord(document) ? `a document whose openapi is ${show(version)}` : show(document)}.`,
    );
  if (isTooDeep(document))
    throw new ConfigError(
      `The document is nested more than ${MOST_LEVELS} levels deep. Move deep schemas to components, and refer to them with $ref.`,
    );
}
