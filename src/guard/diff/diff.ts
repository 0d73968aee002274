import { Collector } from './collector.js';
import { SpecDocument } from './document.js';
import { compareOperations } from './operations.js';
import { compareDocumentParts } from './parts/document.js';
import { reportOf } from './report.js';
import { SchemaComparison } from './schema/comparison.js';
import { PatternStrings } from './schema/strings.js';
import { loadFormats } from './schema/validator.js';
import type { DiffOptions, DiffReport } from './types.js';

/**
 * Compares two OpenAPI documents, of 3.0, 3.1 and 3.2 also across them, and says of each change whether it breaks whoever
 * relied on the old one. The same documents give the same report.
 *
 * @throws DiffError for what is no OpenAPI document
 */
export async function diffDocuments(
  old: unknown,
  current: unknown,
  options: DiffOptions = {},
): Promise<DiffReport> {
  const { accepted = [], generatedClients = false, maxCandidates = 2000 } = options;
  const documents = [new SpecDocument(old, 'old'), new SpecDocument(current, 'new')] as const;
  const [format, { RegExpParser }] = await Promise.all([loadFormats(), import('@eslint-community/regexpp')]);
  const tools = { format, patterns: new PatternStrings(new RegExpParser({ strict: false })) };
  const schemas = new SchemaComparison(...documents, tools, maxCandidates);
  const collector = new Collector(...documents, schemas, generatedClients);
  compareDocumentParts(collector);
  compareOperations(collector);
  return reportOf(collector.changes, documents, accepted);
}
