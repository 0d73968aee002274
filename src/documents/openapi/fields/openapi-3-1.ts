import { OBJECT, STRING } from '../../../shared/checks.js';
import { orElse, type ObjectFields, type Otherwise } from './field.js';

/** The page of one identifier in SPDX's list; an expression of several has none. */
const spdxUrl: Otherwise = (identifier, { url }) => {
  if (typeof identifier !== 'string' || !/^[\w.-]+$/.test(identifier) || url !== undefined) return undefined;
  return { url: `https://spdx.org/licenses/${identifier}.html` };
};

/** What OpenAPI 3.1 has beside 3.0. */
export const OPENAPI_3_1 = {
  document: { jsonSchemaDialect: STRING },
  info: { summary: STRING },
  license: { identifier: orElse(STRING, spdxUrl) },
  reference: { summary: STRING, description: STRING },
  // What refers to one has it in full.
  components: { pathItems: orElse(OBJECT, () => ({})) },
} as const satisfies ObjectFields;
