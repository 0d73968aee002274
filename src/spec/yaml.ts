import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import type { OpenApiDocument } from './document.js';

/** The document as YAML 1.2 that a reader of YAML 1.1 understands alike: `no` and `on` are quoted. */
export function toYaml(document: OpenApiDocument): string {
  // Loaded when YAML is asked for: a service that only serves JSON never pays for it.
  const { stringify } = createRequire(__filename)('yaml') as typeof Yaml;
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0, compat: 'yaml-1.1' });
}
