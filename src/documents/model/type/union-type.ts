import { ownClass } from '../../../../decorators/store.js';
import type { TypeDeclaration } from '../../../../decorators/type-input.js';
import type { Constructor } from '../../../shared/types.js';
import { isConstructor, show } from '../../../shared/values.js';
import { fixedValuesOf } from './rule-type.js';
import { TypeInputError } from './type-input-error.js';
import type { DiscriminatorName, TypeRef, UnionDiscriminator } from '../types.js';

export function unionOf(
  members: readonly TypeRef[],
  discriminator: Extract<TypeDeclaration, { form: 'union' }>['discriminator'],
): TypeRef {
  if (members.length === 0)
    throw new TypeInputError(
      'A union without members is not a type.',
      'Name its types, as in @OneOf(() => [Card, Transfer]).',
    );
  return {
    kind: 'union',
    anyOf: members,
    discriminator: discriminator === undefined ? undefined : discriminatorOf(members, discriminator),
  };
}

function discriminatorOf(
  members: readonly TypeRef[],
  discriminator: Exclude<Extract<TypeDeclaration, { form: 'union' }>['discriminator'], undefined>,
): UnionDiscriminator {
  const classes = members.flatMap((member) => (member.kind === 'class' ? [member.target] : []));
  if (classes.length < members.length)
    throw new TypeInputError(
      'A discriminator distinguishes classes, but the union has other members.',
      'Take the discriminator away, or make each member a class.',
    );
  const { propertyName, mapping } =
    typeof discriminator === 'string' ? { propertyName: discriminator, mapping: undefined } : discriminator;
  if (mapping === undefined) return { propertyName, mapping: mappingOf(classes, propertyName) };
  const entries = Object.entries(mapping).map(([name, written]) => {
    const target = isConstructor(written) ? written : written();
    return { value: valueNamed(name, target, propertyName), target };
  });
  const wrong = entries.find(({ target }) => !classes.includes(target));
  if (wrong !== undefined)
    throw new TypeInputError(
      `The discriminator "${propertyName}" maps "${String(wrong.value)}" to ${show(wrong.target)}, which is not a member of the union.`,
      `Map it to one of ${classes.map(({ name }) => name).join(', ')}.`,
    );
  const lost = classes.find((member) => entries.every(({ target }) => target !== member));
  if (lost !== undefined)
    throw new TypeInputError(
      `The discriminator "${propertyName}" has no value for ${lost.name}.`,
      `Add it to the mapping, as in { ${lost.name.toLowerCase()}: ${lost.name} }.`,
    );
  return { propertyName, mapping: entries };
}

/**
 * Returns the value that a key of a mapping represents: a key
 * is a text, and the rules may require `true` or a number.
 */
function valueNamed(name: string, target: Constructor, propertyName: string): DiscriminatorName {
  const values = isConstructor(target) ? (fixedValuesOf(target, propertyName) ?? []) : [];
  if (values.includes(name)) return name;
  return values.find((value) => String(value) === name) ?? name;
}

function mappingOf(classes: readonly Constructor[], propertyName: string): UnionDiscriminator['mapping'] {
  const fixed = classes.map((target) => ({ target, values: fixedValuesOf(target, propertyName) }));
  const all = fixed.flatMap(({ values }) => values ?? []);
  const isClear = fixed.every(({ values }) => (values?.length ?? 0) > 0) && new Set(all).size === all.length;
  if (!isClear) return classes.map((target) => ({ value: ownClass(target).name ?? target.name, target }));
  return fixed.flatMap(({ target, values = [] }) => values.map((value) => ({ value, target })));
}
