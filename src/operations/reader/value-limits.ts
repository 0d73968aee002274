import type { Schema } from '../../documents/json-schema/schema.js';
import type { Resolve } from '../../documents/json-schema/walk.js';
import { pointerTo } from '../../shared/json-pointer.js';
import { type FaultPlace, ProblemFault, Refusal } from '../problem.js';

export interface ValueLimits {
  readonly maxItems: number;
  /** Maximum number of members of an object, since class-transformer compares each name with all others. */
  readonly maxMembers: number;
  readonly maxValues: number;
}

export const LIMIT_DEFAULTS = {
  maxItems: 10_000,
  maxMembers: 1_000,
  maxValues: 50_000,
} as const satisfies ValueLimits;

export interface LimitedBy {
  readonly limits: ValueLimits;
  readonly schema: Schema;
  readonly resolve: Resolve;
  readonly place: FaultPlace;
}

/** Maximum depth. Validation is recursive, and a stack allows about two thousand levels. */
export const DEEPEST = 500;

/** Returns how a value exceeds the default limits, in words; undefined for a value within them. */
export function findExcess(value: unknown): string | undefined {
  try {
    checkLimits(value, { limits: LIMIT_DEFAULTS, schema: {}, resolve: () => undefined, place: 'body' });
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.detail;
    throw error;
  }
}

/** Returns true for text that is too short to exceed the limits, since a value has at least one byte. */
export function isShort(size: number, { maxItems, maxMembers, maxValues }: ValueLimits): boolean {
  return size < Math.min(DEEPEST, maxItems, maxMembers, maxValues);
}

/**
 * Checks the arrays and objects of a parsed value against the limits and the documented `maxItems`.
 * @throws Refusal with 400 for an array longer than documented and for too many levels, with 413 for the limits
 */
export function checkLimits(value: unknown, by: LimitedBy): void {
  const { resolve, place } = by;
  const { maxMembers, maxValues } = by.limits;
  let left = maxValues;
  const path: string[] = [];
  // An object that a YAML parser uses in many places counts in each: later checks visit each, too.
  const count = (size: number): void => {
    left -= size;
    if (left < 0) throw tooLarge(by, `more than ${maxValues} values`);
  };
  const visit = (key: string, inner: unknown, schemas: readonly Schema[]): void => {
    if (typeof inner !== 'object' || inner === null) return;
    path.push(key);
    check(inner, schemas);
    path.pop();
  };
  const check = (container: object, schemas: readonly Schema[]): void => {
    if (path.length >= DEEPEST)
      throw new Refusal(400, `The ${place} is nested more than ${DEEPEST} levels deep.`);
    if (Array.isArray(container)) {
      checkItems(container.length, schemas, path, by);
      count(container.length);
      const items = certainOf(itemsOf(schemas), resolve);
      for (const [index, item] of container.entries()) visit(String(index), item, items);
      return;
    }
    const members = Object.entries(container);
    if (members.length > maxMembers) throw tooLarge(by, `an object of more than ${maxMembers} members`);
    count(members.length);
    for (const [key, member] of members)
      if (typeof member === 'object') visit(key, member, certainOf(membersOf(schemas, key), resolve));
  };
  if (typeof value === 'object' && value !== null) check(value, certainOf([by.schema], resolve));
}

function checkItems(
  size: number,
  schemas: readonly Schema[],
  path: readonly string[],
  { limits, place }: LimitedBy,
): void {
  const documented = schemas.flatMap(({ maxItems }) => maxItems ?? []);
  const most = documented.length > 0 ? Math.min(...documented) : limits.maxItems;
  if (size <= most) return;
  if (documented.length === 0) throw tooLarge({ place }, `an array of more than ${most} items`);
  const fault = Object.assign(new ProblemFault(), {
    in: place,
    pointer: pointerTo(path),
    // class-validator's own message for an array.
    detail: `${path.at(-1) ?? 'The value'} must contain no more than ${most} elements`,
    rule: 'arrayMaxSize',
  });
  throw new Refusal('invalid', 'The request is invalid.', [fault]);
}

function tooLarge({ place }: Pick<LimitedBy, 'place'>, what: string): Refusal {
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
