import { ANY_VALUE } from '../../decorators/type-input.js';
import { typeRefOf } from '../documents/model/type/type-ref.js';
import type { ClassModel, PropertyModel, TypeRef, View } from '../documents/model/types.js';
import { type OperationContext, requestView, validationOf } from '../documents/openapi/context.js';
import type {
  EncodingObject,
  MediaTypeObject,
  RequestBodyObject,
} from '../documents/openapi/types/document.js';
import type { NamedEndpoint } from '../documents/openapi/types/endpoint.js';
import type { AnyRequestBody, Content, MediaType } from '../documents/openapi/types/parts.js';
import { isReference } from '../documents/openapi/create/references.js';
import { ConfigError } from '../shared/errors.js';
import type { Schema } from '../documents/json-schema/schema.js';
import { resolveLazyOrUnknown } from '../documents/model/type/type-input-error.js';
import type { SchemaCompiler } from '../documents/schema/schema-compiler.js';
import { shapeOfType } from '../documents/openapi/create/parameter-style.js';
import { essenceOf, FORM, MULTIPART } from '../shared/media-types.js';
import type { Written } from './request/parameter-styles.js';
import type { FileField, FormField } from './request/multipart-form.js';

export interface DescribedBody {
  /** Returns the type of the body under a content type. */
  readonly typeIn: (contentType: string) => TypeRef;
  /** The view in which the body is read. */
  readonly view: View;
  readonly required: boolean;
}

export function bodyOf(body: AnyRequestBody, context: OperationContext): DescribedBody {
  const view: View = {
    ...requestView(validationOf(body) ?? context.validation),
    groups: body.groups ?? [],
    version: body.version,
  };
  return {
    typeIn: (contentType) => typeRefOf(mediaTypeIn(body, contentType)?.schema ?? body.schema ?? ANY_VALUE),
    view,
    required: body.required === true,
  };
}

export function mediaTypeIn(
  { content = {} }: { content?: Content },
  contentType: string,
): MediaType | undefined {
  return content[contentType] as MediaType | undefined;
}

export function mediaTypesOf(body: RequestBodyObject | undefined): Record<string, MediaTypeObject> {
  return (body?.content ?? {}) as Record<string, MediaTypeObject>;
}

/** Documents in words that a file stream must come last, since JSON Schema has no order of properties. */
export function withLastPart(endpoint: NamedEndpoint, forms: readonly FormFields[]): NamedEndpoint {
  const fields = forms.flatMap((one) => (one.form === 'multipart' ? one.fields : []));
  const stream = fields.find(({ file }) => file?.as === 'stream');
  if (stream === undefined || endpoint.requestBody === undefined || isReference(endpoint.requestBody))
    return endpoint;
  const { description } = endpoint.requestBody;
  const note = `\`${stream.name}\` must be the last part: it is read while it arrives.`;
  return {
    ...endpoint,
    requestBody: {
      ...endpoint.requestBody,
      description: description === undefined ? note : `${description}\n\n${note}`,
    },
  };
}

interface DescribedField {
  readonly schema: Schema;
}

export type TextField = Written & DescribedField;

export type FormFields =
  | { readonly form: 'text'; readonly fields: readonly TextField[] }
  | { readonly form: 'multipart'; readonly fields: readonly (FormField & DescribedField)[] };

export function formFieldsOf(
  model: ClassModel,
  contentType: string,
  { encoding = {} }: MediaTypeObject,
  compiler: SchemaCompiler,
  place: string,
): FormFields | undefined {
  const essence = essenceOf(contentType);
  const streams = model.properties.filter(({ type }) => fileOf(type)?.as === 'stream');
  const [stream, another] = streams;
  if (stream !== undefined && essence !== MULTIPART)
    throw new ConfigError(
      `operation ${place} takes ${model.name}.${stream.key}, a FileStream, in ${essence}, where no file can be a stream. Take it as formBody(${model.name}), or make it a Buffer.`,
    );
  if (another !== undefined)
    throw new ConfigError(
      `operation ${place} takes ${model.name}, which has two streams, ${stream?.key ?? ''} and ${another.key}; only the last part of a form can be one. Make one of them a File, or both items of one @ArrayOf(() => FileStream).`,
    );
  const schemaOf = compiler.parameterSchemasOf(model);
  if (essence === FORM)
    return {
      form: 'text',
      fields: model.properties.map((property) =>
        textField(property, schemaOf(property), encoding[property.name]),
      ),
    };
  if (essence !== MULTIPART) return undefined;
  return {
    form: 'multipart',
    fields: model.properties.map((property) =>
      partField(property, schemaOf(property), encoding[property.name]),
    ),
  };
}

function textField(property: PropertyModel, schema: Schema, encoding: EncodingObject | undefined): TextField {
  return {
    name: property.name,
    in: 'query',
    // Defaults of fields without an encoding (OpenAPI 3.1, 4.8.15.1.2).
    style: encoding?.style ?? 'form',
    explode: encoding?.explode ?? true,
    shape: shapeOfType(property.type),
    members: [],
    schema,
  };
}

function partField(
  property: PropertyModel,
  schema: Schema,
  encoding: EncodingObject | undefined,
): FormField & DescribedField {
  const { type, name, key } = property;
  const { required } = property.presence;
  const isList = shapeOfType(type) === 'list';
  const file = fileOf(type);
  const contentTypes = (encoding?.contentType ?? '').split(',').map((one) => one.trim());
  return {
    name,
    isList,
    isObject: shapeOfType(itemOf(type)) === 'object',
    file:
      file &&
      ({
        key,
        as: file.as ?? 'Buffer',
        required,
        contentTypes,
        maxBytes: maxBytesIn(schema),
      } satisfies FileField),
    schema,
  };
}

function maxBytesIn({ maxLength, items }: Schema): number | undefined {
  return typeof items === 'object' ? items.maxLength : maxLength;
}

function fileOf(type: TypeRef): Extract<TypeRef, { kind: 'file' }> | undefined {
  const item = itemOf(type);
  return item.kind === 'file' ? item : undefined;
}

function itemOf(type: TypeRef): Exclude<TypeRef, { kind: 'lazy' }> {
  const resolved = resolveLazyOrUnknown(type);
  return resolved.kind === 'array' ? resolveLazyOrUnknown(resolved.items) : resolved;
}
