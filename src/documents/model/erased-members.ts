import type { Finding } from '../../shared/diagnostics.js';
import { describeClass } from './class-facts.js';
import { InitialValues } from './initial-values.js';
import type { ClassModel } from './types.js';

/**
 * Warns of a body of a PATCH whose instances have own members with the value undefined, as class fields are
 * from es2022 on: `Object.assign(entity, body)` erases what the request does not contain.
 */
export function findErasedMembers({ target, properties }: ClassModel): Finding[] {
  const { members, values } = new InitialValues(describeClass(target));
  const keys = properties
    .filter(({ key, presence }) => !presence.required && members.includes(key))
    .map(({ key }) => key)
    .filter((key) => values[key] === undefined);
  if (keys.length === 0) return [];
  const [first = ''] = keys;
  return [
    {
      code: 'erased-by-patch',
      place: target.name,
      message:
        `Instances of this body of a PATCH have ${keys.join(', ')} with the value undefined if the request does not ` +
        `contain them, so Object.assign(entity, body) erases them. Make the class by PartialType(X), ` +
        `write declare ${first}?: …, or compile with useDefineForClassFields: false.`,
    },
  ];
}
