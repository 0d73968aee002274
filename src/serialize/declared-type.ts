import type { TypeDeclaration } from '../../decorators/type-input.js';
import type { Constructor } from '../shared/types.js';
import { isConstructor } from '../shared/values.js';
import type { PropertyFacts } from '../documents/model/class-facts.js';
import { resolveLazy } from '../documents/model/type-input-error.js';
import { typeRefOfDeclaration } from '../documents/model/type-ref.js';
import type { TypeRef, UnionDiscriminator } from '../documents/model/types.js';

/** What the decorators of a property say of its value; the elements of a list or map share it. */
export interface Hint {
  /** The class that `@Type` returned; `undefined` where a discriminator decides. */
  readonly target: Constructor | undefined;
  /** What that class makes of a value: `String`, `Number`, `Date`, … */
  readonly conversion: Conversion | undefined;
  readonly discriminator: UnionDiscriminator | undefined;
  /** An instance of none of the discriminated classes is an error, as it is in class-transformer. */
  readonly strict: boolean;
  /** The property is declared as a `Map`: a plain object in its place is a record. */
  readonly record: boolean;
}

/** The hint of a property for the object that holds it: a `@Type` function may look at that object. */
export type HintOf = (object: object) => Hint;

/** The hint of a property; `undefined` if no decorator says anything that a value does not say itself. */
export function hintOf({ type, annotations }: PropertyFacts, transformed: boolean): HintOf | undefined {
  const record = type?.reflected === Map;
  if (type === undefined || (!type.declared && !record)) return hintOfDeclaration(annotations.type);
  if (type.discriminator === undefined) {
    let last: unknown;
    let hint = hintTo(undefined, { record });
    if (!type.declared) return () => hint;
    return (object) => {
      const target = type.resolve(object);
      if (target !== last) hint = hintTo(target, { record });
      last = target;
      return hint;
    };
  }
  const { property, subTypes } = type.discriminator;
  const mapping = subTypes.map(({ name, value }) => ({ value: name, target: value }));
  const discriminator = { propertyName: property, mapping };
  // A @Transform may well have made something else of the instance.
  const hint = hintTo(undefined, { discriminator, strict: !transformed, record });
  return () => hint;
}

/** `@OneOf` with a discriminator: the document promises the property that tells the classes apart. */
function hintOfDeclaration(declaration: TypeDeclaration | undefined): HintOf | undefined {
  if (declaration === undefined) return undefined;
  let hint: Hint | undefined;
  // Thunks open when the first value comes, so that circular imports work.
  return () =>
    (hint ??= hintTo(undefined, { discriminator: discriminatorOf(typeRefOfDeclaration(declaration)) }));
}

/** @param target what `@Type` returned */
export function hintTo(target: unknown, rest: Partial<Omit<Hint, 'target' | 'conversion'>>): Hint {
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

/** What class-transformer makes of a value. */
type Conversion = (value: never) => unknown;

/** What it makes of one whose `@Type` is one of these. */
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

/** What of a property's `@Type` converts its value. */
interface Coercion {
  readonly conversion: Conversion | undefined;
  readonly record: boolean;
}

/** The value as its `@Type` has it. Null and absence stay; lists and maps are for their elements. */
export function coerce(value: unknown, { conversion, record }: Coercion): unknown {
  if (conversion === undefined || record || value === undefined || value === null) return value;
  if (Array.isArray(value) || value instanceof Set || value instanceof Map) return value;
  return conversion(value as never);
}
