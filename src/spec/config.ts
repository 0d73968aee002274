import type { TypeInput } from '../../decorators/type-input.js';
import type { Constructor, JsonValue } from '../base/types.js';
import type { ValidationOptions } from '../model/validation-options.js';
import type { OpenApiDocument } from './document.js';
import type { CallbackUrls, PathItem } from './endpoint.js';
import type {
  Example,
  ExternalDocs,
  Info,
  Link,
  OAuthFlows,
  SecurityRequirement,
  Server,
  Tag,
} from './objects.js';
import type {
  AnyRequestBody,
  Extended,
  MediaType,
  Parameter,
  ResponseHeader,
  ResponseSpec,
} from './parts.js';

export type { JsonValue } from '../base/types.js';

/** Argument of `new Docs(config)`. */
export interface Config extends Extended {
  info: Info;
  /** The document's own URI, without a fragment; OpenAPI 3.2 and later. */
  $self?: string;
  /** URI of the dialect of all schemas; OpenAPI 3.1 and later. @default OpenAPI's own */
  jsonSchemaDialect?: string;
  servers?: Server[];
  tags?: Tag[];
  ui?: UIConfig;
  auth?: AuthConfig;
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
  /** `'lowercase'`: a parameter without a name of its own gets its property's name in lower case. @default 'property' */
  parameterNames?: 'property' | 'lowercase';
  /** Security of every operation that names none. @default none */
  security?: SecurityRequirement[];
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

/** Named objects that references lead to, each kind with its own names: the Components Object (OpenAPI 3.2, 4.8.7). */
export interface Components extends Extended {
  responses?: Record<string, ResponseSpec>;
  parameters?: Record<string, Parameter>;
  examples?: Record<string, Example>;
  requestBodies?: Record<string, AnyRequestBody>;
  headers?: Record<string, ResponseHeader>;
  links?: Record<string, Link>;
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
  /** Has no effect: the viewer keeps credentials or not as it likes. */
  persistCredentials?: boolean;
  schemes?: AuthScheme[];
}

/**
 * A security scheme (OpenAPI 3.1, 4.8.27), emitted under `components.securitySchemes`. Each type asks for what
 * OpenAPI requires of it, so an incomplete scheme does not compile.
 */
export type AuthScheme = HttpScheme | ApiKeyScheme | OAuth2Scheme | OpenIdConnectScheme | MutualTlsScheme;

interface SchemeBase extends Extended {
  /** What `Endpoint.security` refers to: letters, digits, `.`, `_` and `-`. */
  name: string;
  description?: string;
  /** OpenAPI 3.2 and later. */
  deprecated?: boolean;
}

/** `Authorization` header in one of HTTP's schemes. */
export interface HttpScheme extends SchemeBase {
  type: 'http';
  /** `bearer`, `basic`, or another registered one. */
  scheme: 'bearer' | 'basic' | (string & {});
  /** For `bearer`: a hint at the token's format, such as `JWT`. */
  bearerFormat?: string;
}

/** A key that travels under a name of its own. */
export interface ApiKeyScheme extends SchemeBase {
  type: 'apiKey';
  in: 'header' | 'query' | 'cookie';
  /** The header, query parameter or cookie that carries the credential. */
  paramName: string;
}

export interface OAuth2Scheme extends SchemeBase {
  type: 'oauth2';
  flows: OAuthFlows;
  /** URL of the authorization server's metadata (RFC 8414); OpenAPI 3.2 and later. */
  oauth2MetadataUrl?: string;
}

export interface OpenIdConnectScheme extends SchemeBase {
  type: 'openIdConnect';
  /** URL of the discovery document. */
  openIdConnectUrl: string;
}

/** A certificate of the client; OpenAPI 3.1 and later. */
export interface MutualTlsScheme extends SchemeBase {
  type: 'mutualTLS';
}

/** Appearance of the docs page. */
export interface UIConfig {
  /** Passed to the viewer unchanged. @default 'purple' */
  theme?: string;
  /** @default false */
  darkMode?: boolean;
  /** Passed to the viewer unchanged. @default 'modern' */
  layout?: string;
  /** @default true */
  showSidebar?: boolean;
  /** @deprecated No effect since 1.3.0: the viewer always has a search. */
  sidebarSearch?: boolean;
  /** @deprecated No effect since 1.3.0: the viewer always groups by tag. */
  tagGrouping?: boolean;
  /** @deprecated No effect since 1.3.0: models can always be folded. */
  collapsibleSchemas?: boolean;
  /** Raw CSS, put verbatim into a style element. Trusted input only. */
  customCSS?: string;
  /** Version of the viewer loaded from the CDN. @default DEFAULT_VIEWER_VERSION */
  viewerVersion?: string;
  /**
   * `Access-Control-Allow-Origin` of the spec, a protected one too: `''` sends `*`, `'-'` sends none, anything else is
   * sent as it is. @default ''
   */
  specCORSOrigin?: string;
  /**
   * `'local'` serves the installed `@scalar/api-reference` from this process; with `'cdn'` the page falls back to it,
   * if it is installed, where the CDN fails. @default 'cdn'
   */
  viewerSource?: 'cdn' | 'local';
  /** Subresource integrity of the CDN's script, e.g. `sha384-…`; the local one has its own. @default none */
  viewerIntegrity?: string;
  /**
   * The viewer's own options, over ours: the way to switch its fonts, telemetry, agent or proxy on
   * (`{ withDefaultFonts: true }`). The page's Content-Security-Policy follows. @default {}
   */
  viewerOptions?: Record<string, JsonValue>;
  /**
   * More sources for the page's Content-Security-Policy, by directive: `{ 'connect-src': ['https://login.example.com'] }`.
   * They are added to ours, but for `frame-ancestors`, where they stand instead of `'self'`. @default {}
   */
  contentSecurityPolicy?: Record<string, string[]>;
}

/** Protection of the docs page and the spec. */
export interface DocsAuth {
  enabled: boolean;
  /** Basic authentication; needs `password`. */
  username?: string;
  password?: string;
  /** @default 'API Documentation' */
  realm?: string;
  /** Alternative credential, passed as the query parameter `key`. */
  apiKey?: string;
}

/** Whether this reader may see the page and the spec. A rejection is the application's error, never an admission. */
export type Authorize = (request: DocsRequest) => boolean | Promise<boolean>;

/**
 * Takes an error of the application's own code. What is answered is for the framework's error handling to say, or
 * else a plain 500. @throws nothing: what it throws takes the place of the error
 */
export type OnError = (error: unknown, request: DocsRequest) => void;

/** A request to the docs server, the same from every framework. */
export interface DocsRequest {
  /** In upper case. */
  readonly method: string;
  /** Path that the docs are mounted at, as it was asked for, without a trailing slash; `''` at the root. */
  readonly base: string;
  /** Path below `base`, percent-encoded as it came: `/` is the page, and so is `''`, the base itself. */
  readonly path: string;
  /** Query without its question mark. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The framework's own request: Express's and node:http's, Fastify's, Koa's context, a fetch `Request`. */
  readonly raw: unknown;
}
