import type { Cursor, SpecDocument } from '../diff/document.js';
import type { Node } from '../diff/schema/translate.js';
import { isToken } from '../../shared/http.js';
import { isRecord } from '../../shared/values.js';
import { essenceOf } from '../../shared/media-types.js';
import type { EncodingObject } from '../../documents/openapi/types/document.js';
import { IGNORED_HEADERS } from '../exchanges/check-request.js';
import type { DocumentedOperation } from '../exchanges/operations.js';
import type { SchemaValues } from './values/schema-values.js';
import { cookieNames, type Headers } from './write/headers.js';

export const BODY = 'request body';

export interface Parameter {
  readonly key: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
  readonly name: string;
  readonly isRequired: boolean;
  readonly node: Node;
  readonly style: string;
  readonly explode: boolean;
  readonly contentType: string | undefined;
  readonly pointer: string;
}

export interface BodyContent {
  readonly contentType: string;
  readonly node: Node;
  readonly encodings: Readonly<Record<string, EncodingObject>>;
}

export interface FuzzTarget {
  readonly documented: DocumentedOperation;
  readonly operationId: string | undefined;
  /** The prefix of the path: the option `basePath`, else the path of the first server, without a final slash. */
  readonly basePath: string;
  readonly parameters: readonly Parameter[];
  readonly contents: readonly BodyContent[];
  readonly isBodyRequired: boolean;
  readonly credentials: readonly Credential[];
  readonly unwritable: readonly string[];
}

export function readOperation(
  documented: DocumentedOperation,
  document: SpecDocument,
  values: SchemaValues,
  headers: Headers,
): FuzzTarget {
  const keys = documented.pointer.split('/').slice(3);
  const item = document.child(document.root, 'paths', documented.path);
  const operation = document.child(item, ...keys);
  const parameters = [
    ...document.items(document.child(item, 'parameters')),
    ...document.items(document.child(operation, 'parameters')),
  ].flatMap((cursor) => readParameter(cursor, document, values));
  const body = document.child(operation, 'requestBody');
  const contents = document
    .entries(document.child(body, 'content'))
    .map(([type, cursor]) => readContent(type, cursor, document, values));
  const { operationId } = recordOf(operation) as { readonly operationId?: string };
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const cookies = cookieNames(headers);
  const isGiven = ({ in: place, name }: Parameter): boolean =>
    place === 'header' ? given.has(name.toLowerCase()) : place === 'cookie' && cookies.has(name);
  return {
    documented,
    operationId,
    basePath: documented.templates[0]?.slice(0, -documented.path.length) ?? '',
    // Parameters of the operation override those of the path item.
    parameters: [...new Map(parameters.map((one) => [one.key, one])).values()].filter((one) => !isGiven(one)),
    contents: contents.filter(({ contentType }) => isWritable(contentType)),
    isBodyRequired: recordOf(body).required === true,
    credentials: credentialsOf(operation, document),
    unwritable: contents.map((one) => one.contentType).filter((type) => !isWritable(type)),
  };
}

function readParameter(cursor: Cursor, document: SpecDocument, values: SchemaValues): Parameter[] {
  const { name, in: place, required, style, explode } = recordOf(cursor);
  if (typeof name !== 'string') return [];
  if (place === 'header' && (IGNORED_HEADERS.has(name.toLowerCase()) || !isToken(name))) return [];
  const [content] = document.entries(document.child(cursor, 'content'));
  const read =
    typeof style === 'string' ? style : place === 'query' || place === 'cookie' ? 'form' : 'simple';
  return [
    {
      key: `${String(place)} parameter ${name}`,
      in: place as Parameter['in'],
      name,
      isRequired: required === true || place === 'path',
      node: schemaOf(content?.[1] ?? cursor, document, values),
      style: read,
      explode: typeof explode === 'boolean' ? explode : ['form', 'deepObject', 'cookie'].includes(read),
      contentType: content?.[0],
      pointer: cursor.pointer,
    },
  ];
}

function readContent(
  contentType: string,
  cursor: Cursor,
  document: SpecDocument,
  values: SchemaValues,
): BodyContent {
  const encodings = document
    .entries(document.child(cursor, 'encoding'))
    .map(([name, one]) => [name, one.value as EncodingObject] as const);
  return {
    contentType: contentType.endsWith('*')
      ? (CONCRETE[contentType] ?? 'application/octet-stream')
      : contentType,
    node: schemaOf(cursor, document, values),
    encodings: Object.fromEntries(encodings),
  };
}

/** Returns the schema without following its reference, since keywords beside a reference would be lost. */
function schemaOf({ pointer }: Cursor, document: SpecDocument, values: SchemaValues): Node {
  return values.at(document.at(`${pointer}/schema`)?.pointer);
}

const CONCRETE: Readonly<Record<string, string>> = {
  'application/*': 'application/json',
  'text/*': 'text/plain',
  'image/*': 'image/png',
};

function isWritable(contentType: string): boolean {
  return !/[/+](?:xml|yaml|x-ndjson|jsonl|json-seq|event-stream)$/.test(essenceOf(contentType));
}

function recordOf(cursor: Cursor | undefined): Readonly<Record<string, unknown>> {
  return isRecord(cursor?.value) ? cursor.value : {};
}

export interface Credential {
  readonly header: string;
  readonly wrong: string;
}

/**
 * Returns the headers in which an operation requires credentials. Empty if they are optional, or part of the connection
 * or the query.
 */
function credentialsOf(operation: Cursor | undefined, document: SpecDocument): Credential[] {
  const own = document.child(operation, 'security') ?? document.child(document.root, 'security');
  const alternatives = document.items(own).map(({ value }) => Object.keys(isRecord(value) ? value : {}));
  const schemes = [...new Set(alternatives.flat())].map((name) =>
    credentialOf(document.child(document.root, 'components', 'securitySchemes', name)?.value),
  );
  const isRequired = alternatives.length > 0 && alternatives.every((names) => names.length > 0);
  return isRequired && schemes.every((one) => one !== undefined) ? schemes : [];
}

function credentialOf(given: unknown): Credential | undefined {
  const { type, scheme, name, in: place } = (isRecord(given) ? given : {}) as Partial<Record<string, string>>;
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
