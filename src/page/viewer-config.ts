import { METHODS } from '../documents/openapi/methods.js';
import type { JsonValue } from '../documents/openapi/config.js';
import type { OpenApiDocument } from '../documents/openapi/document.js';
import type { UISettings } from './settings.js';
import { VIEWER_KINDS } from './viewer-kinds.js';

/** So many tags and operations are shown at once; of more the reader opens what he looks for. */
const FEW_TAGS = 8;
const FEW_OPERATIONS = 40;

/** The configuration that the page hands to the viewer. */
export function viewerConfig(ui: UISettings, document: OpenApiDocument): Record<string, JsonValue> {
  return { ...VIEWER_KINDS[ui.viewer].options(ui, hasFewTags(document)), ...ui.viewerOptions };
}

function hasFewTags(document: OpenApiDocument): boolean {
  // What transformDocument returns may lack them.
  const { paths = {} } = document as Partial<OpenApiDocument>;
  const operations = Object.values(paths).flatMap((item) =>
    Object.entries(item).flatMap(([key, value]) =>
      METHODS.has(key.toUpperCase()) ? [value as { tags?: string[] }] : [],
    ),
  );
  const tags = new Set(operations.flatMap((operation) => operation.tags ?? []));
  return tags.size <= FEW_TAGS && operations.length <= FEW_OPERATIONS;
}
