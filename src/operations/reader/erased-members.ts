import { resolveLazyOrUnknown } from '../../documents/model/type/type-input-error.js';
import type { TypeRef, View } from '../../documents/model/types.js';
import type { SchemaCompiler } from '../../documents/schema/schema-compiler.js';
import type { Finding } from '../../shared/diagnostics.js';
import type { Constructor } from '../../shared/types.js';

/**
 * Warns of a body of a PATCH whose instances have own members with the value undefined, as class fields are
 * from es2022 on: `Object.assign(entity, body)` erases what the request does not contain.
 */
export function findErasedMembers(type: TypeRef, view: View, compiler: SchemaCompiler): Finding[] {
  const resolved = resolveLazyOrUnknown(type);
  if (resolved.kind !== 'class') return [];
  const { target } = resolved;
  const instance = newInstance(target);
  const keys = compiler
    .modelOf(target, view)
    .properties.filter(({ key, presence }) => !presence.required && isOwnUndefined(instance, key))
    .map(({ key }) => key);
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

function isOwnUndefined(instance: object, key: string): boolean {
  return Object.getOwnPropertyDescriptor(instance, key)?.value === undefined && Object.hasOwn(instance, key);
}

function newInstance(target: Constructor): object {
  try {
    return new (target as new () => object)();
  } catch {
    // Another diagnostic reports the constructor.
    return {};
  }
}
