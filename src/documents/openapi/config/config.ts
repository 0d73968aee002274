import type { TypeInput } from '../../../../decorators/type-input.js';
import type { OperationRequest } from '../../../shared/operation-request.js';
import type { Constructor } from '../../../shared/types.js';
import type { ImplicitConversion, ValidationOptions } from '../../model/validation-options.js';
import type { Authorize, DocsAuth, OnError, UIConfig } from './page-options.js';
import type { OpenApiDocument } from '../types/document.js';
import type { CallbackUrls, PathItem } from '../types/endpoint.js';
import type {
  Example,
  ExternalDocs,
  Info,
  Link,
  OAuthFlows,
  SecurityRequirement,
  Server,
  Tag,
} from '../types/objects.js';
import type {
  AnyRequestBody,
  Extended,
  MediaType,
  Parameter,
  ResponseHeader,
  ResponseSpec,
} from '../types/parts.js';

export type { JsonValue } from '../../../shared/types.js';
export type { Authorize, AuthorizeAnswer, DocsAuth, DocsRequest, OnError } from './page-options.js';
export type { DocsTexts } from './page-options.js';
export type { HeadElement, UIConfig } from './page-options.js';

/** Argument of `new Docs(config)`. */
export interface Config extends Extended {
  /** What the API is: title, version, and who answers for it. */
  info: Info;
  /** The document's own URI, without a fragment; OpenAPI 3.2 and later. */
  $self?: string;
  /** URI of the dialect of all schemas; OpenAPI 3.1 and later. @default OpenAPI's own */
  jsonSchemaDialect?: string;
  /**
   * `'request'`: the one under which the document was asked for, in what is served; it stays out of `buildSpec()`. With
   * options, which hosts may be named and whether a proxy is believed.
   */
  servers?: Server[] | 'request' | RequestServers;
  /** Groups of operations, in the order of the sidebar, with their descriptions. */
  tags?: Tag[];
  /** How the docs page looks, and where its viewer comes from. */
  ui?: UIConfig;
  /** Security schemes by the names that operations ask for. */
  auth?: AuthConfig;
  /** A password or a key for page and document. @default open to everybody */
  docsAuth?: DocsAuth;
  /** Admits readers by the application's own means; beside `docsAuth` either one grants access. @default none */
  authorize?: Authorize;
  /** Is told of every error of `transformDocument` and `authorize` while a request is answered. @default none */
  onError?: OnError;
  /** `validate()` takes warnings for errors, a misspelt name in `security` among them. @default false */
  strict?: boolean;
  /** Inlines every class at each use instead of `components.schemas` with `$ref`. @default false */
  inlineSchemas?: boolean;
  /** Dialect of the document. @default '3.1' */
  openapi?: OpenApiVersion;
  /**
   * The options under which the application validates requests: those of class-validator's `validate` and of
   * class-transformer's `plainToInstance`. They decide what requests are documented to be.
   * @default the libraries' own defaults
   */
  validation?: ValidationOptions;
  /** Documents that class-validator lets `null` through at an `@IsOptional()`. @default false */
  nullableOptional?: boolean;
  /**
   * How requests are documented under `enableImplicitConversion`: `'accepted'` lists every scalar type that is converted,
   * `'declared'` the declared type only, which client generators need. @default 'accepted', in `nestDocs` 'declared'
   */
  implicitConversion?: ImplicitConversion;
  /** `'lowercase'`: a parameter without a name of its own gets its property's name in lower case. @default 'property' */
  parameterNames?: 'property' | 'lowercase';
  /** Security of every operation that names none. @default none */
  security?: SecurityRequirement[];
  /** Further documentation of the whole API (OpenAPI 3.1, 4.8.11). */
  externalDocs?: ExternalDocs;
  /**
   * Classes that hand-written schemas refer to by name (`{ $ref: '#/components/schemas/Cat' }`). They are components of
   * the document even where nothing refers to them. @default none
   */
  models?: Constructor[];
  /** Responses, parameters, … that have a name and are referred to by it: `{ $ref: 'Unauthorized' }`. */
  components?: Components;
  /** What is said of paths as a whole, by path. */
  paths?: Record<string, PathItem>;
  /** Last word over the finished document; what it returns is served. */
  transformDocument?: (document: OpenApiDocument) => OpenApiDocument;
}

/** Servers that are made from each request for the document. */
export interface RequestServers {
  /** Hosts that may be named, with their ports: a request for another one gets a document without servers. @default all */
  readonly hosts?: readonly string[];
  /**
   * Believes `X-Forwarded-Host`, `-Proto` and `-Prefix`: for a proxy that sets or removes each of them, since anyone else
   * may send them too. @default false
   */
  readonly trustProxy?: boolean;
}

/** Named objects that references lead to, each kind with its own names: the Components Object (OpenAPI 3.2, 4.8.7). */
export interface Components extends Extended {
  /** Responses, for `{ $ref }` in `responses`. */
  responses?: Record<string, ResponseSpec>;
  /** Parameters, for `{ $ref }` in `parameters`. */
  parameters?: Record<string, Parameter>;
  /** Examples, for `{ $ref }` in `examples`. */
  examples?: Record<string, Example>;
  /** Bodies, for `{ $ref }` in `requestBody`. */
  requestBodies?: Record<string, AnyRequestBody>;
  /** Headers, for `{ $ref }` in `headers`. */
  headers?: Record<string, ResponseHeader>;
  /** Links, for `{ $ref }` in `links`. */
  links?: Record<string, Link>;
  /** Callbacks, for `{ $ref }` in `callbacks`. */
  callbacks?: Record<string, CallbackUrls>;
  /** Before OpenAPI 3.1 what refers to one has it in full. */
  pathItems?: Record<string, PathItem>;
  /** Before OpenAPI 3.2 what refers to one has it in full. */
  mediaTypes?: Record<string, MediaType>;
  /** Schemas by name, beside those of classes. */
  schemas?: Record<string, TypeInput>;
}

/** Emitted as 3.0.3, 3.1.0 and 3.2.0. */
export type OpenApiVersion = '3.0' | '3.1' | '3.2';

/** Security schemes of the API. */
export interface AuthConfig {
  /** Whether the page kept credentials. @deprecated No effect: the viewer keeps credentials or not as it likes. */
  persistCredentials?: boolean;
  /** Each under the name that `security` asks for; one of a predefined name takes its place. */
  schemes?: AuthScheme[];
}

/**
 * A security scheme (OpenAPI 3.1, 4.8.27), emitted under `components.securitySchemes`. Each type asks for what
 * OpenAPI requires of it, so an incomplete scheme does not compile.
 */
export type AuthScheme = HttpScheme | ApiKeyScheme | OAuth2Scheme | OpenIdConnectScheme | MutualTlsScheme;

/** The name and the password of HTTP's basic authentication. */
export interface BasicCredentials {
  /** Without a colon (RFC 7617, 2). */
  readonly username: string;
  /** May hold colons. */
  readonly password: string;
}

/** What `verify` is given beside the credential. */
export interface VerifyContext {
  /** The request, whose body is not read yet. */
  readonly request: OperationRequest;
  /** The scopes that the operation asks for. */
  readonly scopes: readonly string[];
}

/**
 * Checks a credential. What it returns is the handler's `auth`; `undefined`, `null` and `false` answer 401, `forbidden()`
 * answers 403, and what it throws goes to the framework's error handling.
 */
export type Verify<C, U = unknown> = (credential: C, context: VerifyContext) => U | Promise<U>;

/** Checks the credentials of a scheme; `false` if something in front of the operations does. */
interface Verifiable<U> {
  /** Checks a credential of operations; without it, the scheme is documentation. @default none */
  verify?: Verify<never, U> | false | undefined;
}

interface SchemeBase extends Extended {
  /** What `Endpoint.security` refers to: letters, digits, `.`, `_` and `-`. */
  name: string;
  description?: string;
  /** OpenAPI 3.2 and later. */
  deprecated?: boolean;
}

/** `Authorization` header in one of HTTP's schemes. */
export interface HttpScheme<U = unknown> extends SchemeBase, Verifiable<U> {
  type: 'http';
  /** `bearer`, `basic`, or another registered one. */
  scheme: 'bearer' | 'basic' | (string & {});
  /** For `bearer`: a hint at the token's format, such as `JWT`. */
  bearerFormat?: string;
}

/** A key that travels under a name of its own. */
export interface ApiKeyScheme<U = unknown> extends SchemeBase, Verifiable<U> {
  type: 'apiKey';
  /** Where the key is sent. */
  in: 'header' | 'query' | 'cookie';
  /** The header, query parameter or cookie that carries the credential. */
  paramName: string;
}

/** OAuth 2: tokens by one of its flows (OpenAPI 3.1, 4.8.27). */
export interface OAuth2Scheme<U = unknown> extends SchemeBase, Verifiable<U> {
  type: 'oauth2';
  /** How a token is got. */
  flows: OAuthFlows;
  /** URL of the authorization server's metadata (RFC 8414); OpenAPI 3.2 and later. */
  oauth2MetadataUrl?: string;
}

/** OpenID Connect, described by a discovery document (OpenAPI 3.1, 4.8.27). */
export interface OpenIdConnectScheme<U = unknown> extends SchemeBase, Verifiable<U> {
  type: 'openIdConnect';
  /** URL of the discovery document. */
  openIdConnectUrl: string;
}

/** A certificate of the client; OpenAPI 3.1 and later. */
export interface MutualTlsScheme extends SchemeBase {
  type: 'mutualTLS';
}
