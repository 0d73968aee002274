import type { Schema } from '../../documents/json-schema/schema.js';
import type { Resolve } from './coerce.js';
import { pointerTo } from './faults.js';
import { type FaultPlace, ProblemFault, Refusal } from '../problem.js';

export interface ValueLimits {
  readonly maxItems: number;
  /** Maximum number of members of an object, since class-transformer compares each name with all others. */
  readonly maxMembers: number;
  readonly maxValues: number;
}

interface LimitedBy {
  readonly limits: ValueLimits;
  readonly schema: Schema;
  readonly resolve: Resolve;
  readonly place: FaultPlace;
}

/** Maximum depth. Validation is recursive, and a stack allows about two thousand levels. */
const DEEPEST = 500;

/** Returns true for text that is too short to exceed the limits, since a value has at least one byte. */
export function isShort(size: number, { maxItems, maxMembers, maxValues }: ValueLimits): boolean {
  return size < Math.min(DEEPEST, maxItems, maxMembers, maxValues);
}

interface Container {
  readonly value: object;
  readonly schemas: readonly Schema[];
  readonly parent: Container | undefined;
  readonly key: string;
}

/**
 * Checks the arrays and objects of a parsed value against the limits and the documented `maxItems`, without recursion.
 * @throws Refusal with 400 for an array longer than documented and for too many levels, with 413 for the limits
 */
export function checkLimits(value: unknown, by: LimitedBy): void {
  const { limits, schema, resolve } = by;
  const { maxMembers, maxValues } = limits;
  let left = maxValues;
  // A YAML parser may use one object in many places.
  const seen = new Set<unknown>();
  let level = containersIn([['', value]], undefined, () => certainOf([schema], resolve));
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= DEEPEST)
      throw new Refusal(400, `The ${by.place} is nested more than ${DEEPEST} levels deep.`);
    const next: Container[] = [];
    for (const one of level) {
      if (seen.has(one.value)) continue;
      seen.add(one.value);
      const keys = Array.isArray(one.value) ? undefined : Object.keys(one.value);
      const count = keys?.length ?? (one.value as unknown[]).length;
      if (keys === undefined) checkItems(one, count, by);
      else if (count > maxMembers) throw tooLarge(by, `an object of more than ${maxMembers} members`);
      left -= count;
      if (left < 0) throw tooLarge(by, `more than ${maxValues} values`);
      for (const inner of innerOf(one, keys, resolve)) next.push(inner);
    }
    level = next;
  }
}

function innerOf(one: Container, keys: readonly string[] | undefined, resolve: Resolve): Container[] {
  if (keys !== undefined)
    return containersIn(
      keys.map((key) => [key, (one.value as Record<string, unknown>)[key]]),
      one,
      (key) => certainOf(membersOf(one.schemas, key), resolve),
    );
  const items = certainOf(itemsOf(one.schemas), resolve);
  return containersIn(Object.entries(one.value), one, () => items);
}

function containersIn(
  members: readonly (readonly [string, unknown])[],
  parent: Container | undefined,
  schemasOf: (key: string) => readonly Schema[],
): Container[] {
  const found: Container[] = [];
  for (const [key, value] of members)
    if (typeof value === 'object' && value !== null)
      found.push({ value, schemas: schemasOf(key), parent, key });
  return found;
}

function checkItems(one: Container, count: number, by: LimitedBy): void {
  const documented = one.schemas.flatMap(({ maxItems }) => maxItems ?? []);
  const most = documented.length > 0 ? Math.min(...documented) : by.limits.maxItems;
  if (count <= most) return;
  if (documented.length === 0) throw tooLarge(by, `an array of more than ${most} items`);
  const path: string[] = [];
  for (let at: Container = one; at.parent !== undefined; at = at.parent) path.unshift(at.key);
  const fault = Object.assign(new ProblemFault(), {
    in: by.place,
    pointer: pointerTo(path),
    // class-validator's own message for an array.
    detail: `${path.at(-1) ?? 'The value'} must contain no more than ${most} elements`,
    rule: 'arrayMaxSize',
  });
  throw new Refusal('invalid', 'The request is invalid.', [fault]);
}

function tooLarge({ place }: LimitedBy, what: string): Refusal {
  return new Refusal(place === 'body' ? 413 : 400, `The ${place} has ${what}.`);
}

function certainOf(schemas: readonly Schema[], resolve: Resolve, depth = 0): readonly Schema[] {
  if (schemas.length === 0 || depth > 16) return schemas;
  return schemas.flatMap((schema) => {
    const referred = schema.$ref === undefined ? undefined : resolve(schema.$ref);
    const options = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
    const inner = [
      ...(referred === undefined ? [] : [referred]),
      ...(schema.allOf ?? []),
      ...(options.length === 1 ? options : []),
    ];
    return inner.length === 0 ? schema : [schema, ...certainOf(inner, resolve, depth + 1)];
  });
}

function itemsOf(schemas: readonly Schema[]): Schema[] {
  return schemas.flatMap(({ items, prefixItems }) =>
    typeof items === 'object' && prefixItems === undefined ? items : [],
  );
}

function membersOf(schemas: readonly Schema[], key: string): Schema[] {
  return schemas.flatMap(({ properties, additionalProperties }) => {
    const own = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : undefined;
    const found = own ?? additionalProperties;
    return typeof found === 'object' ? found : [];
  });
}
