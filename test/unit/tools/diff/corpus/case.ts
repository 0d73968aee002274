import type { RuleCode } from 'dtospec-tools/diff';
import type { Verdict } from '../../../../../src/tools/diff/rule.js';

/** How the values of two schemas relate: the second's are fewer, the same, or there are new ones and missing ones. */
export type Relation = 'narrower' | 'same' | 'different';

/** Verdicts by who sends and which way: `bc cb` is what `narrower` gives. b: breaking, c: compatible, u: unclear. */
export type Letters = `${string} ${string}`;

/** Two schemas; the rules are those of the change from the first to the second, and back. */
export type SchemaRow = readonly [
  name: string,
  first: unknown,
  second: unknown,
  /** Request forth and back, response forth and back. */
  relation: Relation | Letters,
  rule?: RuleCode | undefined,
  ruleBack?: RuleCode | undefined,
];

/** Two documents; `rule` and `verdict` are of the change from the first to the second, `back` of the other way. */
export interface DocumentRow {
  readonly name: string;
  readonly first: object;
  readonly second: object;
  readonly rule: RuleCode | undefined;
  readonly verdict: Verdict;
  readonly ruleBack: RuleCode | undefined;
  readonly back: Verdict;
}

const RELATIONS: Readonly<Record<string, Letters>> = {
  narrower: 'bc cb',
  same: 'cc cc',
  different: 'bb bb',
};
const VERDICTS: Readonly<Record<string, Verdict>> = { b: 'breaking', c: 'compatible', u: 'unclear' };

/** The expected verdict of one direction, one way. */
export function expectedVerdict(
  relation: SchemaRow[3],
  direction: 'request' | 'response',
  isBack: boolean,
): Verdict {
  const letters = (RELATIONS[relation] ?? relation).replace(' ', '');
  return VERDICTS[letters[(direction === 'request' ? 0 : 2) + (isBack ? 1 : 0)]!]!;
}

/** A document of these paths. */
export function service(paths: object, more: object = {}): object {
  return { openapi: '3.1.0', info: { title: 'Things', version: '1.0.0' }, paths, ...more };
}
