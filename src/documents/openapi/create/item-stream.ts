import { isAtLeast } from '../config/config.js';
import type { TypeInput } from '../../../../decorators/type-input.js';
import type { Schema } from '../../json-schema/schema.js';
import { classAnnotationsOf } from '../../model/annotations.js';
import { resolveLazyOrUnknown } from '../../model/type/type-input-error.js';
import { typeRefOf } from '../../model/type/type-ref.js';
import type { TypeRef, View } from '../../model/types.js';
import { createSchema, type DocumentContext } from '../context.js';
import type { MediaTypeObject } from '../types/document.js';

export const EVENT_STREAM = 'text/event-stream';

export interface ItemKind {
  readonly event: string | undefined;
  readonly type: TypeRef;
}

export function itemKindsOf(type: TypeRef): ItemKind[] {
  const resolved = resolveLazyOrUnknown(type);
  const members = resolved.kind === 'union' ? resolved.anyOf.map(resolveLazyOrUnknown) : [resolved];
  if (members.some(({ kind }) => kind !== 'class')) return [{ event: undefined, type }];
  return members.map((member) => ({
    event: member.kind === 'class' ? classAnnotationsOf(member.target).webhook : undefined,
    type: member,
  }));
}

/**
 * Creates the media type of an item stream. OpenAPI 3.2 describes one item (`itemSchema`); earlier versions
 * get an array of items (OpenAPI 3.2, "Sequential Media Types"). Clients read server-sent events as text, so
 * a string is an alternative there; without it, orval's client does not compile.
 */
export function createItemStream(
  itemSchema: TypeInput,
  contentType: string,
  view: View,
  context: DocumentContext,
): MediaTypeObject {
  const isEvents = contentType.split(';')[0]?.trim().toLowerCase() === EVENT_STREAM;
  const items = isEvents ? eventSchema(itemSchema, view, context) : createSchema(itemSchema, view, context);
  if (isAtLeast(context.config.openapi, '3.2')) return { itemSchema: items };
  const list: Schema = { type: 'array', items };
  return { schema: isEvents ? { anyOf: [list, { type: 'string' }] } : list };
}

/**
 * Describes server-sent events as OpenAPI does: as an object
 * with the fields of an event (OpenAPI 3.2, 4.14.4).
 */
function eventSchema(itemSchema: TypeInput, view: View, context: DocumentContext): Schema {
  const kinds = kindsOf(itemSchema);
  const branches = kinds.map(({ event, type }) =>
    fieldsOf(
      event,
      dataSchema(createSchema(type?.kind === 'class' ? type.target : itemSchema, view, context), context),
    ),
  );
  const [only] = branches;
  if (branches.length === 1 && only !== undefined) return only;
  const names = new Set(kinds.map(({ event }) => event));
  return { [names.size === kinds.length && !names.has(undefined) ? 'oneOf' : 'anyOf']: branches };
}

function kindsOf(itemSchema: TypeInput): (Omit<ItemKind, 'type'> & { readonly type: TypeRef | undefined })[] {
  try {
    return itemKindsOf(typeRefOf(itemSchema));
  } catch {
    return [{ event: undefined, type: undefined }];
  }
}

function fieldsOf(event: string | undefined, data: Schema): Schema {
  return {
    type: 'object',
    properties: {
      ...(event !== undefined && { event: { type: 'string', const: event } }),
      data,
      id: { type: 'string' },
      retry: { type: 'integer', minimum: 0 },
    },
    required: event === undefined ? ['data'] : ['event', 'data'],
  };
}

/**
 * Describes an event's data: a string that contains JSON. OpenAPI 3.0 has no keyword for such JSON, so an
 * extension has the name of its component.
 */
function dataSchema(schema: Schema, { config }: DocumentContext): Schema {
  if (config.openapi !== '3.0')
    return { type: 'string', contentMediaType: 'application/json', contentSchema: schema };
  return schema.$ref === undefined ? { type: 'string' } : { type: 'string', 'x-contentSchema': schema.$ref };
}
