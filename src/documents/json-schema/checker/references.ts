import { isRecord } from '../../../shared/values.js';
import type { Schema } from '../schema.js';
import type { Resolve } from '../walk.js';

/**
 * Returns the reason why a reference cannot be followed: it has no target, or its target leads back to the
 * schema of the reference for the same value, without end.
 */
export function findUndecidableRef(ref: unknown, schema: Schema, resolve: Resolve): string | undefined {
  const target = typeof ref === 'string' ? resolve(ref) : undefined;
  if (target === undefined) return `the reference ${JSON.stringify(ref)} has no target`;
  return leadsTo(schema, target, resolve) ? `the reference ${String(ref)} leads back to itself` : undefined;
}

function leadsTo(goal: Schema, from: Schema, resolve: Resolve): boolean {
  // The set grows while it is walked, so that long chains of references do not exhaust the stack.
  const reached = new Set<Schema | boolean>([from]);
  for (const schema of reached) {
    if (schema === goal) return true;
    if (typeof schema === 'boolean') continue;
    for (const subschema of inPlaceSchemas(schema, resolve)) reached.add(subschema);
  }
  return false;
}

const LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
const SINGLE = ['not', 'if', 'then', 'else'] as const;

/** Returns the schemas that apply to the same value. */
function inPlaceSchemas(schema: Schema, resolve: Resolve): (Schema | boolean)[] {
  const schemas: (Schema | boolean)[] = [];
  const target = schema.$ref === undefined ? undefined : resolve(schema.$ref);
  if (target !== undefined) schemas.push(target);
  for (const keyword of LISTS) {
    const list: unknown = schema[keyword];
    if (Array.isArray(list)) schemas.push(...(list as Schema[]));
  }
  for (const keyword of SINGLE) {
    const subschema: unknown = schema[keyword];
    if (isRecord(subschema)) schemas.push(subschema);
  }
  const dependents: unknown = schema.dependentSchemas;
  if (isRecord(dependents)) schemas.push(...(Object.values(dependents) as Schema[]));
  return schemas;
}
