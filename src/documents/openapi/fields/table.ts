import type { ExtensionName } from '../../../shared/types.js';
import type { AuthScheme, Components, Config, OpenApiVersion } from '../config/config.js';
import type { Endpoint, PathItem } from '../types/endpoint.js';
import type {
  Contact,
  Example,
  ExternalDocs,
  Info,
  License,
  Link,
  OAuthFlows,
  Reference,
  Server,
  ServerVariable,
  Tag,
} from '../types/objects.js';
import type {
  AnyRequestBody,
  Encoding,
  MediaType,
  Parameter,
  ResponseHeader,
  ResponseSpec,
} from '../types/parts.js';
import type { Field, Fields, ObjectFields } from './field.js';
import { OPENAPI_3_0, OPENAPI_3_1, OPENAPI_3_2 } from './versions.js';
import { HAVE_CONTENT, OWN } from './own.js';

export const TABLES = [
  ['3.0', OPENAPI_3_0],
  ['3.1', OPENAPI_3_1],
  ['3.2', OPENAPI_3_2],
  ['3.0', OWN],
] as const satisfies readonly (readonly [OpenApiVersion, ObjectFields])[];

type Table = (typeof TABLES)[number][1];
type NamesIn<T> = T extends unknown ? keyof T : never;
type FieldsIn<T, N extends PropertyKey> = T extends Readonly<Record<N, infer F>> ? keyof F : never;
export type ObjectName = NamesIn<Table>;

export interface KnownField extends Field {
  readonly since: OpenApiVersion;
}

export const OBJECT_FIELDS = mergeTables();

function mergeTables(): { readonly [N in ObjectName]: Readonly<Record<FieldsIn<Table, N>, KnownField>> } {
  const merged: Record<string, Record<string, KnownField>> = {};
  for (const [since, table] of TABLES)
    for (const [name, fields] of Object.entries<Fields>(table))
      addFields((merged[name] ??= {}), fields, since);
  for (const name of HAVE_CONTENT) merged[name] = { ...merged.mediaType, ...merged[name] };
  return merged as ReturnType<typeof mergeTables>;
}

function addFields(to: Record<string, KnownField>, fields: Fields, since: OpenApiVersion): void {
  for (const [name, field] of Object.entries(fields)) to[name] = { ...field, since };
}

export interface Typed {
  info: Info;
  contact: Contact;
  license: License;
  server: Server;
  serverVariable: ServerVariable;
  tag: Tag;
  externalDocs: ExternalDocs;
  example: Example;
  reference: Reference;
  link: Link;
  pathItem: PathItem;
  operation: Endpoint;
  parameter: Parameter;
  header: ResponseHeader;
  mediaType: MediaType;
  encoding: Encoding;
  requestBody: Omit<AnyRequestBody, keyof MediaType>;
  response: Omit<ResponseSpec, keyof MediaType>;
  securityScheme: AuthScheme;
  oauthFlows: OAuthFlows;
  implicitFlow: NonNullable<OAuthFlows['implicit']>;
  passwordFlow: NonNullable<OAuthFlows['password']>;
  clientCredentialsFlow: NonNullable<OAuthFlows['clientCredentials']>;
  authorizationCodeFlow: NonNullable<OAuthFlows['authorizationCode']>;
  deviceAuthorizationFlow: NonNullable<OAuthFlows['deviceAuthorization']>;
  components: Components;
  document: Pick<Config, '$self' | 'jsonSchemaDialect'>;
}

type Options = 'config' | 'ui' | 'auth' | 'docsAuth' | 'webhook';

type KeysOf<T> = T extends unknown
  ? Exclude<keyof T, ExtensionName | 'extensions' | 'verify' | 'allowedOrigins'>
  : never;

type Untabled = { [N in keyof Typed]: `${N}.${Exclude<KeysOf<Typed[N]>, FieldsIn<Table, N>>}` }[keyof Typed];
type Untyped = {
  [N in Exclude<ObjectName, Options>]: N extends keyof Typed
    ? `${N}.${Exclude<FieldsIn<Table, N>, KeysOf<Typed[N]>>}`
    : N;
}[Exclude<ObjectName, Options>];

type None<T extends never> = T;
export type NoneForgotten = readonly [None<Untabled>, None<Untyped>];
