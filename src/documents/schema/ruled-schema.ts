import { isFalse } from '../json-schema/never.js';
import type { Schema } from '../json-schema/schema.js';
import { resolveLazyOrUnknown } from '../model/lazy-type.js';
import type { PropertyModel, TypeRef } from '../model/types.js';
import type { SchemaContext } from './context.js';
import { schemaOfType } from './kinds.js';
import { applyRules } from './rule-schema.js';

/** Returns what the rules of a property accept: its type or, where they refuse that, another shape. */
export function ruledSchema(property: PropertyModel, context: SchemaContext): Schema {
  const ruled = applyRules(schemaOfType(property.type, context), property, context);
  if (!isFalse(ruled)) return ruled;
  // The rules of the value first: of a value without a type, rules of elements make a list.
  const rules = [...property.rules].sort((a, b) => Number(a.each) - Number(b.each));
  const quiet = { ...context, options: { ...context.options, report: () => undefined } };
  const declared = resolveLazyOrUnknown(property.type);
  for (const type of [declared, ...otherShapes(declared)]) {
    const other = applyRules(schemaOfType(type, quiet), { ...property, rules }, quiet);
    if (isFalse(other)) continue;
    if (type !== declared) reportShape(declared, other, context);
    return other;
  }
  return ruled;
}

/** The shapes beside the declared one: a single value for a list, a list for anything else. */
function otherShapes(type: TypeRef): readonly TypeRef[] {
  if (type.kind === 'array') return [type.items];
  const list: TypeRef = { kind: 'array', items: UNKNOWN, unique: false };
  return type.kind === 'map' ? [type.values, list] : [{ ...list, items: type }];
}

const UNKNOWN: TypeRef = { kind: 'unknown' };

function reportShape({ kind }: TypeRef, { type }: Schema, { options, place }: SchemaContext): void {
  const message =
    kind === 'array'
      ? 'A rule accepts a single value only and rejects every array, so a single value is documented. For arrays, add { each: true } to it; for a single value, drop { each: true } from the others.'
      : `The rules accept ${type === 'array' ? 'arrays' : 'other values'} only, not the declared type, so that is documented. Correct the type or the rules.`;
  options.report({
    code: kind === 'array' ? 'rule-refuses-list' : 'contradictory-rules',
    place,
    message,
  });
}
