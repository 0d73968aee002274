import type { Schema } from '../../documents/json-schema/schema.js';
import type { Resolve } from '../../documents/json-schema/walk.js';
import { type FaultPlace, Refusal } from '../problem.js';
import type { Fault } from './faults.js';

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

/** The limits of the values in a place of a request. */
export interface LimitedPlace {
  readonly limits: ValueLimits;
  readonly place: FaultPlace;
}

/** Returns the schemas that certainly apply to a member. */
type SchemasAt = (key: string) => readonly Schema[];

/** The schema of a value. */
interface Documented {
  readonly schema: Schema | boolean;
  readonly resolve: Resolve;
}

/** Maximum depth. Validation is recursive, and a stack allows about two thousand levels. */
export const DEEPEST = 500;

/** Returns how a value exceeds the default limits, in words; undefined for a value within them. */
export function findExcess(value: unknown): string | undefined {
  const documented = { schema: {}, resolve: () => undefined };
  try {
    checkLimits(value, { limits: LIMIT_DEFAULTS, place: 'body' }, documented);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.detail;
    throw error;
  }
}

/**
 * Checks the arrays and objects of a parsed value against the limits and the documented `maxItems`.
 * @returns the fault of an array that is longer than documented
 * @throws Refusal with 400 for too many levels, with 413 for the limits
 */
export function checkLimits(
  value: unknown,
  by: LimitedPlace,
  { schema, resolve }: Documented,
): Fault | undefined {
  const { maxMembers, maxValues } = by.limits;
  let left = maxValues;
  const path: string[] = [];
  // An object that a YAML parser uses in many places counts in each: later checks visit each, too.
  const count = (size: number): void => {
    left -= size;
    if (left < 0) throw tooLarge(by, `more than ${maxValues} values`);
  };
  const visit = (key: string, member: object, schemas: readonly Schema[]): Fault | undefined => {
    path.push(key);
    const fault = check(member, schemas);
    path.pop();
    return fault;
  };
  const check = (container: object, schemas: readonly Schema[]): Fault | undefined => {
    requireShallow(path.length, by.place);
    const isList = Array.isArray(container);
    const long = isList ? findLongList(container.length, schemas, path, by) : undefined;
    if (long !== undefined) return long;
    const members = Object.entries(container) as [string, unknown][];
    if (!isList && members.length > maxMembers)
      throw tooLarge(by, `an object of more than ${maxMembers} members`);
    count(members.length);
    const schemasAt = isList ? itemSchemas(schemas, resolve) : memberSchemas(schemas, resolve);
    for (const [key, member] of members) {
      if (typeof member !== 'object' || member === null) continue;
      const fault = visit(key, member, schemasAt(key));
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  if (typeof value !== 'object' || value === null) return undefined;
  return check(value, typeof schema === 'boolean' ? [] : certainOf([schema], resolve));
}

function findLongList(
  size: number,
  schemas: readonly Schema[],
  path: readonly string[],
  by: LimitedPlace,
): Fault | undefined {
  const documented = schemas.flatMap(({ maxItems }) => maxItems ?? []);
  const most = documented.length > 0 ? Math.min(...documented) : by.limits.maxItems;
  if (size <= most) return undefined;
  if (documented.length === 0) throw tooLarge(by, `an array of more than ${most} items`);
  // class-validator's own message for an array.
  const detail = `${path.at(-1) ?? 'The value'} must contain no more than ${most} elements`;
  return { path: [...path], detail, rule: 'arrayMaxSize' };
}

function tooLarge({ place }: LimitedPlace, what: string): Refusal {
  return new Refusal(place === 'body' ? 413 : 400, `The ${place} has ${what}.`);
}

/** @throws Refusal */
function requireShallow(depth: number, place: FaultPlace): void {
  if (depth >= DEEPEST) throw new Refusal(400, `The ${place} is nested more than ${DEEPEST} levels deep.`);
}

/** Returns the schemas of the items of a list, which all items share. */
function itemSchemas(schemas: readonly Schema[], resolve: Resolve): SchemasAt {
  const items = certainOf(itemsOf(schemas), resolve);
  return () => items;
}

function memberSchemas(schemas: readonly Schema[], resolve: Resolve): SchemasAt {
  return (key) => certainOf(membersOf(schemas, key), resolve);
}

function certainOf(schemas: readonly Schema[], resolve: Resolve, depth = 0): readonly Schema[] {
  if (schemas.length === 0 || depth > 16) return schemas;
  return schemas.flatMap((schema) => {
    const referred = schema.$ref === undefined ? undefined : resolve(schema.$ref);
    const alternatives = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
    const subschemas = [
      ...(referred === undefined ? [] : [referred]),
      ...(schema.allOf ?? []),
      ...(alternatives.length === 1 ? alternatives : []),
    ];
    return subschemas.length === 0 ? schema : [schema, ...certainOf(subschemas, resolve, depth + 1)];
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
