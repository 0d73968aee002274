import { isRecord } from '../../shared/values.js';

/** An object of which nothing is sure: a part of a document that anybody may have written. */
export type Loose = Readonly<Record<string, unknown>>;

/** The value, or nothing where it is no object. */
export function members(value: unknown): Loose {
  return isRecord(value) ? value : {};
}

/** What a schema says, one keyword beside the other, whatever the version of OpenAPI: `items.type`, `nullable`. */
export function fieldsOf(given: Loose): Loose {
  const { type, nullable, example, examples, items, allOf, anyOf, ...rest } = given;
  const nullless = Array.isArray(anyOf) ? anyOf.filter((one) => members(one).type !== 'null') : [];
  const hasNull = Array.isArray(anyOf) && nullless.length < anyOf.length;
  const types = [type ?? []].flat();
  const isNullable = nullable === true || hasNull || types.includes('null');
  const [only] = types.filter((one) => one !== 'null');
  const single = Array.isArray(allOf) && allOf.length === 1 ? members(allOf[0]) : {};
  const branch = hasNull && nullless.length === 1 ? fieldsOf(members(nullless[0])) : {};
  const listed = Array.isArray(examples) ? (examples as unknown[]) : example === undefined ? [] : [example];
  const inner = isRecord(items) ? Object.entries(fieldsOf(items)) : [];
  return {
    ...rest,
    ...branch,
    ...single,
    ...(only === undefined ? {} : { type: only }),
    ...(isNullable ? { nullable: true } : {}),
    ...(listed.length === 0 ? {} : { examples: listed }),
    ...(Array.isArray(allOf) && allOf.length !== 1 ? { allOf } : {}),
    ...(Array.isArray(anyOf) && !hasNull ? { anyOf } : {}),
    ...Object.fromEntries(inner.map(([name, value]) => [`items.${name}`, value])),
  };
}
