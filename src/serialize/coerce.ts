/** What class-transformer makes of a value. */
export type Conversion = (value: never) => unknown;

/** What it makes of one whose `@Type` is one of these. */
const CONVERSIONS = new Map<unknown, Conversion>([
  [String, String],
  [Number, Number],
  [Boolean, Boolean],
  [Date, (value: string | number | Date) => (value instanceof Date ? value : new Date(value))],
  [Buffer, (value: string) => Buffer.from(value)],
]);

export function conversionTo(target: unknown): Conversion | undefined {
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
