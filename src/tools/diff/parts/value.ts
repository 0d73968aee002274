import { sameJson, textsOf, writeStyle } from 'dtospec/internal';
import type { Collector, ValueSite } from '../collector.js';
import { fieldOf, type Cursor, type SpecDocument } from '../document.js';

interface NamedSite extends ValueSite {
  readonly name: string;
  readonly in: string;
}

export function compareValue(old: Cursor, current: Cursor, collector: Collector, site: NamedSite): void {
  const before = contentOf(collector.old, old);
  const after = contentOf(collector.new, current);
  if (before?.name !== after?.name) {
    reportMediaType(old, current, [before, after], collector, site);
    return;
  }
  if (before === undefined) compareStyle(old, current, collector, site);
  const pair = { old: pointerToSchema(before?.place ?? old), new: pointerToSchema(after?.place ?? current) };
  if (pair.old === undefined && pair.new === undefined) return;
  const isRepeatable = [old, current].every((place) => {
    const { style, explode } = styleOf(place, site);
    return explode && (style === 'form' || style === 'cookie');
  });
  const text = before === undefined && isRepeatable ? 'repeatable' : 'text';
  const isText = before === undefined || isTextMediaType(before.name);
  collector.addSchemas(site, { ...pair, encoding: isText ? text : 'json' });
}

interface Content {
  readonly name: string;
  readonly place: Cursor;
}

function contentOf(document: SpecDocument, place: Cursor): Content | undefined {
  const [first] = document.entries(document.child(place, 'content'));
  return first && { name: mediaTypeName(first[0]), place: first[1] };
}

/**
 * Returns the pointer to the schema of a value, without
 * following its `$ref`, which may have keywords beside it.
 */
export function pointerToSchema(
  holder: Cursor | undefined,
  field: 'schema' | 'itemSchema' = 'schema',
): string | undefined {
  return fieldOf(holder, field) === undefined ? undefined : `${holder?.pointer ?? '#'}/${field}`;
}

function reportMediaType(
  old: Cursor,
  current: Cursor,
  [before, after]: readonly [Content | undefined, Content | undefined],
  collector: Collector,
  site: NamedSite,
): void {
  const { direction, message, where } = site;
  const sender = direction === 'request' ? old : current;
  const contentName = (content: Content | undefined): string => content?.name ?? 'text by a style';
  collector.add(
    { ...site, pointer: current.pointer },
    {
      rule: 'parameter-media-type-changed',
      message: `It was ${contentName(before)} and is ${contentName(after)}.`,
      witness: {
        message,
        in: where,
        value: collector.schemas.samples(direction, pointerToSchema(before?.place ?? sender))[0],
        reason: `Its value is written as ${contentName(direction === 'request' ? before : after)}, which the other document does not read.`,
      },
    },
  );
}

/**
 * Reports a changed style if it writes values of the schema
 * differently. Most styles write an integer in the same way.
 */
function compareStyle(old: Cursor, current: Cursor, collector: Collector, site: NamedSite): void {
  const before = styleOf(old, site);
  const after = styleOf(current, site);
  if (sameJson(before, after)) return;
  const { direction, where, message } = site;
  const [sent, read, sender] = direction === 'request' ? [before, after, old] : [after, before, current];
  const samples = collector.schemas.samples(direction, pointerToSchema(sender));
  const value = samples.find((sample) => {
    const text = serialize(sample, sent);
    const other = serialize(sample, read);
    return text !== undefined && other !== undefined && text !== other;
  });
  collector.add(
    { ...site, pointer: current.pointer },
    {
      rule: 'parameter-style-changed',
      verdict: value === undefined ? 'compatible' : 'breaking',
      message: `The style was ${describeStyle(before)} and is ${describeStyle(after)}.`,
      witness: {
        message,
        in: where,
        value,
        reason: `It is sent as ${serialize(value, sent)}, where the other document reads ${serialize(value, read)}.`,
      },
    },
  );
}

function styleOf(place: Cursor, { name, in: location }: NamedSite): Style {
  const declared = fieldOf(place, 'style');
  const usual = location === 'query' || location === 'cookie' ? 'form' : 'simple';
  const style = typeof declared === 'string' ? declared : usual;
  const explode = fieldOf(place, 'explode');
  return {
    name,
    style,
    explode: typeof explode === 'boolean' ? explode : style === 'form' || style === 'cookie',
  };
}

function describeStyle({ style, explode }: Style): string {
  return `${style}${explode ? ', exploded' : ''}`;
}

interface Style {
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
}

function serialize(value: unknown, { name, style, explode }: Style): string | undefined {
  const texts = textsOf(value);
  const pairs = texts && writeStyle(style, name, texts, explode);
  return pairs?.map(([key, text]) => (key === '' ? text : `${key}=${text}`)).join('&');
}

/** Returns the media type in lower case, without `charset`, which has no effect for JSON and UTF-8 text. */
export function mediaTypeName(name: string): string {
  const [type = '', ...parameters] = name.split(';').map((part) => part.trim());
  const kept = parameters.filter((parameter) => parameter !== '' && !/^charset\s*=/i.test(parameter));
  return [type.toLowerCase(), ...kept].join('; ');
}

export function isTextMediaType(name: string): boolean {
  const [type = ''] = name.split(';');
  return !/[/+](json|yaml|x-yaml|jsonl|x-ndjson|json-seq|event-stream|cbor|msgpack)$|\*$/.test(type.trim());
}
