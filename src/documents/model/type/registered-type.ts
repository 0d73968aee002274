import { registry } from '../../../../decorators/registered-types.js';
import { classAnnotationsOf } from '../annotations.js';
import { isConstructor } from '../../../shared/values.js';
import type { Constructor } from '../../../shared/types.js';
import { describeClass, type PropertyFacts } from '../class-facts.js';
import type { Direction, TypeRef } from '../types.js';
import { resolveLazyOrUnknown, TypeInputError } from './type-input-error.js';
import { innerTypes, recordedTypeOf, typeRefOf, typeRefOfDeclaration } from './type-ref.js';

type Registered = Extract<TypeRef, { kind: 'registered' }>;

/**
 * Returns the type of the JSON of a registered class in one direction.
 *
 * @throws TypeInputError for a type that needs more than a schema, a class with decorators, and a subclass in
 *   requests
 */
export function jsonTypeOf({ target, registered }: Registered, direction: Direction): TypeRef {
  const { name } = registered.target;
  if (describeClass(target).properties.size > 0)
    throw new TypeInputError(
      `${target.name} has both registerType() and decorators on its properties, which contradict each other.`,
      'Remove one of them.',
    );
  if (direction === 'input' && target !== registered.target)
    throw new TypeInputError(
      `${target.name} extends ${name}, whose registerType() makes no ${target.name}.`,
      `Call registerType(${target.name}, …), too, or write ${name} as the type.`,
    );
  const place = `The ${direction} of registerType(${name})`;
  let type: TypeRef;
  try {
    type = typeRefOf(registered[direction]);
  } catch (error) {
    if (!(error instanceof TypeInputError)) throw error;
    throw new TypeInputError(`${place} is invalid: ${error.problem}`);
  }
  if (needsMore(type))
    throw new TypeInputError(
      `${place} has a class or a file, but parse and write convert JSON.`,
      "Write a JSON Schema: jsonSchemaOf(Item, { refs: 'inline' }) returns that of a class.",
    );
  return type;
}

const MORE: ReadonlySet<TypeRef['kind']> = new Set(['class', 'file', 'registered']);

function needsMore(type: TypeRef): boolean {
  const resolved = resolveLazyOrUnknown(type);
  return MORE.has(resolved.kind) || innerTypes(resolved).some(needsMore);
}

/** Returns whether a type has values of a registered class: one, a list, a map, a tuple or a union. */
export function holdsRegistered(type: TypeRef, above: readonly TypeRef[] = []): boolean {
  if (!registry.isUsed) return false;
  const resolved = resolveLazyOrUnknown(type);
  if (resolved.kind === 'registered') return true;
  if (resolved.kind !== 'class') return innerTypes(resolved).some((part) => holdsRegistered(part, above));
  const union = unionNamedBy(resolved);
  return union !== undefined && !above.includes(union) && holdsRegistered(union, [...above, union]);
}

/** Returns whether operations parse a member of a class, so that the class needs no rule. */
export function hasRegisteredMember(target: Constructor): boolean {
  if (!registry.isUsed) return false;
  return [...describeClass(target).properties.values()].some(
    (property) =>
      property.transforms.input.length === 0 && typesOf(property).some((type) => holdsRegistered(type)),
  );
}

function typesOf({ annotations, type, typeTransform, design }: PropertyFacts): TypeRef[] {
  const declared = annotations.inputType ?? annotations.type;
  if (declared !== undefined) return [typeRefOfDeclaration(declared)];
  const targets = [type?.isDynamic() === false ? type.resolve() : undefined, typeTransform?.target, design];
  return targets.flatMap((target) => (isConstructor(target) ? recordedTypeOf(target) : []));
}

const unions = new WeakMap<object, TypeRef>();

/** Returns the type for which a class is another name, as `@OneOf` on a class declares it. */
export function unionNamedBy({ target }: Extract<TypeRef, { kind: 'class' }>): TypeRef | undefined {
  const { type } = classAnnotationsOf(target);
  if (type === undefined) return undefined;
  const known = unions.get(type) ?? typeRefOfDeclaration(type);
  unions.set(type, known);
  return known;
}
