import type { Schema } from '../../documents/json-schema/schema.js';
import { coerce } from '../../operations/request/coerce.js';
import { essenceOf, isJson } from '../../operations/media-types.js';
import {
  decodeForm,
  formPairs,
  rawValueOf,
  type RawValue,
  type Written,
} from '../../operations/request/parameter-styles.js';
import type { EncodingObject, MediaTypeObject } from '../../documents/openapi/document.js';
import type { FormValue } from './message.js';
import { propertiesOf, shapeOf } from './shape.js';

type Resolve = (ref: string) => Schema | undefined;
type Encodings = NonNullable<MediaTypeObject['encoding']>;

/** The value of a form in a URL's encoding: each property as its schema and its encoding have it. */
export function urlencodedValue(
  text: string,
  schema: Schema | undefined,
  encodings: Encodings,
  resolve: Resolve,
): unknown {
  const place = { pairs: formPairs(text), decode: decodeForm };
  const fields = [...propertiesOf(schema, resolve)].map(([name, property]) => ({
    property,
    written: writtenIn(name, property, encodings[name], resolve),
  }));
  const known = fields.flatMap(({ written, property }): [string, unknown][] => {
    const raw = rawValueOf(written, place);
    if (raw === undefined) return [];
    const { contentType } = encodings[written.name] ?? {};
    const read = (text: string): unknown => jsonOf(text, contentType)?.value ?? text;
    const value = typeof raw === 'string' ? read(raw) : Array.isArray(raw) ? raw.map(objectOf) : raw;
    return [[written.name, coerce(value as RawValue, property, resolve)]];
  });
  const names = new Set(fields.flatMap(({ written }) => [written.name, ...written.members]));
  const others = place.pairs
    .filter(([name]) => !names.has(name.split('[')[0] ?? ''))
    .map(([name, value]): [string, unknown] => [name, decodeForm(value)]);
  return Object.fromEntries([...others, ...known]);
}

/** "RFC6570-style query expansion" with the defaults of a query parameter (OpenAPI 3.1, 4.8.15.1.2). */
function writtenIn(
  name: string,
  property: Schema,
  encoding: EncodingObject | undefined,
  resolve: Resolve,
): Written {
  const style = encoding?.style ?? 'form';
  const explode = encoding?.explode ?? (style === 'form' || style === 'deepObject');
  const shape = encoding?.contentType === undefined ? shapeOf(property, resolve) : 'scalar';
  const members =
    shape === 'object' && style === 'form' && explode ? propertiesOf(property, resolve).keys() : [];
  return { name, in: 'query', style, explode, shape, members: [...members] };
}

/** An item that is an object is JSON: no style can write it. */
function objectOf(item: RawValue): unknown {
  if (typeof item !== 'string' || !item.startsWith('{')) return item;
  return jsonOf(item, 'application/json')?.value ?? item;
}

function jsonOf(text: string, contentType: string | undefined): { readonly value: unknown } | undefined {
  if (contentType === undefined || !isJson(contentType)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The value of a form of parts: text as its schema has it, a file as the string of its bytes, objects as JSON. */
export function formValue(
  entries: readonly (readonly [string, FormValue])[],
  schema: Schema | undefined,
  encodings: Encodings,
  resolve: Resolve,
): unknown {
  const properties = propertiesOf(schema, resolve);
  const names = [...new Set(entries.map(([name]) => name))];
  return Object.fromEntries(
    names.map((name) => {
      const property = properties.get(name);
      const shape = shapeOf(property, resolve);
      const items = entries
        .filter(([key]) => key === name)
        .map(([, value]) => partValue(value, property, encodings[name]?.contentType, shape, resolve));
      return [name, shape === 'list' || items.length > 1 ? items.flat() : items[0]];
    }),
  );
}

function partValue(
  value: FormValue,
  property: Schema | undefined,
  contentType: string | undefined,
  shape: string,
  resolve: Resolve,
): unknown {
  if (typeof value !== 'string' && !isJson(value.contentType))
    return Buffer.from(value.bytes).toString('latin1');
  const text = typeof value === 'string' ? value : new TextDecoder().decode(value.bytes);
  const isObject = shape === 'object' || (contentType !== undefined && isJson(essenceOf(contentType)));
  const json = isObject || /^\s*[[{]/.test(text) ? jsonOf(text, 'application/json') : undefined;
  if (json !== undefined && shape !== 'scalar') return json.value;
  return shape === 'list' ? coerce([text], property, resolve) : coerce(text, property, resolve);
}
