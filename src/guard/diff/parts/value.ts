import { sameJson } from '../../../documents/json-schema/canonical.js';
import type { Collector, Site } from '../collector.js';
import { fieldOf, type Cursor, type SpecDocument } from '../document.js';
import type { Direction, Part } from '../types.js';
import { isTextMediaType, mediaTypeName } from './media-types.js';
import { serialize, type Style } from './style.js';

/** A parameter or a header, and what a reader calls it. */
export interface ValueSite {
  readonly direction: Direction;
  readonly part: Part;
  readonly where: string;
  readonly message: string;
  readonly name: string;
  /** `query`, `path`, `header`, `cookie`. */
  readonly in: string;
}

/** The value of a parameter or header: by its schema and style, or by the media type of its content. */
export function compareValue(
  old: Cursor,
  current: Cursor,
  collector: Collector,
  site: Site,
  value: ValueSite,
): void {
  const [before, after] = [contentOf(collector.old, old), contentOf(collector.new, current)];
  const { direction, part, where, message } = value;
  if (before?.name !== after?.name) {
    collector.add(site.operation, {
      rule: 'parameter-media-type-changed',
      verdict: 'breaking',
      direction,
      part,
      pointer: current.pointer,
      where,
      message: `It was ${before?.name ?? 'text by a style'} and is ${after?.name ?? 'text by a style'}.`,
      witness: {
        message,
        in: where,
        value: collector.schemas.samples(
          direction,
          schemaPointer(direction === 'request' ? old : current, before?.place),
        )[0],
        reason: `Its value is written as ${(direction === 'request' ? before : after)?.name ?? 'text by a style'}, which the other document does not read.`,
      },
    });
    return;
  }
  if (before === undefined) compareStyle(old, current, collector, site, value);
  const [oldPointer, newPointer] = [schemaPointer(old, before?.place), schemaPointer(current, after?.place)];
  if (oldPointer === undefined && newPointer === undefined) return;
  const isText = before === undefined || isTextMediaType(before.name);
  collector.addSchemas(site, { direction, part, where, message, old: oldPointer, new: newPointer, isText });
}

interface Content {
  readonly name: string;
  readonly place: Cursor;
}

function contentOf(document: SpecDocument, place: Cursor): Content | undefined {
  const [first] = document.entries(document.child(place, 'content'));
  return first && { name: mediaTypeName(first[0]), place: first[1] };
}

/** Where the schema stands; its own reference is left to who reads schemas, for what stands beside it. */
function schemaPointer(place: Cursor, content: Cursor | undefined): string | undefined {
  return pointerToSchema(content ?? place);
}

export function pointerToSchema(holder: Cursor | undefined): string | undefined {
  return fieldOf(holder, 'schema') === undefined ? undefined : `${holder?.pointer ?? '#'}/schema`;
}

const DEFAULT_STYLES: Readonly<Record<string, string>> = { query: 'form', cookie: 'form' };

function styleOf(place: Cursor, { name, in: location }: ValueSite): Style {
  const given = fieldOf(place, 'style');
  const style = typeof given === 'string' ? given : (DEFAULT_STYLES[location] ?? 'simple');
  const explode = fieldOf(place, 'explode');
  return {
    name,
    style,
    explode: typeof explode === 'boolean' ? explode : style === 'form' || style === 'cookie',
  };
}

/** Styles differ where they write a value of the schema differently: an integer is the same in most. */
function compareStyle(
  old: Cursor,
  current: Cursor,
  collector: Collector,
  site: Site,
  value: ValueSite,
): void {
  const [before, after] = [styleOf(old, value), styleOf(current, value)];
  if (sameJson(before, after)) return;
  const { direction, part, where, message } = value;
  const [sent, read] = direction === 'request' ? [before, after] : [after, before];
  const sender = direction === 'request' ? old : current;
  const samples = collector.schemas.samples(direction, pointerToSchema(sender));
  const witness = samples.find((sample) => serialize(sample, sent) !== serialize(sample, read));
  collector.add(site.operation, {
    rule: 'parameter-style-changed',
    verdict: witness === undefined ? 'compatible' : 'breaking',
    direction,
    part,
    pointer: current.pointer,
    where,
    message: `The style was ${say(before)} and is ${say(after)}.`,
    witness:
      witness === undefined
        ? undefined
        : {
            message,
            in: where,
            value: witness,
            reason: `It is sent as ${serialize(witness, sent)}, where the other document reads ${serialize(witness, read)}.`,
          },
  });
}

function say({ style, explode }: Style): string {
  return `${style}${explode ? ', exploded' : ''}`;
}
