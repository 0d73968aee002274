import type { OpenApiDocument } from '../spec/document.js';

/** A document, or what has one: `Docs` and views of them. */
export type SpecSource = object | { buildSpec(): OpenApiDocument };

/** The document of this moment. */
export function documentOf(source: SpecSource): OpenApiDocument {
  const { buildSpec } = source as { buildSpec?: unknown };
  return typeof buildSpec === 'function'
    ? (source as { buildSpec(): OpenApiDocument }).buildSpec()
    : (source as OpenApiDocument);
}
