import { inlineDefinitions } from '../../../../src/documents/json-schema/inline-definitions.js';
import type { Schema } from '../../../../src/documents/json-schema/schema.js';

/** A schema of definitions that refer to each other. */
function schemaOf(targets: readonly (readonly number[])[]): Schema & { $defs: Record<string, Schema> } {
  const refs = (numbers: readonly number[]): Schema[] =>
    numbers.map((number) => ({ $ref: `#/$defs/D${number}` }));
  const definitions = targets.map((numbers, index) => [`D${index}`, { prefixItems: refs(numbers) }] as const);
  return { prefixItems: refs(targets.map((_, index) => index)), $defs: Object.fromEntries(definitions) };
}

function reachesItself(start: number, targets: readonly (readonly number[])[]): boolean {
  const reached = new Set(targets[start]);
  for (const next of reached) for (const further of targets[next] ?? []) reached.add(further);
  return reached.has(start);
}

test('only definitions that contain themselves stay', () => {
  let state = 7;
  const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 300; round += 1) {
    const count = 1 + random(8);
    const targets = Array.from({ length: count }, () =>
      Array.from({ length: random(3) }, () => random(count)),
    );
    const expected = targets.flatMap((_, index) => (reachesItself(index, targets) ? [`D${index}`] : []));
    expect(Object.keys(inlineDefinitions(schemaOf(targets)).$defs ?? {})).toEqual(expected);
  }
});

test('a ring of thousands of definitions', () => {
  const targets = Array.from({ length: 20_000 }, (_, index) => [(index + 1) % 20_000]);
  expect(Object.keys(inlineDefinitions(schemaOf(targets)).$defs ?? {})).toHaveLength(20_000);
});
