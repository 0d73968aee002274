import type { Node } from '../diff/schema/translate.js';
import {
  below,
  describesRows,
  type EncodingObject,
  essenceOf,
  isRecord,
  isToken,
  securitySchemeName,
  type MediaTypeObject,
  type OpenApiDocument,
  type RequestBodyObject,
} from 'dtospec/internal';
import { parametersOf } from '../exchanges/check-request.js';
import type { FoundParameter } from '../exchanges/types.js';
import { type DocumentedOperation, followReference, operationIn } from '../exchanges/operations.js';
import type { SchemaValues } from './values/schema-values.js';
import { cookieNames, type Headers } from './write/headers.js';

export const BODY = 'request body';

export interface Parameter {
  /** Place and name, as in `query parameter limit`. */
  readonly key: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
  readonly name: string;
  readonly isRequired: boolean;
  /** The schema. */
  readonly node: Node;
  readonly style: string;
  readonly explode: boolean;
  /** The media type of the text, for a parameter with `content`. */
  readonly contentType: string | undefined;
}

export interface BodyContent {
  readonly contentType: string;
  readonly node: Node;
  readonly encodings: Readonly<Record<string, EncodingObject>>;
}

export interface FuzzTarget {
  readonly documented: DocumentedOperation;
  readonly operationId: string | undefined;
  /**
   * The prefix of the path: the option `basePath`, else the path of the first server, without a final slash.
   */
  readonly basePath: string;
  readonly parameters: readonly Parameter[];
  /** The bodies that can be generated. */
  readonly contents: readonly BodyContent[];
  readonly isBodyRequired: boolean;
  /** Wrong credentials of each documented scheme. */
  readonly credentials: readonly Credential[];
  /** The media types whose bodies cannot be generated. */
  readonly unwritable: readonly string[];
}

/** A parameter or the body of an operation. */
export interface Input extends Pick<Parameter, 'key' | 'name' | 'node'> {
  readonly isText: boolean;
}

export function inputsOf({ parameters }: FuzzTarget, content: BodyContent | undefined): Input[] {
  const inputs = parameters.map((parameter): Input => ({
    ...parameter,
    isText: parameter.contentType === undefined,
  }));
  return content === undefined
    ? inputs
    : [...inputs, { key: BODY, name: '', node: content.node, isText: false }];
}

export function readOperation(
  documented: DocumentedOperation,
  document: OpenApiDocument,
  values: SchemaValues,
  headers: Headers,
): FuzzTarget {
  const { item, object } = operationIn(document, documented);
  const follow = <T>(given: T, pointer: string) => followReference(given, pointer, document);
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const cookies = cookieNames(headers);
  const isSent = ({ in: place, name }: Parameter): boolean =>
    place === 'header'
      ? isToken(name) && !names.has(name.toLowerCase())
      : place !== 'cookie' || !cookies.has(name);
  const declared = parametersOf({ object, shared: item.parameters ?? [], operation: documented, follow });
  const body = follow<Partial<RequestBodyObject>>(
    (object.requestBody ?? {}) as RequestBodyObject,
    below(documented.pointer, 'requestBody'),
  );
  const contents = Object.entries(body.object.content ?? {}).map(([type, mediaType]) => {
    const media = follow(mediaType as MediaTypeObject, below(body.pointer, 'content', type));
    return readContent(type, media.object, media.pointer, values);
  });
  return {
    documented,
    operationId: object.operationId,
    basePath: documented.templates[0]?.slice(0, -documented.path.length) ?? '',
    parameters: declared.map((parameter) => readParameter(parameter, values)).filter(isSent),
    contents: contents.filter(({ contentType }) => isWritable(contentType)),
    isBodyRequired: body.object.required === true,
    credentials: credentialsOf(object.security ?? document.security ?? [], document),
    unwritable: contents.map((content) => content.contentType).filter((type) => !isWritable(type)),
  };
}

function readParameter({ parameter, pointer }: FoundParameter, values: SchemaValues): Parameter {
  const { name, in: place, required, content } = parameter;
  const [contentType] = Object.keys(content ?? {});
  const holder = contentType === undefined ? pointer : below(pointer, 'content', contentType);
  const style = parameter.style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
  return {
    key: `${place} parameter ${name}`,
    in: place,
    name,
    style,
    contentType,
    isRequired: required === true || place === 'path',
    node: values.at(below(holder, 'schema')),
    explode: parameter.explode ?? ['form', 'deepObject', 'cookie'].includes(style),
  };
}

function readContent(
  type: string,
  { encoding = {}, schema }: MediaTypeObject,
  pointer: string,
  values: SchemaValues,
): BodyContent {
  const contentType = type.endsWith('*') ? (CONCRETE[type] ?? 'application/octet-stream') : type;
  // The values of CSV are its rows.
  const node = values.at(
    describesRows(schema) ? below(pointer, 'schema', 'contentSchema') : below(pointer, 'schema'),
  );
  return { contentType, node, encodings: encoding };
}

const CONCRETE: Readonly<Record<string, string>> = {
  'application/*': 'application/json',
  'text/*': 'text/plain',
  'image/*': 'image/png',
};

function isWritable(contentType: string): boolean {
  return !/[/+](?:xml|yaml|x-ndjson|jsonl|json-seq|event-stream)$/.test(essenceOf(contentType));
}

export interface Credential {
  readonly header: string;
  readonly wrong: string;
}

/**
 * Returns the headers in which an operation requires credentials. Empty if they are optional, or part of the
 * connection or the query.
 */
function credentialsOf(alternatives: readonly object[], document: OpenApiDocument): Credential[] {
  const names = alternatives.map((alternative) => Object.keys(alternative).map(securitySchemeName));
  const known = document.components?.securitySchemes ?? {};
  const schemes = [...new Set(names.flat())].map((name) =>
    credentialOf(
      followReference<unknown>(known[name], below('#/components/securitySchemes', name), document).object,
    ),
  );
  const isRequired = names.length > 0 && names.every((schemeNames) => schemeNames.length > 0);
  return isRequired && schemes.every((scheme) => scheme !== undefined) ? schemes : [];
}

function credentialOf(securityScheme: unknown): Credential | undefined {
  const {
    type,
    scheme,
    name,
    in: place,
  } = (isRecord(securityScheme) ? securityScheme : {}) as Partial<Record<string, string>>;
  if (type === 'oauth2' || type === 'openIdConnect')
    return { header: 'authorization', wrong: 'Bearer invalid' };
  if (type === 'http')
    return {
      header: 'authorization',
      wrong: /^basic$/i.test(scheme ?? '') ? 'Basic aW52YWxpZDppbnZhbGlk' : `${scheme ?? 'Bearer'} invalid`,
    };
  if (type !== 'apiKey' || name === undefined) return undefined;
  if (place === 'header') return { header: name.toLowerCase(), wrong: 'invalid' };
  return place === 'cookie' ? { header: 'cookie', wrong: `${name}=invalid` } : undefined;
}
