import { jsonTypeOf, type Schema, type SchemaType, valuesOf } from 'dtospec/internal';

export function typesIn(schema: Schema): readonly SchemaType[] {
  const { type, enum: values } = schema;
  if (type !== undefined) return [type].flat();
  const listed = 'const' in schema ? [schema.const] : values;
  return listed === undefined ? ALL_TYPES : [...new Set(listed.map(typeOfValue))];
}

const ALL_TYPES: readonly SchemaType[] = ['string', 'number', 'boolean', 'object', 'array', 'null'];

function typeOfValue(value: unknown): SchemaType {
  return Number.isInteger(value) ? 'integer' : jsonTypeOf(value);
}

export function mayBe(schema: Schema, ...types: SchemaType[]): boolean {
  return typesIn(schema).some((type) => types.includes(type));
}

interface Bound {
  readonly limit: number;
  readonly isExclusive: boolean;
}

const INT32 = 2 ** 31;

/** The smallest integers of the formats. */
const LEAST: ReadonlyMap<string | undefined, number> = new Map([
  ['int32', -INT32],
  ['int64', -(2 ** 63)],
]);

export function lowerBound(schema: Schema): Bound {
  const { minimum = -Infinity, exclusiveMinimum = -Infinity } = schema;
  const bound =
    exclusiveMinimum >= minimum && exclusiveMinimum > -Infinity
      ? { limit: exclusiveMinimum, isExclusive: true }
      : { limit: minimum, isExclusive: false };
  if (!isWhole(schema)) return bound;
  const least = bound.isExclusive ? Math.floor(bound.limit) + 1 : Math.ceil(bound.limit);
  const ofFormat = LEAST.get(schema.format) ?? -Infinity;
  return { limit: Math.max(least, ofFormat), isExclusive: false };
}

export function upperBound(schema: Schema): Bound {
  const { minimum: _min, exclusiveMinimum: _exclusive, maximum, exclusiveMaximum, ...rest } = schema;
  const mirrored: Schema = { ...rest };
  if (maximum !== undefined) mirrored.minimum = -maximum;
  if (exclusiveMaximum !== undefined) mirrored.exclusiveMinimum = -exclusiveMaximum;
  const { limit, isExclusive } = lowerBound(mirrored);
  const ofFormat = isWhole(schema) && schema.format === 'int32' ? INT32 - 1 : Infinity;
  return { limit: Math.min(-limit, ofFormat), isExclusive };
}

export function isWhole(schema: Schema): boolean {
  const { multipleOf } = schema;
  return !typesIn(schema).includes('number') || (multipleOf !== undefined && Number.isInteger(multipleOf));
}

export function impliesLower(a: Bound, r: Bound): boolean {
  if (a.limit !== r.limit) return a.limit > r.limit;
  return a.isExclusive || !r.isExclusive;
}

const MAX_VALUES = 500;

export function finiteValues(schema: Schema): readonly unknown[] | undefined {
  const listed = valuesOf(schema);
  if (listed !== undefined) return listed.length <= MAX_VALUES ? listed : undefined;
  if (schema.type === undefined || mayBe(schema, 'string', 'number', 'integer', 'array', 'object'))
    return undefined;
  return typesIn(schema).flatMap((type): unknown[] => (type === 'null' ? [null] : [true, false]));
}
