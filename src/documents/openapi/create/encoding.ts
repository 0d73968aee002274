import { isRecord, omitUndefined } from '../../../shared/values.js';
import { didYouMean } from '../../../shared/nearest.js';
import type { ClassModel, PropertyModel } from '../../model/types.js';
import { nonEmpty, nonEmptyText } from '../omit-empty.js';
import type { OperationContext } from '../context.js';
import type { EncodingObject, EncodingsObject, HeaderObject, OrReference } from '../types/document.js';
import { withPlace, extensionsOf, checkFields } from '../fields/check-fields.js';
import { isFile } from '../../model/type/type-ref.js';
import { OCTETS } from '../../../shared/media-types.js';
import { checkMediaType } from './check-media-type.js';
import { createStyle, shapeOfType } from './parameter-style.js';
import type { Encoding, Encodings, ResponseHeader } from '../types/parts.js';

/**
 * Creates headers. It is passed as an argument to avoid an import cycle: headers contain media types, and
 * media types contain headers.
 */
type CreateHeaders = (
  headers: Readonly<Record<string, OrReference<ResponseHeader>>>,
  context: OperationContext,
) => Record<string, OrReference<HeaderObject>> | undefined;

/** Encodings by media type for properties that OpenAPI would encode differently by default. */
const BY_TYPE: Readonly<Record<string, (property: PropertyModel) => EncodingObject | undefined>> = {
  // OpenAPI ignores contentMediaType beside an encoding, so both must have the same value.
  'multipart/form-data': ({ type, annotations }) =>
    isFile(type) ? { contentType: mediaTypeIn(annotations.override) ?? OCTETS } : undefined,
  // Nested classes are written `a[b]=c`, as body parsers read them.
  'application/x-www-form-urlencoded': ({ type }) =>
    shapeOfType(type) === 'object' ? { style: 'deepObject', explode: true } : undefined,
};

function mediaTypeIn(override: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const { contentMediaType, items } = override ?? {};
  if (typeof contentMediaType === 'string') return contentMediaType;
  return isRecord(items) ? mediaTypeIn(items) : undefined;
}

export function createEncodings(
  encodings: Encodings,
  body: { readonly contentType: string; readonly modelOf: () => ClassModel | undefined },
  context: OperationContext,
  createHeaders: CreateHeaders,
): EncodingsObject {
  const model = body.modelOf();
  const { encoding, ...positions } = createByPosition(encodings, context, createHeaders);
  const ofTypes = model && encodingOfTypes(body.contentType, model);
  if (model !== undefined) reportUnknown(encoding ?? {}, model, context);
  return omitUndefined<EncodingsObject>({ encoding: nonEmpty({ ...ofTypes, ...encoding }), ...positions });
}

export function hasEncodings({ encoding, prefixEncoding, itemEncoding }: Encodings): boolean {
  return (encoding ?? prefixEncoding ?? itemEncoding) !== undefined;
}

function encodingOfTypes(contentType: string, model: ClassModel): Record<string, EncodingObject> {
  const encodingOf = BY_TYPE[contentType];
  if (encodingOf === undefined) return {};
  const entries = model.properties.flatMap((property): [string, EncodingObject][] => {
    const encoding = encodingOf(property);
    return encoding === undefined ? [] : [[property.name, encoding]];
  });
  return Object.fromEntries(entries);
}

function createByPosition(
  { encoding, prefixEncoding, itemEncoding }: Omit<Encodings, 'itemSchema'>,
  context: OperationContext,
  createHeaders: CreateHeaders,
): EncodingsObject {
  const create = (one: Encoding, inner: string): EncodingObject =>
    createEncoding(one, withPlace(`${context.place} ${inner}`, context), createHeaders);
  const byName = Object.entries(encoding ?? {}).map(
    ([name, own]) => [name, create(own, `encoding.${name}`)] as const,
  );
  return omitUndefined<EncodingsObject>({
    encoding: nonEmpty(Object.fromEntries(byName)),
    prefixEncoding: prefixEncoding?.map((one, index) => create(one, `prefixEncoding.${index}`)),
    itemEncoding: itemEncoding && create(itemEncoding, 'itemEncoding'),
  });
}

function createEncoding(
  source: Encoding,
  context: OperationContext,
  createHeaders: CreateHeaders,
): EncodingObject {
  const encoding = checkFields(source, 'encoding', context);
  // An encoding may have several media types and ranges, separated by commas (OpenAPI 3.1, 4.8.15).
  for (const contentType of nonEmptyText(encoding.contentType)?.split(',') ?? [])
    checkMediaType(contentType, context);
  return omitUndefined<EncodingObject>({
    contentType: nonEmptyText(encoding.contentType),
    headers: encoding.headers && createHeaders(encoding.headers, context),
    ...createStyle('query', 'scalar', encoding, context),
    ...createByPosition(encoding, context, createHeaders),
    ...extensionsOf(encoding),
  });
}

/**
 * Reports encodings of unknown properties: "The key, being the property name, MUST exist in the schema as a
 * property" (OpenAPI 3.1, 4.8.14).
 */
function reportUnknown(
  encoding: Readonly<Record<string, unknown>>,
  { name: className, properties }: ClassModel,
  { place, report }: OperationContext,
): void {
  const names = properties.map(({ name }) => name);
  for (const name of Object.keys(encoding).filter((key) => !names.includes(key)))
    report({
      code: 'unknown-field',
      message: `${className} has no property ${name}, so its encoding has no effect.${didYouMean(name, names)}`,
      place: `${place} encoding.${name}`,
    });
}
