import { sameJson } from '../../../documents/json-schema/canonical.js';
import type { Collector, Finding, Site } from '../collector.js';
import { fieldOf, type Cursor, type SpecDocument } from '../document.js';
import type { Direction, Part } from '../types.js';
import { coveredBy, isTextMediaType, mediaTypeName } from './media-types.js';
import { pointerToSchema } from './value.js';

/** A body: of a request, or of one response. */
export interface ContentSite {
  readonly direction: Direction;
  readonly part: Part;
  /** `request body`, `response 200 body`. */
  readonly where: string;
  readonly message: string;
  /** Whether who reads the body asks for its media type; a webhook's comes as it comes. */
  readonly isNegotiated: boolean;
}

type Content = ReadonlyMap<string, Cursor>;

/** The media types of a body, and the schemas of each. */
export function compareContent(
  old: Cursor | undefined,
  current: Cursor | undefined,
  collector: Collector,
  site: Site,
  body: ContentSite,
): void {
  const [before, after] = [contentOf(collector.old, old), contentOf(collector.new, current)];
  for (const [name, place] of before) {
    const match = coveredBy(name, after);
    if (match === undefined) report('media-type-removed', name, place, collector, site, body);
    else compareMediaType(name, place, match, collector, site, body);
  }
  for (const [name, place] of after) {
    if (before.has(name)) continue;
    const match = coveredBy(name, before);
    if (match === undefined) report('media-type-added', name, place, collector, site, body);
    // What a range said of it before.
    else compareMediaType(name, match, place, collector, site, body);
  }
}

export function contentOf(document: SpecDocument, place: Cursor | undefined): Content {
  return new Map(
    document.entries(document.child(place, 'content')).map(([name, media]) => [mediaTypeName(name), media]),
  );
}

function compareMediaType(
  name: string,
  old: Cursor,
  current: Cursor,
  collector: Collector,
  site: Site,
  body: ContentSite,
): void {
  const { direction, part, message } = body;
  const where = `${body.where} ${name}`;
  const schemaSite = { direction, part, where, message, isText: isTextMediaType(name) };
  const [before, after] = [pointerToSchema(old), pointerToSchema(current)];
  if (before !== undefined || after !== undefined)
    collector.addSchemas(site, { ...schemaSite, old: before, new: after });
  // OpenAPI 3.2: the items of a stream.
  const [oldItem, newItem] = [old, current].map((place) =>
    fieldOf(place, 'itemSchema') === undefined ? undefined : `${place.pointer}/itemSchema`,
  );
  if (oldItem !== undefined || newItem !== undefined)
    collector.addSchemas(site, {
      ...schemaSite,
      where: `${where} items`,
      old: oldItem,
      new: newItem,
      isText: false,
    });
  if (!sameJson(fieldOf(old, 'encoding'), fieldOf(current, 'encoding')))
    collector.add(site.operation, {
      rule: 'encoding-changed',
      verdict: 'unclear',
      direction,
      part,
      pointer: current.pointer,
      where,
      message: 'The encoding of its properties changed.',
      reason: 'How the parts of a form are written is not compared value by value.',
    });
}

/**
 * A service must read what it read before; a client must read what it did not ask for. A client that asks for a media
 * type gets it or, once it is gone, none.
 */
function report(
  rule: 'media-type-added' | 'media-type-removed',
  name: string,
  place: Cursor,
  collector: Collector,
  site: Site,
  body: ContentSite,
): void {
  const isAdded = rule === 'media-type-added';
  const isBreaking = isAdded
    ? body.direction === 'response' && !body.isNegotiated
    : body.direction === 'request' || body.isNegotiated;
  const finding: Finding = {
    rule,
    verdict: isBreaking ? 'breaking' : 'compatible',
    direction: body.direction,
    part: body.part,
    pointer: place.pointer,
    where: `${body.where} ${name}`,
    message: `The media type ${name} was ${isAdded ? 'added' : 'removed'}.`,
    witness: isBreaking
      ? {
          message: body.message,
          in: `${body.where} ${name}`,
          value: collector.schemas.sample(body.direction, isAdded ? 'new' : 'old', pointerToSchema(place)),
          reason: REASONS[isAdded ? 'added' : body.direction],
        }
      : undefined,
  };
  collector.add(site.operation, finding);
}

const REASONS = {
  added: 'The new document allows a body of this media type, the old one knew none such.',
  request: 'The old document accepts a body of this media type, the new one refuses it.',
  response: 'The old document answers a client that accepts this media type only, the new one cannot.',
};
