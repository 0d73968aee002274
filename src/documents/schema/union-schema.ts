import { sameJson } from '../json-schema/values.js';
import type { Schema } from '../json-schema/schema.js';
import type { TypeRef, UnionDiscriminator } from '../model/types.js';
import type { SchemaContext } from './context.js';
import type { Constructor } from '../../shared/types.js';
import { classAnnotationsOf } from '../model/annotations.js';
import { resolveLazy } from '../model/type/type-input-error.js';
import { typeRefOfDeclaration } from '../model/type/type-ref.js';

type SchemaOfType = (type: TypeRef, context: SchemaContext) => Schema;

/**
 * Returns `oneOf` if the branches exclude each other, otherwise `anyOf`, since a value may match two of them.
 */
export function unionSchema(
  type: Extract<TypeRef, { kind: 'union' }>,
  context: SchemaContext,
  schemaOfType: SchemaOfType,
): Schema {
  if (type.discriminator !== undefined) return discriminatedSchema(type.discriminator, context);
  const branches = distinct(type.anyOf.map((member) => schemaOfType(member, context)));
  const [only] = branches;
  if (branches.length === 1 && only !== undefined) return only;
  return { [excludeEachOther(branches) ? 'oneOf' : 'anyOf']: branches };
}

/** Adds the discriminator values to each branch, so that exactly one matches. */
function discriminatedSchema(discriminator: UnionDiscriminator, context: SchemaContext): Schema {
  const { propertyName, mapping } = discriminator;
  const kept = context.view.direction === 'output' || discriminator.kept !== false;
  const branches = [...new Set(mapping.map(({ target }) => target))].map((target) => {
    const values = mapping.filter((entry) => entry.target === target).map(({ value }) => value);
    return { values, schema: context.schemaOfClass(target, context, { propertyName, values, kept }) };
  });
  // Each branch has the type, too, but some readers (LangChain) leave out members without one.
  const schema: Schema = { type: 'object', oneOf: branches.map((branch) => branch.schema) };
  // The Discriminator Object belongs to OpenAPI and names components, so it is
  // written only for references. Its keys are texts, and readers convert the
  // value for the comparison (OpenAPI 3.1, 4.8.25). `1` and `"1"` are one key.
  const refs = new Map<string, string | undefined>();
  for (const { values, schema: branch } of branches)
    for (const value of values) refs.set(String(value), branch.$ref);
  const isWhole = refs.size === mapping.length && [...refs.values()].every((ref) => ref !== undefined);
  if (!context.options.openapi || !isWhole) return schema;
  return {
    ...schema,
    discriminator: { propertyName, mapping: Object.fromEntries(refs) as Record<string, string> },
  };
}

function excludeEachOther(branches: readonly Schema[]): boolean {
  const types = branches.flatMap((branch) => (branch.type === undefined ? ['*', '*'] : [branch.type].flat()));
  const widened = types.map((type) => (type === 'integer' ? 'number' : type));
  return new Set(widened).size === widened.length;
}

function distinct(schemas: readonly Schema[]): Schema[] {
  return schemas.filter((schema, index) => schemas.findIndex((other) => sameJson(other, schema)) === index);
}

type Union = Extract<TypeRef, { kind: 'union' }>;

interface OpenUnion {
  readonly type: TypeRef;
  readonly cycle: readonly Constructor[];
}

/**
 * Replaces members that refer back to the class by their own members. If none remain, the type is unknown.
 */
export function openUnion(target: Constructor, type: TypeRef): OpenUnion {
  const resolved = resolveLazy(type);
  const cycle = resolved.kind === 'union' ? wayTo(target, resolved, new Set()) : undefined;
  if (resolved.kind !== 'union' || cycle === undefined) return { type, cycle: [] };
  const isOther = (member: TypeRef): boolean => !leadsTo(target, member);
  const { discriminator } = resolved;
  const others =
    discriminator === undefined
      ? membersOf(resolved, target, new Set([target]))
      : resolved.anyOf.filter(isOther);
  const kept = discriminator && {
    ...discriminator,
    mapping: discriminator.mapping.filter((entry) => isOther({ kind: 'class', target: entry.target })),
  };
  const open: TypeRef =
    others.length === 0 ? { kind: 'unknown' } : { kind: 'union', anyOf: others, discriminator: kept };
  return { type: open, cycle: [target, ...cycle] };
}

function wayTo(target: Constructor, union: Union, seen: Set<Constructor>): Constructor[] | undefined {
  for (const member of union.anyOf.map(resolveLazy)) {
    if (member.kind === 'union') {
      const way = wayTo(target, member, seen);
      if (way !== undefined) return way;
    }
    if (member.kind !== 'class' || seen.has(member.target)) continue;
    if (member.target === target) return [target];
    seen.add(member.target);
    const classes = unionOf(member.target);
    const way = classes && wayTo(target, classes, seen);
    if (way !== undefined) return [member.target, ...way];
  }
  return undefined;
}

function leadsTo(target: Constructor, member: TypeRef): boolean {
  return wayTo(target, { kind: 'union', anyOf: [member], discriminator: undefined }, new Set()) !== undefined;
}

function membersOf(union: Union, target: Constructor, seen: Set<Constructor>): TypeRef[] {
  return union.anyOf.flatMap((member): TypeRef[] => {
    const resolved = resolveLazy(member);
    if (resolved.kind === 'union' && leadsTo(target, resolved)) return membersOf(resolved, target, seen);
    if (resolved.kind !== 'class' || !leadsTo(target, resolved)) return [member];
    if (seen.has(resolved.target)) return [];
    seen.add(resolved.target);
    const classes = unionOf(resolved.target);
    return classes === undefined ? [] : membersOf(classes, target, seen);
  });
}

function unionOf(target: Constructor): Union | undefined {
  const { type } = classAnnotationsOf(target);
  const resolved = type && resolveLazy(typeRefOfDeclaration(type));
  return resolved?.kind === 'union' ? resolved : undefined;
}
