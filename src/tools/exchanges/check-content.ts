import {
  below,
  Conversions,
  type ContentObject,
  essenceOf,
  FORM,
  isJson,
  isRecord,
  isTextMediaType,
  type MediaTypeObject,
  MULTIPART,
  parseJson,
  type Schema,
} from 'dtospec/internal';
import { formValue, urlencodedValue } from './form-values.js';
import { coveringKey, itemReader } from './media-types.js';
import { headerOf, textOf, type Body, type HeaderValues } from './message.js';
import type { MismatchList, Place } from './mismatch.js';
import type { MessageObserver } from './types.js';
import type { SchemaChecker } from './schemas/checker.js';
import { typesOf } from './schemas/subschemas.js';

export interface ContentContext {
  readonly checker: SchemaChecker;
  readonly list: MismatchList;
  readonly observer: MessageObserver;
  readonly follow: <T>(object: T, pointer: string) => { readonly object: T; readonly pointer: string };
}

export function checkContent(
  content: ContentObject,
  { headers, body }: { readonly headers: HeaderValues; readonly body: Body },
  place: Place,
  { checker, list, observer, follow }: ContentContext,
): void {
  const contentType = headerOf(headers, 'content-type');
  const keys = Object.keys(content).filter((key) => isRecord(content[key]));
  if (contentType === undefined) {
    list.add('content-type-missing', place, 'content', `has no content type; ${listed(keys)}`);
    return;
  }
  const key = coveringKey(keys, contentType);
  const documented = key === undefined ? undefined : content[key];
  if (key === undefined || !isRecord(documented)) {
    const message = `has the content type ${essenceOf(contentType)}, which is not documented; ${listed(keys)}`;
    list.add('content-type-undocumented', place, 'content', message);
    return;
  }
  const { object: mediaType, pointer } = follow(documented as MediaTypeObject, below(place.documented, key));
  observer.content(key);
  const here = { ...place, documented: pointer };
  const value = valueOf(body, contentType, mediaType, checker);
  if (value === undefined) return;
  if ('fault' in value) {
    list.add('body-unreadable', here, 'content', value.fault);
    return;
  }
  const judge = (schema: Schema | undefined, field: string, judged: unknown, index = ''): void => {
    const at = { ...here, documented: below(pointer, field) };
    const faults = checker.faultsOf(schema, judged);
    for (const fault of faults)
      list.add('body-invalid', at, fault.rule, fault.message, `#${index}${fault.pointer.slice(1)}`);
    if (faults.length === 0) observer.value(at.documented, judged);
  };
  if (mediaType.itemSchema === undefined || !Array.isArray(value.value))
    judge(mediaType.schema, 'schema', value.value);
  else
    for (const [index, item] of (value.value as unknown[]).entries())
      judge(mediaType.itemSchema, 'itemSchema', item, `/${index}`);
}

function listed(keys: readonly string[]): string {
  return keys.length === 0
    ? 'none is documented'
    : `documented ${keys.length === 1 ? 'is' : 'are'} ${keys.join(', ')}`;
}

type ReadValue = { readonly value: unknown } | { readonly fault: string } | undefined;

function valueOf(
  body: Body,
  contentType: string,
  { schema, itemSchema, encoding = {} }: MediaTypeObject,
  { resolve }: SchemaChecker,
): ReadValue {
  if (body.kind === 'unknown') return undefined;
  if (body.kind === 'form') return { value: formValue(body.entries, schema, encoding, resolve) };
  if (body.kind === 'value') return parsedValue(body.value, contentType, schema, resolve);
  const text = textOf(body) ?? '';
  const items = itemReader(contentType)?.(text);
  if (items !== undefined) {
    if ('fault' in items) return { fault: items.fault };
    return itemSchema === undefined && !typesOf(schema, resolve).has('array')
      ? { value: text }
      : { value: itemsAs(items.items, schema) };
  }
  if (isJson(contentType)) return parseJson(text) ?? { fault: 'is not JSON' };
  if (essenceOf(contentType) === FORM) return { value: urlencodedValue(text, schema, encoding, resolve) };
  if (essenceOf(contentType) === MULTIPART) return { fault: 'is no form that can be read' };
  return plainValue(body, text, contentType, schema, resolve);
}

/**
 * Returns items in the form of the schema. OpenAPI 3.0 cannot describe JSON inside text, so it documents the
 * data of an event as the value itself.
 */
function itemsAs(items: readonly unknown[], schema: Schema | undefined): readonly unknown[] {
  const data = isRecord(schema?.items) ? (schema.items as Schema).properties?.data : undefined;
  if (!isRecord(data) || data.type === 'string') return items;
  return items.map((item) => {
    if (!isRecord(item) || typeof item.data !== 'string') return item;
    const parsed = parseJson(item.data);
    return parsed ? { ...item, data: parsed.value } : item;
  });
}

function parsedValue(
  value: unknown,
  contentType: string,
  schema: Schema | undefined,
  resolve: SchemaChecker['resolve'],
): ReadValue {
  if (isJson(contentType)) return { value: plainJson(value) };
  if (essenceOf(contentType) === FORM && isRecord(value))
    return { value: new Conversions(resolve).of(schema)(texts(value) as never) };
  return undefined;
}

function plainJson(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? null : (JSON.parse(text) as unknown);
}

function texts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(texts);
  if (!isRecord(value)) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, texts(member)]));
}

function plainValue(
  body: Body,
  text: string,
  contentType: string,
  schema: Schema | undefined,
  resolve: SchemaChecker['resolve'],
): ReadValue {
  const types = typesOf(schema, resolve);
  if (isStructured(types)) return undefined;
  if (isTextMediaType(contentType)) return { value: new Conversions(resolve).of(schema)(text) };
  if (types.size > 0 && !types.has('string')) return undefined;
  // Lengths of binary strings are in bytes.
  return { value: body.kind === 'bytes' ? Buffer.from(body.bytes).toString('latin1') : text };
}

const isStructured = (types: ReadonlySet<string>): boolean => types.has('object') || types.has('array');

export function isReadable(contentType: string, schema: unknown, resolve: SchemaChecker['resolve']): boolean {
  const essence = essenceOf(contentType);
  const isParsed = isJson(contentType) || essence === FORM || essence === MULTIPART || essence.includes('*');
  return isParsed || itemReader(contentType) !== undefined || !isStructured(typesOf(schema, resolve));
}
