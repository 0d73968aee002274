import { NARROWINGS, type Narrowing } from '../narrowings.js';
import type { JsonPath } from '../../../src/tools/fuzz/values/json-path.js';
import { PROOFS } from './explanations/proofs.js';
import type { Refusal } from './explanations/refusal.js';
import { nameOfKey } from './metadata.js';
import { classOf, placeAt } from './property-place.js';
import type { SchemaError } from './schema.js';
import { putAt } from './values.js';

/** What explains why a schema refuses what validation accepts: a narrowing for each place. */
export interface Attribution {
  readonly narrowings: readonly Narrowing[];
  /** Set where a place has no narrowing, or several. */
  readonly fault:
    | { readonly value: unknown; readonly errors: readonly string[]; readonly found: readonly Narrowing[] }
    | undefined;
}

/** What attribution asks; the value and the place are its own. */
export type Asked = Omit<Refusal, 'value' | 'place' | 'keywords' | 'instance'> & {
  readonly instanceOf: (value: unknown) => unknown;
};

/** A list may have a fault in each of its elements. */
const STEPS = 16;
/** Of what is converted, passed over or listed, the rules see something else, so these are asked alone. */
const FIRST: readonly Narrowing[] = [
  'input of a conversion',
  'undocumented names',
  'a single value instead of a list with `each`',
];

/** Mends the value place by place, each by exactly one narrowing, until the schema accepts it too. */
export async function attribute(asked: Asked, refused: unknown): Promise<Attribution> {
  const narrowings: Narrowing[] = [];
  let value = refused;
  for (let step = 0; step < STEPS; step += 1) {
    const errors = asked.errorsOf(value);
    if (errors.length === 0) return { narrowings, fault: undefined };
    let found = await narrow(asked, value, errors);
    if (found.length === 0) {
      value = await settled(asked, value, errors);
      found = await narrow(asked, value, errors);
    }
    if (found.length !== 1) return { narrowings, fault: faultOf(value, errors, found) };
    narrowings.push(found[0]!.narrowing);
    value = found[0]!.mended;
  }
  return { narrowings, fault: faultOf(value, asked.errorsOf(value), []) };
}

/**
 * The same with known values elsewhere: a condition that asks of one property may be all that lets another one pass, and
 * then neither can be mended alone.
 */
async function settled(asked: Asked, value: unknown, errors: readonly SchemaError[]): Promise<unknown> {
  const instance = asked.instanceOf(value);
  const owner = classOf(instance);
  if (owner === undefined || typeof value !== 'object' || value === null) return value;
  const before = errors.map(textOf).join();
  const wrong = new Set(errors.map(({ path }) => path[0]));
  let settled: unknown = value;
  for (const key of Object.keys(instance as object)) {
    const name = nameOfKey(owner, key);
    if (wrong.has(name)) continue;
    const property = { owner, key, object: instance as Record<string, unknown>, path: [name] };
    for (const known of asked.known(property)) {
      const other = putAt(settled, [name], known);
      const isSame = asked.errorsOf(other).map(textOf).join() === before;
      if (!isSame || !(await asked.passes(other))) continue;
      settled = other;
      break;
    }
  }
  return settled;
}

function faultOf(
  value: unknown,
  errors: readonly SchemaError[],
  found: readonly Found[],
): Attribution['fault'] {
  return {
    value,
    errors: errors.map(({ path, keyword }) => `/${path.join('/')} ${keyword}`),
    found: found.map(({ narrowing }) => narrowing),
  };
}

interface Found {
  readonly narrowing: Narrowing;
  readonly mended: unknown;
}

/** The narrowings that hold at the deepest place where one does. */
async function narrow(asked: Asked, value: unknown, errors: readonly SchemaError[]): Promise<Found[]> {
  const instance = asked.instanceOf(value);
  for (const path of placesOf(errors)) {
    const here = errors.filter((error) => keyOfPath(error.path) === keyOfPath(path));
    const keywords = new Set(here.map(({ keyword }) => keyword));
    const refusal: Refusal = { ...asked, value, instance, place: placeAt(value, instance, path), keywords };
    const found: Found[] = [];
    for (const narrowing of FIRST) {
      const mended = await firstMended(refusal, narrowing, errors);
      if (mended !== undefined) return [{ narrowing, mended: mended.value }];
    }
    for (const narrowing of NARROWINGS) {
      const mended = await firstMended(refusal, narrowing, errors);
      if (mended !== undefined) found.push({ narrowing, mended: mended.value });
    }
    if (found.length > 0) return found;
  }
  return [];
}

async function firstMended(
  refusal: Refusal,
  narrowing: Narrowing,
  errors: readonly SchemaError[],
): Promise<{ value: unknown } | undefined> {
  for (const value of await PROOFS[narrowing](refusal))
    if (isMended(refusal, errors, refusal.errorsOf(value)) && (await refusal.passes(value))) return { value };
  return undefined;
}

/** Something that the schema had against the place is gone, and nothing new has come but within the property. */
function isMended(
  { place }: Refusal,
  before: readonly SchemaError[],
  after: readonly SchemaError[],
): boolean {
  const here = keyOfPath(place.path);
  const within = keyOfPath(place.property?.path ?? place.path);
  const old = new Set(before.map(textOf));
  const isLess =
    new Set(after.filter(isAt(here)).map(textOf)).size < new Set(before.filter(isAt(here)).map(textOf)).size;
  // What a list stands for now may have faults of its own; what holds it may not.
  const isNew = (at: string): boolean => !`${at}/`.startsWith(`${within}/`) || here.startsWith(`${at}/`);
  return isLess && after.every((error) => old.has(textOf(error)) || !isNew(keyOfPath(error.path)));
}

function isAt(here: string): (error: SchemaError) => boolean {
  return ({ path }) => keyOfPath(path) === here;
}

function placesOf(errors: readonly SchemaError[]): JsonPath[] {
  const places = new Map(errors.map(({ path }) => [keyOfPath(path), path]));
  return [...places.values()].sort((a, b) => b.length - a.length);
}

const keyOfPath = (path: JsonPath): string => path.map((step) => `/${String(step)}`).join('');
const textOf = ({ path, keyword }: SchemaError): string => `${keyOfPath(path)} ${keyword}`;
