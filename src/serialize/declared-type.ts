import type { TypeDeclaration } from '../../decorators/type-input.js';
import type { Constructor } from '../shared/types.js';
import { isConstructor } from '../shared/values.js';
import type { PropertyFacts } from '../documents/model/class-facts.js';
import { resolveLazy } from '../documents/model/type-input-error.js';
import { typeRefOfDeclaration } from '../documents/model/type-ref.js';
import type { TypeRef, UnionDiscriminator } from '../documents/model/types.js';

export interface DeclaredType {
  /** Class of `@Type`; `undefined` if a discriminator selects it. */
  readonly target: Constructor | undefined;
  readonly conversion: Conversion | undefined;
  readonly discriminator: UnionDiscriminator | undefined;
  /** True if an instance of another class is an error, as in class-transformer. */
  readonly strict: boolean;
  /** True if the property is declared as a `Map`, so that a plain object is treated as a record. */
  readonly record: boolean;
}

export type DeclaredTypeOf = (object: object) => DeclaredType;

export function declaredTypeOf(
  { type, annotations }: PropertyFacts,
  transformed: boolean,
): DeclaredTypeOf | undefined {
  const record = type?.reflected === Map;
  if (type === undefined || (!type.declared && !record)) return declaredUnionOf(annotations.type);
  if (type.discriminator === undefined) {
    let last: unknown;
    let declared = toDeclaredType(undefined, { record });
    if (!type.declared) return () => declared;
    return (object) => {
      const target = type.resolve(object);
      if (target !== last) declared = toDeclaredType(target, { record });
      last = target;
      return declared;
    };
  }
  const { property, subTypes } = type.discriminator;
  const mapping = subTypes.map(({ name, value }) => ({ value: name, target: value }));
  const discriminator = { propertyName: property, mapping };
  // A @Transform may have replaced the instance.
  const declared = toDeclaredType(undefined, { discriminator, strict: !transformed, record });
  return () => declared;
}

/** Returns the union of a `@OneOf` with a discriminator: the document requires the discriminator property. */
function declaredUnionOf(declaration: TypeDeclaration | undefined): DeclaredTypeOf | undefined {
  if (declaration === undefined) return undefined;
  let declared: DeclaredType | undefined;
  // Lazy types are resolved with the first value, so that circular imports work.
  return () =>
    (declared ??= toDeclaredType(undefined, {
      discriminator: discriminatorOf(typeRefOfDeclaration(declaration)),
    }));
}

export function toDeclaredType(
  target: unknown,
  rest: Partial<Omit<DeclaredType, 'target' | 'conversion'>>,
): DeclaredType {
  return {
    target: isConstructor(target) ? target : undefined,
    conversion: conversionTo(target),
    discriminator: rest.discriminator,
    strict: rest.strict ?? false,
    record: rest.record ?? false,
  };
}

function discriminatorOf(type: TypeRef): UnionDiscriminator | undefined {
  const settled = resolveLazy(type);
  if (settled.kind === 'array') return discriminatorOf(settled.items);
  if (settled.kind === 'map') return discriminatorOf(settled.values);
  return settled.kind === 'union' ? settled.discriminator : undefined;
}

type Conversion = (value: never) => unknown;

const CONVERSIONS = new Map<unknown, Conversion>([
  [String, String],
  [Number, Number],
  [Boolean, Boolean],
  [Date, (value: string | number | Date) => (value instanceof Date ? value : new Date(value))],
  [Buffer, (value: string) => Buffer.from(value)],
]);

function conversionTo(target: unknown): Conversion | undefined {
  return CONVERSIONS.get(target);
}

interface Coercion {
  readonly conversion: Conversion | undefined;
  readonly record: boolean;
}

/** Converts a value. Null and undefined do not change, and lists and maps are converted by element. */
export function coerce(value: unknown, { conversion, record }: Coercion): unknown {
  if (conversion === undefined || record || value === undefined || value === null) return value;
  if (Array.isArray(value) || value instanceof Set || value instanceof Map) return value;
  return conversion(value as never);
}
