import { describesRows, sameJson, type Schema } from 'dtospec/internal';
import type { Collector, Site, ValueSite } from '../collector.js';
import { fieldOf, type Cursor, type SpecDocument } from '../document.js';
import { comparePresence, isRequired, type Part } from './presence.js';
import { isTextMediaType, mediaTypeName, pointerToSchema } from './value.js';

export function compareRequestBody(old: Cursor, current: Cursor, collector: Collector, site: Site): void {
  const { operation, direction } = site;
  const body = {
    operation,
    direction,
    part: 'request-body',
    where: 'request body',
    message: operation,
  } as const;
  const partOf = (place: Cursor | undefined): Part | undefined =>
    place && { kind: 'request-body', isRequired: isRequired(place), place, site: body, label: body.where };
  const before = collector.old.child(old, 'requestBody');
  const after = collector.new.child(current, 'requestBody');
  comparePresence(partOf(before), partOf(after), collector);
  if (before !== undefined && after !== undefined)
    compareContent(before, after, collector, { ...body, isNegotiated: false });
}

interface BodySite extends ValueSite {
  /** True if the client chooses the media type by `Accept`; false for the receiver of a webhook. */
  readonly isNegotiated: boolean;
}

export function compareContent(old: Cursor, current: Cursor, collector: Collector, body: BodySite): void {
  const before = contentOf(collector.old, old);
  const after = contentOf(collector.new, current);
  for (const [name, place] of before) {
    const match = coveredBy(name, after);
    if (match === undefined) reportMediaType('removed', name, place, collector, body);
    else compareMediaType(name, place, match, collector, body);
  }
  for (const [name, place] of after) {
    if (before.has(name)) continue;
    const match = coveredBy(name, before);
    if (match === undefined) reportMediaType('added', name, place, collector, body);
    else compareMediaType(name, match, place, collector, body);
  }
}

export function contentOf(document: SpecDocument, place: Cursor): ReadonlyMap<string, Cursor> {
  return new Map(
    document.entries(document.child(place, 'content')).map(([name, media]) => [mediaTypeName(name), media]),
  );
}

function coveredBy<T>(name: string, entries: ReadonlyMap<string, T>): T | undefined {
  const [bare = ''] = name.split(';');
  const [type = ''] = bare.split('/');
  return entries.get(name) ?? entries.get(bare) ?? entries.get(`${type}/*`) ?? entries.get('*/*');
}

function compareMediaType(
  name: string,
  old: Cursor,
  current: Cursor,
  collector: Collector,
  body: BodySite,
): void {
  const where = `${body.where} ${name}`;
  for (const field of ['schema', 'itemSchema'] as const) {
    const pair = { old: pointerToSchema(old, field), new: pointerToSchema(current, field) };
    if (pair.old === undefined && pair.new === undefined) continue;
    collector.addSchemas(
      { ...body, where: field === 'schema' ? where : `${where} items` },
      { ...pair, encoding: field === 'schema' && isTextMediaType(name) ? 'text' : 'json' },
    );
  }
  const rows = { old: pointerToRows(old), new: pointerToRows(current) };
  if (rows.old !== undefined && rows.new !== undefined)
    collector.addSchemas({ ...body, where: `${where} rows` }, { ...rows, encoding: 'text' });
  const before = propertiesOf(collector.old, old);
  const after = propertiesOf(collector.new, current);
  // The encoding of a property that only one document has is reported with the property.
  const isShared = (name: string): boolean => before.has(name) === after.has(name);
  if (!sameJson(encodingOf(old, isShared), encodingOf(current, isShared)))
    collector.add(
      { ...body, pointer: current.pointer, where },
      {
        rule: 'encoding-changed',
        message: 'The encoding of its properties changed.',
        reason: 'How the parts of a form are written is not compared value by value.',
      },
    );
}

/** Returns the pointer to the schema of the rows of CSV. */
function pointerToRows(media: Cursor): string | undefined {
  const schema = fieldOf(media, 'schema') as Schema | undefined;
  return describesRows(schema) ? `${media.pointer}/schema/contentSchema` : undefined;
}

function propertiesOf(document: SpecDocument, media: Cursor): ReadonlySet<string> {
  return new Set(Object.keys(document.child(media, 'schema', 'properties')?.value ?? {}));
}

function encodingOf(media: Cursor, isShared: (name: string) => boolean): object {
  const encodings = Object.entries(fieldOf(media, 'encoding') ?? {});
  return Object.fromEntries(encodings.filter(([name]) => isShared(name)));
}

function reportMediaType(
  change: 'added' | 'removed',
  name: string,
  place: Cursor,
  collector: Collector,
  { isNegotiated, ...body }: BodySite,
): void {
  const { direction } = body;
  const isAdded = change === 'added';
  const isBreaking = isAdded
    ? direction === 'response' && !isNegotiated
    : direction === 'request' || isNegotiated;
  const where = `${body.where} ${name}`;
  collector.add(
    { ...body, pointer: place.pointer, where },
    {
      rule: `media-type-${change}`,
      verdict: isBreaking ? 'breaking' : 'compatible',
      message: `The media type ${name} was ${change}.`,
      witness: isBreaking
        ? {
            message: body.message,
            in: where,
            value: collector.schemas.sample(direction, isAdded ? 'new' : 'old', pointerToSchema(place)),
            reason: REASONS[isAdded ? 'added' : direction],
          }
        : undefined,
    },
  );
}

const REASONS = {
  added: 'The new document allows a body of this media type, the old one did not.',
  request: 'The old document accepts a body of this media type, the new one refuses it.',
  response: 'The old document answers a client that accepts this media type only, the new one cannot.',
};
