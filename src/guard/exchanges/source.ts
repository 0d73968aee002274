import { ConfigError } from '../../shared/errors.js';
import { isRecord, show } from '../../shared/values.js';
import { SERVED_DOCUMENT } from '../../shared/docs-marks.js';
import type { OpenApiDocument } from '../../documents/openapi/document.js';

/** A document, or what has one: `Docs` and views of them. */
export type SpecSource =
  | object
  | {
      /** Makes the document, as `docs.buildSpec()` does. */
      buildSpec(): OpenApiDocument;
    };

/** Returns the current document of the source; of `Docs` the served one, so that its validator is compiled once. */
export function documentOf(source: SpecSource): OpenApiDocument {
  const { [SERVED_DOCUMENT]: served, buildSpec } = source as {
    [SERVED_DOCUMENT]?: OpenApiDocument;
    buildSpec?: () => OpenApiDocument;
  };
  if (served !== undefined) return served;
  return typeof buildSpec === 'function' ? buildSpec.call(source) : (source as OpenApiDocument);
}

/** @throws ConfigError for what is no OpenAPI document of 3.0, 3.1 or 3.2 */
export function requireDocument(document: unknown): void {
  const version = isRecord(document) ? document.openapi : undefined;
  if (typeof version !== 'string' || !/^3\.[012]\b/.test(version))
    throw new ConfigError(
      `Comparing takes a Docs or an OpenAPI document of 3.0, 3.1 or 3.2, not ${isRecord(document) ? `a document whose openapi is ${show(version)}` : show(document)}.`,
    );
}
