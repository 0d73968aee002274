import { resolveLazyOrUnknown } from '../../documents/model/type/type-input-error.js';
import type { TypeRef } from '../../documents/model/types.js';
import { isRecord } from '../../shared/values.js';
import type { Judge } from './schema-reader.js';

type Union = Extract<TypeRef, { kind: 'union' }>;

/**
 * Returns the members of a union whose schemas accept the value: the one with most of its members first. A
 * discriminator selects one.
 */
export function membersFor(
  value: unknown,
  { anyOf, discriminator }: Union,
  judgeOf: (type: TypeRef) => Judge,
): readonly TypeRef[] {
  if (discriminator !== undefined && isRecord(value)) {
    const own = value[discriminator.propertyName];
    const named = discriminator.mapping.find((one) => one.value === own);
    return named === undefined ? [] : [{ kind: 'class', target: named.target }];
  }
  const accepting = anyOf.map(resolveLazyOrUnknown).filter((member) => judgeOf(member).accepts(value));
  if (accepting.length < 2 || typeof value !== 'object') return accepting;
  const distances = new Map(accepting.map((member) => [member, judgeOf(member).distance(value)]));
  return accepting.toSorted((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0));
}
