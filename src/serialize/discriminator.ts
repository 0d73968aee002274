import type { Constructor } from '../shared/types.js';
import type { DiscriminatorName, UnionDiscriminator } from '../documents/model/types.js';
import { isOrExtends } from '../shared/values.js';
import { classOf } from './plan.js';
import { SerializeError } from './errors.js';
import type { DeclaredType } from './declared-type.js';
import { pathOf, type Walk } from './walk.js';

export interface DiscriminatorValue {
  readonly propertyName: string;
  readonly value: DiscriminatorName;
  readonly target: Constructor;
}

export function discriminatorValueOf(
  object: object,
  declared: DeclaredType | undefined,
  walk: Walk,
): DiscriminatorValue | undefined {
  if (declared?.discriminator === undefined) return undefined;
  const known = findValue(object, declared.discriminator);
  if (known !== undefined || !declared.strict) return known;
  const names = declared.discriminator.mapping.map(({ target }) => target.name).join(', ');
  throw new SerializeError(
    pathOf(walk),
    `is of class ${classOf(object).name}, which the discriminator of its @Type does not name (it names ${names}). Add it to subTypes.`,
  );
}

function findValue(
  object: object,
  { propertyName, mapping }: UnionDiscriminator,
): DiscriminatorValue | undefined {
  const target = classOf(object);
  const present = (object as Record<string, unknown>)[propertyName];
  const entry =
    target === Object
      ? mapping.find((entry) => entry.value === present)
      : // If a class has several values, the object's own value wins.
        (mapping.find((entry) => entry.target === target && entry.value === present) ??
        mapping.find((entry) => entry.target === target) ??
        mapping.find((entry) => isOrExtends(target, entry.target)));
  return entry && { propertyName, ...entry };
}
