import * as fc from 'fast-check';
import { pathsOf, replaceAt, valueAt } from '../../../../src/tools/fuzz/values/json-path.js';
import { SUBSCHEMAS } from '../../../../src/documents/json-schema/walk.js';
import type { Schema } from '../../../../src/documents/json-schema/schema.js';
import { valuesOf } from '../../../law/values/from-schema.js';
import { accepts, schema } from '../../documents/json-schema/generate.js';
import { changesOf, verdictOf } from './corpus/verdicts.js';
import { claimsOf, isPlain, refutedOf } from './witnesses.js';

// A schema and the same with one keyword less, more or another: whatever is said of the change, no value may refute it.

type Pair = readonly [Schema, Schema];
const { DTOSPEC_RUNS } = process.env;
const COUNT = Number(DTOSPEC_RUNS ?? 1) > 1 ? 2000 : 150;

/** Where schemas stand within a schema. */
function placesOf(whole: Schema): (string | number)[][] {
  return pathsOf(whole).filter((path): path is (string | number)[] => {
    const [keyword, above] = [path.at(-1), path.at(-2)];
    const there = valueAt(whole, path);
    if (typeof there !== 'object' || there === null || Array.isArray(there)) return false;
    const kind = SUBSCHEMAS.get(String(keyword));
    return (
      path.length === 0 || kind === 'one' || ['list', 'map'].includes(SUBSCHEMAS.get(String(above)) ?? '')
    );
  });
}

/** One keyword of another schema instead of its own, or none. */
const pair: fc.Arbitrary<Pair> = fc
  .tuple(schema, schema, fc.nat(), fc.nat(), fc.boolean())
  .map(([whole, donor, place, keyword, isRemoved]): Pair => {
    const places = placesOf(whole);
    const path = places[place % places.length]!;
    const own = valueAt(whole, path) as Schema;
    const names = Object.keys(isRemoved ? own : donor);
    const name = names[keyword % Math.max(1, names.length)] ?? 'title';
    const { [name as 'title']: _, ...rest } = own;
    const given = (donor as Record<string, unknown>)[name];
    const changed = isRemoved ? rest : { ...rest, ...(given !== undefined && { [name]: given }) };
    return [whole, replaceAt(whole, path, () => changed) as Schema];
  });

const pairs = fc.sample(pair, { numRuns: COUNT, seed: 1818 });

test('compatible changes reject no value that the sender sends', async () => {
  const ask = await changesOf(pairs, ['body']);
  const refuted: string[] = [];
  let [asked, compatible] = [0, 0];
  for (const [index, [old, current]] of pairs.entries())
    for (const direction of ['request', 'response'] as const) {
      if (verdictOf(ask(index, 'body', direction)) !== 'compatible') continue;
      compatible += 1;
      const [from, to] = direction === 'request' ? [old, current] : [current, old];
      const [isSent, isAccepted] = [accepts(from), accepts(to)];
      for (const value of fc.sample(valuesOf(from, { defs: {}, depth: 0 }), { numRuns: 40, seed: index })) {
        if (!isSent(value)) continue;
        asked += 1;
        if (!isAccepted(value)) refuted.push(`${direction} ${JSON.stringify([value, from, to])}`);
      }
    }
  expect(refuted).toEqual([]);
  expect(compatible).toBeGreaterThan(COUNT / 2);
  expect(asked).toBeGreaterThan(COUNT * 5);
});

test('no witness is refuted by a second validator', async () => {
  const claims = await claimsOf(pairs.filter(isPlain), '3.1.0');
  expect(refutedOf(claims)).toEqual([]);
  expect(claims.length).toBeGreaterThan(COUNT / 5);
}, 120_000);
