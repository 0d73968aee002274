import type { Constructor } from '../shared/types.js';
import type { UnionDiscriminator } from '../documents/model/types.js';
import { classOf, isOrExtends } from './plan.js';
import { SerializeError } from './errors.js';
import type { Hint } from './declared-type.js';
import { pathOf, type Walk } from './walk.js';

/** The discriminator property of a union, as one object has it. */
export interface Tag {
  readonly propertyName: string;
  readonly value: string;
  readonly target: Constructor;
}

/** @throws SerializeError for an instance of an unknown class */
export function tagIn(object: object, hint: Hint | undefined, walk: Walk): Tag | undefined {
  if (hint?.discriminator === undefined) return undefined;
  const { discriminator } = hint;
  const tag = tagOf(object, discriminator);
  if (tag !== undefined || !hint.strict) return tag;
  const known = discriminator.mapping.map(({ target }) => target.name).join(', ');
  throw new SerializeError(
    pathOf(walk),
    `is of class ${classOf(object).name}, which the discriminator of its @Type does not name (it names ${known}). Add it to subTypes.`,
  );
}

/** Finds the value by class, or for a plain object by the value it has. */
function tagOf(object: object, { propertyName, mapping }: UnionDiscriminator): Tag | undefined {
  const target = classOf(object);
  const present = (object as Record<string, unknown>)[propertyName];
  const found =
    target === Object
      ? mapping.find((one) => one.value === present)
      : // A class may stand under several values; then its own word counts.
        (mapping.find((one) => one.target === target && one.value === present) ??
        mapping.find((one) => one.target === target) ??
        mapping.find((one) => isOrExtends(target, one.target)));
  return found && { propertyName, ...found };
}
