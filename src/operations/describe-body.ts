import { typeRefOf } from '../documents/model/type-ref.js';
import type { TypeRef, View } from '../documents/model/types.js';
import type { OperationContext } from '../documents/openapi/context.js';
import type { MediaTypeObject, RequestBodyObject } from '../documents/openapi/document.js';
import type { AnyRequestBody, Content, Endpoint, MediaType } from '../documents/openapi/endpoint.js';
import { isReference } from '../documents/openapi/references.js';
import { requestView, validationOf } from '../documents/openapi/request-view.js';
import type { FormFields } from './form-fields.js';

/** A request body as it is read. */
export interface DescribedBody {
  /** The type of the body in one media type. */
  readonly typeIn: (contentType: string) => TypeRef;
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
    typeIn: (contentType) => typeRefOf(mediaTypeIn(body, contentType)?.schema ?? body.schema ?? {}),
    view,
    required: body.required === true,
  };
}

/** What is said of one media type by itself, in a part without references. */
export function mediaTypeIn(
  { content = {} }: { content?: Content },
  contentType: string,
): MediaType | undefined {
  return content[contentType] as MediaType | undefined;
}

export function mediaTypesOf(body: RequestBodyObject | undefined): Record<string, MediaTypeObject> {
  return (body?.content ?? {}) as Record<string, MediaTypeObject>;
}

/** JSON Schema knows no order, so words say what comes last. */
export function withLastPart(endpoint: Endpoint, forms: readonly FormFields[]): Endpoint {
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
