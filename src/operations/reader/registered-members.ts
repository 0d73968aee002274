import { describeClass } from '../../documents/model/class-facts.js';
import { holdsRegistered, unionNamedBy } from '../../documents/model/type/registered-type.js';
import { resolveLazyOrUnknown } from '../../documents/model/type/type-input-error.js';
import { innerTypes } from '../../documents/model/type/type-ref.js';
import type { ClassModel, TypeRef } from '../../documents/model/types.js';
import { onceFor } from '../../shared/once.js';
import type { Constructor } from '../../shared/types.js';

/** A member with values of registered classes. */
export interface RegisteredMember {
  readonly key: string;
  /** The name in JSON. */
  readonly name: string;
  readonly type: TypeRef;
}

/** The members that registered types parse, by the classes of a view. */
export interface RegisteredMembers {
  readonly of: (target: Constructor) => readonly RegisteredMember[];
  readonly keysOf: (target: Constructor) => ReadonlySet<string>;
  /** Returns whether a class or a class inside it has such members, so that most requests are not walked. */
  readonly isReached: (target: Constructor) => boolean;
}

/** Reads each class when a request first needs it. */
export function registeredMembers(modelOf: (target: Constructor) => ClassModel): RegisteredMembers {
  const propertiesOf = (target: Constructor): ClassModel['properties'] =>
    describeClass(target).properties.size === 0 ? [] : modelOf(target).properties;
  const of = onceFor((target: Constructor) =>
    propertiesOf(target)
      .filter(({ conversion, type }) => !conversion.transformed && holdsRegistered(type))
      .map(({ key, name, type }) => ({ key, name, type })),
  );
  return {
    of,
    keysOf: onceFor((target) => new Set(of(target).map(({ key }) => key))),
    isReached: onceFor((target) => {
      // The set grows while it is walked.
      const classes = new Set([target]);
      for (const one of classes) {
        if (of(one).length > 0 || hasDynamicType(one)) return true;
        for (const { type } of propertiesOf(one)) for (const inner of classesIn(type)) classes.add(inner);
      }
      return false;
    }),
  };
}

/** The function of `@Type` may return any class. */
function hasDynamicType(target: Constructor): boolean {
  return [...describeClass(target).properties.values()].some(
    ({ type }) => type !== undefined && type.discriminator === undefined && type.isDynamic(),
  );
}

function classesIn(type: TypeRef): Constructor[] {
  const resolved = resolveLazyOrUnknown(type);
  if (resolved.kind !== 'class') return innerTypes(resolved).flatMap(classesIn);
  const union = unionNamedBy(resolved);
  return [resolved.target, ...(union === undefined ? [] : innerTypes(union).flatMap(directClassesIn))];
}

function directClassesIn(type: TypeRef): Constructor[] {
  const resolved = resolveLazyOrUnknown(type);
  return resolved.kind === 'class' ? [resolved.target] : innerTypes(resolved).flatMap(directClassesIn);
}
