import type { TypeInput } from '../../decorators/type-input.js';
import { isRecord } from '../base/values.js';
import { resolveLazyOrUnknown, typeRefOf } from '../model/type-ref.js';
import type { ClassModel, PropertyModel, TypeRef, View } from '../model/types.js';
import { compact, filled } from './compact.js';
import { createSchema } from './context.js';
import type { SpecContext } from './context.js';
import type { EncodingObject, ExampleObject, MediaTypeObject } from './document.js';
import { createExamples, toJson } from './examples.js';
import { shapeOfType } from './parameter-style.js';

/** A body as it is documented: a type, its media type, and the view of it that travels. */
export interface BodySource {
  readonly schema: TypeInput;
  /** An empty string counts as none. */
  readonly contentType?: string | readonly string[] | undefined;
  readonly view: View;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, ExampleObject>> | undefined;
}

const OCTETS = 'application/octet-stream';

/** How a property of a form travels where OpenAPI's default would be wrong, by media type. */
const ENCODINGS: Readonly<Record<string, (property: PropertyModel) => EncodingObject | undefined>> = {
  // Beside this, OpenAPI ignores a contentMediaType: the two must say the same.
  'multipart/form-data': ({ type, annotations }) =>
    isFile(type) ? { contentType: mediaTypeIn(annotations.override) ?? OCTETS } : undefined,
  // Nested classes are written `a[b]=c`, as body parsers read them.
  'application/x-www-form-urlencoded': ({ type }) =>
    shapeOfType(type) === 'object' ? { style: 'deepObject', explode: true } : undefined,
};

/** Of a file, or of the files in a list. */
function mediaTypeIn(override: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const { contentMediaType, items } = override ?? {};
  if (typeof contentMediaType === 'string') return contentMediaType;
  return isRecord(items) ? mediaTypeIn(items) : undefined;
}

/** The `content` of a request body or a response: one entry for each media type. */
export function createContent(
  source: BodySource,
  place: string,
  context: SpecContext,
): Record<string, MediaTypeObject> {
  const type = typeOf(source.schema);
  const given = [source.contentType ?? []].flat().filter((one) => one !== '');
  const contentTypes = given.length > 0 ? given : [type && isFile(type) ? OCTETS : 'application/json'];
  const entries = contentTypes.map((contentType): [string, MediaTypeObject] => [
    contentType,
    createMediaType({ ...source, contentType }, type, place, context),
  ]);
  return Object.fromEntries(entries);
}

function createMediaType(
  source: BodySource & { readonly contentType: string },
  type: TypeRef | undefined,
  place: string,
  context: SpecContext,
): MediaTypeObject {
  const { contentType } = source;
  const binary = binaryOf(type, contentType);
  const view: View = binary === undefined ? source.view : { ...source.view, binary };
  const schema = createSchema(source.schema, view, place, context);
  const model = type && modelOf(type, view, context);
  const examples = filled(source.examples ?? {}) ?? (model && createNamedExamples(model));
  return compact<MediaTypeObject>({
    schema,
    example: examples === undefined && source.example !== undefined ? toJson(source.example) : undefined,
    examples,
    encoding: model && createEncoding(contentType, model),
  });
}

function modelOf(type: TypeRef, view: View, context: SpecContext): ClassModel | undefined {
  const settled = resolveLazyOrUnknown(type);
  return settled.kind === 'class' ? context.compiler.modelOf(settled.target, view) : undefined;
}

/** The class's own examples; a schema has no room for their names. */
function createNamedExamples({ annotations }: ClassModel): MediaTypeObject['examples'] {
  const entries = (annotations.examples ?? []).filter((entry) => entry.name !== undefined);
  return createExamples(
    entries,
    entries.map((entry) => toJson(entry.value)),
  ).examples;
}

function createEncoding(contentType: string, model: ClassModel): Record<string, EncodingObject> | undefined {
  const encodingOf = ENCODINGS[essenceOf(contentType)];
  if (encodingOf === undefined) return undefined;
  const entries = model.properties.flatMap((property): [string, EncodingObject][] => {
    const encoding = encodingOf(property);
    return encoding === undefined ? [] : [[property.name, encoding]];
  });
  return filled(Object.fromEntries(entries));
}

/** The media type of files where they travel as they are; a part of a form has its own, and a range is none. */
function binaryOf(type: TypeRef | undefined, contentType: string): string | undefined {
  const mediaType = essenceOf(contentType);
  if (mediaType.startsWith('multipart/')) return OCTETS;
  if (type === undefined || !isFile(type) || isJson(contentType)) return undefined;
  return mediaType.includes('*') ? OCTETS : mediaType;
}

/** A content type without its parameters. */
function essenceOf(contentType: string): string {
  return contentType.split(';')[0]?.trim().toLowerCase() ?? '';
}

function isJson(contentType: string): boolean {
  return /[/+]json\b/i.test(contentType);
}

function isFile(type: TypeRef): boolean {
  const settled = resolveLazyOrUnknown(type);
  return settled.kind === 'file' || (settled.kind === 'array' && isFile(settled.items));
}

function typeOf(input: TypeInput): TypeRef | undefined {
  try {
    return typeRefOf(input);
  } catch {
    // Whoever compiles the schema reports it.
    return undefined;
  }
}
