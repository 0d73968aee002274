import type { TypeInput } from '../../../decorators/type-input.js';
import type { JsonValue } from '../../shared/types.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import { typeRefOf } from '../../documents/model/type-ref.js';
import type { MediaTypeObject, ResponseObject } from '../../documents/openapi/types/document.js';
import type { MediaType, ResponseSpec } from '../../documents/openapi/types/parts.js';
import { EVENT_STREAM, itemKindsOf, type ItemKind } from '../../documents/openapi/create/item-stream.js';
import { serializerAs } from '../../serialize/serialize.js';
import type { ViewOptions } from '../../serialize/view-plans.js';
import { mediaTypeIn } from '../describe-body.js';
import type { DescribedOperation, DescribedParts } from '../describe.js';
import { essenceOf, isJson } from '../media-types.js';
import { responseFilter, type FilterResponse } from '../member-filters.js';
import type { ResolvedOptions } from '../options.js';
import type { Resolve } from '../request/coerce.js';

export interface DocumentedReply {
  /** The media types; the first one is the default. */
  readonly contents: readonly {
    readonly contentType: string;
    readonly essence: string;
    readonly isJson: boolean;
    readonly schema: Schema;
    readonly write: (body: unknown) => JsonValue | undefined;
    readonly filter: FilterResponse;
    /** The kinds of items of a stream. */
    readonly items: readonly DocumentedItem[] | undefined;
  }[];
  readonly view: ViewOptions;
}

export interface ReplyContext {
  readonly place: string;
  /** By status, range or `default`. */
  readonly replies: ReadonlyMap<string, DocumentedReply>;
  /** The only documented success, if there is one. */
  readonly sole: number | undefined;
  readonly resolve: Resolve;
  readonly check: ResolvedOptions['checkResponses'];
  /** Sends undocumented members, statuses and content types. */
  readonly keepsUndocumented: boolean;
}

/** A kind of item, and the schema of its JSON. */
export interface DocumentedItem extends ItemKind {
  readonly schema: Schema;
  readonly filter: FilterResponse;
}

export function replyContext(
  { place, options, replies }: DescribedOperation,
  parts: DescribedParts,
  resolve: Resolve,
): ReplyContext {
  const entries = Object.entries(parts.responses).map(([status, documented]): [string, DocumentedReply] => {
    const spec = replies[status] ?? replies[status.toLowerCase()];
    return [
      status,
      documentedReply(documented, spec, (schema) =>
        responseFilter(schema, resolve, options.undocumentedProperties),
      ),
    ];
  });
  const successes = Object.keys(parts.responses).filter((status) => status.startsWith('2'));
  const sole = successes.length === 1 ? Number(successes[0]) : NaN;
  return {
    place,
    replies: new Map(entries),
    sole: Number.isNaN(sole) ? undefined : sole,
    resolve,
    check: options.checkResponses,
    keepsUndocumented: options.undocumentedProperties === 'keep',
  };
}

function documentedReply(
  { content = {} }: ResponseObject,
  spec: ResponseSpec | undefined,
  filterOf: (schema: Schema) => FilterResponse,
): DocumentedReply {
  const { groups, version, exposure } = spec ?? {};
  const ownOf = (contentType: string): MediaType | undefined => spec && mediaTypeIn(spec, contentType);
  const view: ViewOptions = {
    ...(groups !== undefined && { groups }),
    ...(version !== undefined && { version }),
    ...(exposure !== undefined && { exposure }),
  };
  return {
    contents: Object.entries(content).map(([contentType, mediaType]) => ({
      contentType,
      essence: essenceOf(contentType),
      isJson: isJson(contentType),
      schema: mediaType.schema ?? {},
      write: serializerAs(typeRefOf(ownOf(contentType)?.schema ?? spec?.schema ?? {}), view),
      filter: filterOf(mediaType.schema ?? {}),
      items: itemsOf(
        contentType,
        (ownOf(contentType) ?? spec)?.itemSchema,
        mediaType as MediaTypeObject,
        filterOf,
      ),
    })),
    view,
  };
}

/** Returns the kinds of items of a stream. */
function itemsOf(
  contentType: string,
  itemInput: TypeInput | undefined,
  { itemSchema = {} }: MediaTypeObject,
  filterOf: (schema: Schema) => FilterResponse,
): DocumentedItem[] | undefined {
  if (itemInput === undefined) return undefined;
  const type = typeRefOf(itemInput);
  if (essenceOf(contentType) !== EVENT_STREAM)
    return [{ event: undefined, type, schema: itemSchema, filter: filterOf(itemSchema) }];
  const branches = itemSchema.oneOf ?? itemSchema.anyOf ?? [itemSchema];
  return itemKindsOf(type).map((kind, index) => {
    const schema = branches[index]?.properties?.data?.contentSchema ?? {};
    return { ...kind, schema, filter: filterOf(schema) };
  });
}
