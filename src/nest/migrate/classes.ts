import { TYPE, type TypeInput } from '../../../decorators/type-input.js';
import type { Constructor } from '../../shared/types.js';
import { createModeller, plainView } from '../../documents/model/class-model.js';
import { copiedFrom } from '../../documents/model/class-validator/copies.js';
import { ancestorsOf } from '../../documents/model/class-validator/metadata.js';
import { resolveLazyOrUnknown } from '../../documents/model/type-input-error.js';
import { typeRefOf } from '../../documents/model/type-ref.js';
import type { TypeRef } from '../../documents/model/types.js';
import { resolveValidation } from '../../documents/model/validation-options.js';
import type { Endpoint } from '../../documents/openapi/types/endpoint.js';
import { isDto } from '../types.js';

/** Every class that the document of these endpoints is made of, and those that they extend or were made from. */
export function classesBehind(
  endpoints: readonly Endpoint[],
  models: readonly Constructor[],
): readonly Constructor[] {
  const modelOf = createModeller(resolveValidation(undefined), () => undefined);
  const found = new Set<Constructor>();
  const waiting = [...models, ...endpoints.flatMap(typesIn)];
  for (let target = waiting.pop(); target !== undefined; target = waiting.pop()) {
    if (found.has(target) || !isDto(target)) continue;
    found.add(target);
    waiting.push(...ancestorsOf(target), ...copiedFrom(target));
    for (const direction of ['input', 'output'] as const)
      for (const { type } of modelOf(target, plainView(direction)).properties)
        waiting.push(...classesIn(type));
  }
  return [...found];
}

/** Classes anywhere in an endpoint. */
function typesIn(value: unknown): Constructor[] {
  if (typeof value === 'function') return [value as unknown as Constructor];
  if (typeof value !== 'object' || value === null) return [];
  if (TYPE in value) return classesIn(typeRefOf(value as TypeInput));
  return Object.values(value).flatMap(typesIn);
}

function classesIn(given: TypeRef): Constructor[] {
  const type = resolveLazyOrUnknown(given);
  switch (type.kind) {
    case 'class':
      return [type.target];
    case 'array':
      return classesIn(type.items);
    case 'map':
      return classesIn(type.values);
    case 'tuple':
      return type.items.flatMap(classesIn);
    case 'union':
      return type.anyOf.flatMap(classesIn);
    case 'raw':
      return [...(type.classes?.values() ?? [])];
    default:
      return [];
  }
}
