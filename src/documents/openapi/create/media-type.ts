import type { TypeInput } from '../../../../decorators/type-input.js';
import { isToken } from '../../../shared/http.js';
import { essenceOf, FORM } from '../../../shared/media-types.js';
import { isRecord, setMember, omitUndefined } from '../../../shared/values.js';
import { isFile } from '../../model/type/type-ref.js';
import type { ClassModel, TypeRef, View } from '../../model/types.js';
import type { Schema } from '../../json-schema/schema.js';
import { binaryOf, classOf, csvIn, defaultTypeOf, isJson, JSON_TYPE, typeOf } from './body-type.js';
import { createCsvSchema } from './csv-schema.js';
import { checkMediaType } from './check-media-type.js';
import { nonEmpty, nonEmptyText } from '../omit-empty.js';
import { checkRequestClasses, createSchema, type OperationContext, viewOf } from '../context.js';
import type { ContentObject, HeaderObject, MediaTypeObject, OrReference } from '../types/document.js';
import { createEncodings, hasEncodings } from './encoding.js';
import { createBodyExamples, createExampled } from './examples.js';
import {
  withPlace,
  extensionsOf,
  reportInvalidField,
  reportUnsupported,
  checkFields,
} from '../fields/check-fields.js';
import { createItemStream } from './item-stream.js';
import { checkSerializable, createStyle, notAToken, shapeOfInput } from './parameter-style.js';
import type { BodyContent, Content, MediaType, ResponseHeader } from '../types/parts.js';
import { createReference, hasComponents, isReference, mediaTypeOf } from './references.js';

interface BodySource extends BodyContent {
  readonly schema?: TypeInput | undefined;
  readonly content?: Content;
}

export function createContent(source: BodySource, view: View, context: OperationContext): ContentObject {
  const hasSchema = 'schema' in source && (source.schema as unknown) !== null;
  const own = hasSchema || source.itemSchema !== undefined ? createOwn(source, view, context) : {};
  if (source.content == null) return own;
  const entries = Object.entries(source.content).map(
    ([contentType, entry]) =>
      [
        contentType,
        createEntry(contentType, entry, view, withPlace(`${context.place} ${contentType}`, context)),
      ] as const,
  );
  return {
    ...own,
    ...Object.fromEntries(entries.filter(([, mediaType]) => mediaType !== undefined)),
  } as ContentObject;
}

function createOwn(source: BodySource, view: View, context: OperationContext): ContentObject {
  const type = typeIn(source);
  // An empty string counts as no media type.
  const declared =
    source.contentType == null ? [] : [source.contentType].flat().filter((type) => type !== '');
  const contentTypes = declared.length > 0 ? declared : [defaultTypeOf(type, source.itemSchema)];
  const content: ContentObject = {};
  for (const contentType of contentTypes) {
    checkMediaType(contentType, context);
    setMember<ContentObject[string]>(
      content,
      contentType,
      createMediaType(contentType, source, type, view, context),
    );
  }
  return content;
}

function createEntry(
  contentType: string,
  entry: Content[string],
  view: View,
  context: OperationContext,
): OrReference<MediaTypeObject> | undefined {
  checkMediaType(contentType, context);
  if (isReference(entry)) {
    const reference = createReference<MediaTypeObject>(entry, 'mediaTypes', context);
    if (reference === undefined || hasComponents('mediaTypes', context.config.openapi)) return reference;
  }
  const mediaType = mediaTypeOf(entry, context);
  return mediaType && createMediaTypeObject(mediaType, contentType, view, context);
}

function createMediaTypeObject(
  source: MediaType,
  contentType: string,
  view: View,
  context: OperationContext,
): MediaTypeObject {
  const checked = checkFields(source, 'mediaType', context);
  const mediaType = createMediaType(contentType, checked, typeIn(checked), view, context);
  return { ...mediaType, ...extensionsOf(checked) };
}

export function createSharedMediaType(mediaType: MediaType, context: OperationContext): MediaTypeObject {
  return createMediaTypeObject(mediaType, 'application/json', viewOf(context, 'output'), context);
}

/** Rejects more than one media type, as OpenAPI requires for parameters and headers (OpenAPI 3.1, 4.8.12). */
export function createOnlyContent(
  content: Content | undefined,
  context: OperationContext,
): ContentObject | undefined {
  if (content === undefined) return undefined;
  const [first, ...others] = Object.entries(content);
  for (const [contentType] of others)
    context.report({
      code: 'invalid-field',
      message: `content has one media type here, and ${contentType} is left out. Keep one of them.`,
      place: `${context.place} content`,
    });
  return (
    first && nonEmpty(createContent({ content: { [first[0]]: first[1] } }, viewOf(context, 'input'), context))
  );
}

/**
 * Reports a schema beside the content of a parameter or
 * header, which exclude each other (OpenAPI 3.1, 4.8.12).
 */
export function reportSchemaBeside(
  { schema }: { readonly schema?: unknown },
  { place, report }: OperationContext,
): void {
  if (schema === undefined) return;
  report({
    code: 'invalid-field',
    message: 'schema cannot be used with content; it is left out. Remove one of them.',
    place: `${place} schema`,
  });
}

function typeIn(source: BodySource | MediaType): TypeRef | undefined {
  return 'schema' in source ? typeOf(source.schema as unknown as TypeInput) : undefined;
}

function createMediaType(
  contentType: string,
  source: BodySource | MediaType,
  type: TypeRef | undefined,
  bodyView: View,
  context: OperationContext,
): MediaTypeObject {
  const { itemSchema } = source;
  const essence = essenceOf(contentType);
  const isMultipart = essence.startsWith('multipart/');
  const isForm = isMultipart || essence === FORM;
  const binary = essence === JSON_TYPE ? undefined : binaryOf(type, contentType);
  const view: View = binary === undefined ? bodyView : { ...bodyView, binary };
  const target = type && classOf(type);
  if (target !== undefined && view.direction === 'input') context.names?.addBody(target);
  const modelOf = (): ClassModel | undefined => target && context.compiler.modelOf(target, view);
  // Files in a form need no rules: its parser checks them.
  const hasOnlyFiles = isMultipart && isOfFiles(modelOf());
  if (type !== undefined && !hasOnlyFiles) checkRequestClasses(type, view, context);
  const schema = schemaOfBody(source, type, essence, view, context);
  if (schema !== undefined && essence === FORM) checkSerializable(schema, 'form', context);
  return omitUndefined<MediaTypeObject>({
    schema,
    ...(itemSchema !== undefined && createItems(itemSchema, 'schema' in source, contentType, view, context)),
    ...createBodyExamples(source, target, context),
    ...((isForm || hasEncodings(source)) &&
      createEncodings(source, { contentType: essence, modelOf }, context, createHeaders)),
  });
}

function schemaOfBody(
  source: BodySource | MediaType,
  type: TypeRef | undefined,
  essence: string,
  view: View,
  context: OperationContext,
): Schema | undefined {
  const isOfJson = essence === JSON_TYPE || isJson(essence);
  const csv = type === undefined || isOfJson ? undefined : csvIn(type);
  if (csv !== undefined) return createCsvSchema(csv, view, context);
  // A class that is not loaded yet is `undefined`; the compiler reports it.
  return 'schema' in source ? createSchema(source.schema as unknown as TypeInput, view, context) : undefined;
}

function isOfFiles(model: ClassModel | undefined): boolean {
  return (
    model !== undefined && model.properties.length > 0 && model.properties.every(({ type }) => isFile(type))
  );
}

/**
 * Creates the schema of items. Before OpenAPI 3.2 it is omitted if there is also a schema, since both would
 * describe the whole body.
 */
function createItems(
  itemSchema: TypeInput,
  hasSchema: boolean,
  contentType: string,
  view: View,
  context: OperationContext,
): Pick<MediaTypeObject, 'schema' | 'itemSchema'> {
  const stream = createItemStream(itemSchema, contentType, view, context);
  if (!hasSchema || stream.schema === undefined) return stream;
  reportUnsupported('itemSchema', '3.2', context);
  return {};
}

type Headers = Record<string, OrReference<HeaderObject>>;
const HEADER = { what: "an object, as in { description: 'How many' }" };

export function createHeaders(
  headers: Readonly<Record<string, OrReference<ResponseHeader>>> | undefined,
  context: OperationContext,
): Headers | undefined {
  if (headers == null) return undefined;
  const entries = Object.entries(headers).flatMap(([name, header]): [string, OrReference<HeaderObject>][] => {
    const headerContext = withPlace(`${context.place} header ${name}`, context);
    if (!isToken(name)) {
      context.report({ ...notAToken('header', name), place: headerContext.place });
    } else if (isReference(header)) {
      const reference = createReference<HeaderObject>(header, 'headers', headerContext);
      if (reference !== undefined) return [[name, reference]];
    } else if (isRecord(header)) return [[name, createHeader(header, headerContext)]];
    else reportInvalidField(name, HEADER, header, withPlace(`${context.place} header`, context));
    return [];
  });
  return nonEmpty(Object.fromEntries(entries));
}

export function createHeader(source: ResponseHeader, context: OperationContext): HeaderObject {
  const header = checkFields(source, 'header', context);
  const content = createOnlyContent(header.content, context);
  if (content !== undefined) reportSchemaBeside(header, context);
  const type = 'schema' in header ? header.schema : { type: 'string' };
  const schema = content === undefined ? createSchema(type, viewOf(context, 'output'), context) : undefined;
  return omitUndefined<HeaderObject>({
    description: nonEmptyText(header.description),
    required: header.required === true ? true : undefined,
    deprecated: header.deprecated === true ? true : undefined,
    ...(schema && createStyle('header', shapeOfInput(type), header, context)),
    schema,
    ...(schema && createExampled(header, schema, context)),
    content,
    ...extensionsOf(header),
  });
}
