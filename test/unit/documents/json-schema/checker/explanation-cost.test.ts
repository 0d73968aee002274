import type { Assertion } from '../../../../../src/documents/json-schema/checker/assertion.js';
import type { KeywordTable } from '../../../../../src/documents/json-schema/checker/arguments.js';
import { Checker } from '../../../../../src/documents/json-schema/checker/checker.js';
import type { Schema } from '../../../../../src/documents/json-schema/schema.js';

const BRANCHES = 10;
const ITEMS = 50;

const ref = (name: string): Schema => ({ $ref: name });
const list = (items: Schema): Schema => ({ type: 'array', items });
const branch = (index: number): Schema => ({
  type: 'object',
  properties: { [`p${index}`]: { type: 'integer' }, q: { type: 'integer' }, k: list(ref('Node')) },
});
const branches = Array.from({ length: BRANCHES }, (_, index) => ref(`Branch${index}`));
const node = (keywords: Schema): Schema => ({
  type: 'object',
  properties: { q: { type: 'integer' }, k: list(ref('Node')) },
  ...keywords,
});

/** Recursive schemas whose last keyword refuses `q`. */
const NODES: Readonly<Record<string, Schema>> = {
  anyOf: { anyOf: branches },
  oneOf: { oneOf: branches },
  nullable: { anyOf: [ref('Branch0'), { type: 'null' }] },
  allOf: { allOf: [ref('Branch0'), ref('Branch1')] },
  conditions: node({ if: { required: ['q'] }, then: ref('Branch0'), else: ref('Branch1') }),
  dependents: node({ dependentSchemas: { q: ref('Branch0') } }),
  maps: { type: 'object', additionalProperties: { anyOf: [{ type: 'integer' }, list(ref('Node'))] } },
  tuples: node({ properties: { q: { type: 'integer' }, k: { prefixItems: [ref('Node')] } } }),
  contains: node({ properties: { q: { type: 'integer' }, k: { contains: ref('Node') } } }),
};

/** Returns the number of keywords that are checked. */
function checksOf(name: string, work: (checker: Checker) => void): number {
  const schemas: Record<string, Schema> = { Node: NODES[name] ?? {} };
  for (let index = 0; index < BRANCHES; index += 1) schemas[`Branch${index}`] = branch(index);
  let checks = 0;
  const keywords = (own: KeywordTable): KeywordTable =>
    own.map(([keyword, compile]) => [
      keyword,
      (argument, schema, within) => {
        const assertion = compile(argument, schema, within);
        const test: Assertion['test'] = (value, run) => ((checks += 1), assertion?.test(value, run));
        return assertion && { ...assertion, test };
      },
    ]);
  work(new Checker({ resolve: (reference) => schemas[reference], keywords }));
  return checks;
}

const nested = (depth: number, leaf: unknown): unknown =>
  depth === 0 ? { q: leaf } : { q: 1, k: [nested(depth - 1, leaf)] };

test.each(Object.keys(NODES))('an explanation repeats no checks of a recursive schema: %s', (name) => {
  const items = (leaf: unknown): unknown[] => Array.from({ length: ITEMS }, () => nested(4, leaf));
  const perItem = BRANCHES * 5 * 12;
  const refused = checksOf(name, (checker) => {
    expect(checker.faultsOf(list(ref('Node')), items('x')).length).toBeGreaterThan(0);
  });
  // Each branch is asked about each object once, whatever the depth and the number of faults.
  expect(refused).toBeLessThan(ITEMS * perItem * 2);
});

test('an explanation of a recursive union grows with the value, not with its depth', () => {
  const checks = (depth: number): number =>
    checksOf('anyOf', (checker) => void checker.faultsOf(ref('Node'), nested(depth, 'x')));
  expect(checks(100)).toBeLessThan(2.5 * checks(50));
});
