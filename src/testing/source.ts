import { ConfigError } from '../base/errors.js';
import { isRecord, show } from '../base/values.js';
import type { OpenApiDocument } from '../spec/document.js';

/** A document, or what has one: `Docs` and views of them. */
export type SpecSource =
  | object
  | {
      /** Makes the document, as `docs.buildSpec()` does. */
      buildSpec(): OpenApiDocument;
    };

/** The document of this moment. */
export function documentOf(source: SpecSource): OpenApiDocument {
  const { buildSpec } = source as { buildSpec?: unknown };
  return typeof buildSpec === 'function'
    ? (source as { buildSpec(): OpenApiDocument }).buildSpec()
    : (source as OpenApiDocument);
}

/** @throws ConfigError for what is no OpenAPI document of 3.0, 3.1 or 3.2 */
export function requireDocument(document: unknown): void {
  const version = isRecord(document) ? document.openapi : undefined;
  if (typeof version !== 'string' || !/^3\.[012]\b/.test(version))
    throw new ConfigError(
      `Comparing takes a Docs or an OpenAPI document of 3.0, 3.1 or 3.2, not ${isRecord(document) ? `a document whose openapi is ${show(version)}` : show(document)}.`,
    );
}
