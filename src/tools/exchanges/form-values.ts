import {
  Conversions,
  decodeForm,
  type EncodingObject,
  essenceOf,
  formPairs,
  isJson,
  type MediaTypeObject,
  MULTIPART,
  parseJson,
  type RawValue,
  rawReader,
  type Schema,
  type WrittenValue,
} from 'dtospec/internal';
import { type Body, type FormValue, headerOf, type RequestMessage } from './message.js';
import { propertiesOf, shapeOf } from './schemas/subschemas.js';

type Resolve = (ref: string) => Schema | undefined;
type Encodings = NonNullable<MediaTypeObject['encoding']>;

export function urlencodedValue(
  text: string,
  schema: Schema | undefined,
  encodings: Encodings,
  resolve: Resolve,
): unknown {
  const place = { pairs: formPairs(text), decode: decodeForm };
  const conversions = new Conversions(resolve);
  const fields = [...propertiesOf(schema, resolve)].map(([name, property]) => ({
    property,
    written: writtenIn(name, property, encodings[name], resolve),
  }));
  const known = fields.flatMap(({ written, property }): [string, unknown][] => {
    const raw = rawReader(written)(place);
    if (raw === undefined) return [];
    const { contentType } = encodings[written.name] ?? {};
    const read = (text: string): unknown => jsonOf(text, contentType)?.value ?? text;
    const partsOrRaw = Array.isArray(raw) ? raw.map(objectOf) : raw;
    const value = typeof raw === 'string' ? read(raw) : partsOrRaw;
    return [[written.name, conversions.of(property)(value as RawValue)]];
  });
  const names = new Set(fields.flatMap(({ written }) => [written.name, ...written.members]));
  const others = place.pairs
    .filter(([name]) => !names.has(name.split('[')[0] ?? ''))
    .map(([name, value]): [string, unknown] => [name, decodeForm(value)]);
  return Object.fromEntries([...others, ...known]);
}

/**
 * Returns the style of a form's field: "RFC6570-style query expansion" with the defaults of a query parameter
 * (OpenAPI 3.1, 4.8.15.1.2).
 */
function writtenIn(
  name: string,
  property: Schema,
  encoding: EncodingObject | undefined,
  resolve: Resolve,
): WrittenValue {
  const style = encoding?.style ?? 'form';
  const explode = encoding?.explode ?? (style === 'form' || style === 'deepObject');
  const shape = encoding?.contentType === undefined ? shapeOf(property, resolve) : 'scalar';
  const members =
    shape === 'object' && style === 'form' && explode ? propertiesOf(property, resolve).keys() : [];
  return { name, in: 'query', style, explode, shape, members: [...members] };
}

/** Parses an object in a list as JSON, because no style can represent it. */
function objectOf(item: RawValue): unknown {
  if (typeof item !== 'string' || !item.startsWith('{')) return item;
  return jsonOf(item, 'application/json')?.value ?? item;
}

function jsonOf(text: string, contentType: string | undefined): { readonly value: unknown } | undefined {
  return contentType !== undefined && isJson(contentType) ? parseJson(text) : undefined;
}

/**
 * Returns the value of a multipart form: it converts text by its schema, files to a string of their bytes,
 * and parses objects as JSON.
 */
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
  return new Conversions(resolve).of(property)(shape === 'list' ? [text] : text);
}

export function isMultipart({ headers, body }: RequestMessage): boolean {
  if (essenceOf(headerOf(headers, 'content-type') ?? '') !== MULTIPART) return false;
  return body.kind === 'bytes' || body.kind === 'text' || isFormData(body);
}

function isFormData(body: Body): body is { kind: 'value'; value: FormData } {
  return body.kind === 'value' && body.value instanceof FormData;
}

export async function readForm({ headers, body }: RequestMessage): Promise<Body> {
  const form = isFormData(body) ? body.value : await parse(body, headerOf(headers, 'content-type') ?? '');
  if (form === undefined) return body;
  const entries = await Promise.all(
    [...form].map(async ([name, value]): Promise<readonly [string, FormValue]> => {
      if (typeof value === 'string') return [name, value];
      const bytes = new Uint8Array(await value.arrayBuffer());
      return [name, { contentType: value.type, bytes }];
    }),
  );
  return { kind: 'form', entries };
}

async function parse(body: Body, contentType: string): Promise<FormData | undefined> {
  if (body.kind !== 'bytes' && body.kind !== 'text') return undefined;
  const content = body.kind === 'bytes' ? body.bytes : body.text;
  try {
    // The form is in memory already, and came from a test: streams and limits have no part here.
    // oxlint-disable-next-line typescript/no-deprecated
    return await new Response(content, { headers: { 'content-type': contentType } }).formData();
  } catch {
    return undefined;
  }
}
