import { type Collected, Collector } from './collector.js';
import { fieldOf, SpecDocument, DiffError } from './document.js';
import { compareDocumentParts, compareOperations } from './operations.js';
import { SchemaComparison } from './schema/comparison.js';
import { PatternStrings } from './schema/values/pattern-strings.js';
import { SlowPatterns } from './schema/values/slow-patterns.js';
import { loadFormats } from './schema/values/validator.js';
import type { AcceptedChange, Change, DiffOptions, DiffReport } from './types.js';
import type { Semver, Verdict } from './rule.js';
import { RULES, type RuleCode } from './rules.js';
import { isRecord, isText } from 'dtospec/internal';

/**
 * Compares two OpenAPI documents and reports for each change whether it breaks clients. The documents may
 * have different versions: 3.0, 3.1 or 3.2. Equal documents give equal reports.
 *
 * @throws DiffError unless both are OpenAPI documents
 */
export async function diffDocuments(
  old: unknown,
  current: unknown,
  options: DiffOptions = {},
): Promise<DiffReport> {
  const { accepted = [], maxCandidates = 2000 } = options;
  const documents = [new SpecDocument(old, 'old'), new SpecDocument(current, 'new')] as const;
  const [format, { RegExpParser }] = await Promise.all([loadFormats(), import('@eslint-community/regexpp')]);
  const parser = new RegExpParser({ strict: false });
  const slow = new SlowPatterns();
  const tools = { format, slow, patterns: new PatternStrings(parser, slow) };
  const schemas = new SchemaComparison(...documents, tools, maxCandidates);
  const collector = new Collector(...documents, schemas, options);
  compareDocumentParts(collector);
  compareOperations(collector);
  return reportOf(collector.changes, documents, accepted);
}

const ORDER: Readonly<Record<Verdict, number>> = { breaking: 0, unclear: 1, compatible: 2 };
const RELEASES: readonly Semver[] = ['patch', 'minor', 'major'];

function reportOf(
  changes: readonly Collected[],
  [old, current]: readonly [SpecDocument, SpecDocument],
  accepted: readonly AcceptedChange[],
): DiffReport {
  const joined = joinShared(changes).map((change) => {
    const entry = accepted.find((entry) => covers(entry, change));
    return entry === undefined ? change : { ...change, accepted: entry.reason };
  });
  const sorted = [...joined].sort((a, b) => ORDER[a.verdict] - ORDER[b.verdict]);
  const open = sorted.filter((change) => change.accepted === undefined);
  const count = (verdict: Verdict): number => open.filter((change) => change.verdict === verdict).length;
  return {
    changes: sorted,
    counts: {
      breaking: count('breaking'),
      unclear: count('unclear'),
      compatible: count('compatible'),
      accepted: sorted.length - open.length,
    },
    semver: RELEASES.findLast((release) => open.some(({ semver }) => semver === release)),
    version: { old: versionOf(old), new: versionOf(current) },
    stale: accepted.filter((entry) => !joined.some((change) => covers(entry, change))),
  };
}

function covers({ rule, place }: AcceptedChange, change: Change): boolean {
  return change.verdict !== 'compatible' && change.rule === rule && change.pointer === place;
}

function joinShared(changes: readonly Collected[]): Change[] {
  const joined = new Map<string, Collected>();
  for (const collected of changes) {
    const { rule, pointer, direction, verdict, message } = collected.change;
    const key = JSON.stringify([rule, pointer, direction, verdict, message]);
    const known = joined.get(key);
    if (known === undefined) joined.set(key, collected);
    else for (const operation of collected.operations) known.operations.add(operation);
  }
  return [...joined.values()].map(({ change, operations }) => {
    const [, ...alsoIn] = operations;
    return alsoIn.length === 0 ? change : { ...change, alsoIn };
  });
}

function versionOf(document: SpecDocument): string {
  const version = fieldOf(document.child(document.root, 'info'), 'version');
  return typeof version === 'string' ? version : '';
}

/**
 * Reads the content of a file of accepted changes: `[{ "rule", "place", "reason" }]`.
 *
 * @param name the file's name, for messages
 * @throws DiffError for an unknown rule, an entry without a reason, and any other format
 */
export function readAccepted(value: unknown, name: string): readonly AcceptedChange[] {
  if (!Array.isArray(value)) throw new DiffError(`${name} must hold an array of { rule, place, reason }.`);
  return value.map((entry: unknown, index) => {
    const at = `${name}, entry ${index + 1}`;
    if (!isRecord(entry)) throw new DiffError(`${at} must be an object of rule, place and reason.`);
    const { rule, place, reason, ...others } = entry;
    if (typeof rule !== 'string' || !Object.hasOwn(RULES, rule))
      throw new DiffError(`${at}: rule must be the code of a rule, not ${JSON.stringify(rule)}.`);
    if (typeof place !== 'string' || !place.startsWith('#'))
      throw new DiffError(`${at}: place must be the pointer of the change, such as "#/paths/~1users/post".`);
    if (!isText(reason)) throw new DiffError(`${at}: reason must explain why the change is accepted.`);
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw new DiffError(`${at} has no field ${JSON.stringify(unknown)}.`);
    return { rule: rule as RuleCode, place, reason };
  });
}
