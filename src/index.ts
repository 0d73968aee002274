export {
  Default,
  Deprecated,
  Description,
  Doc,
  Example,
  Extension,
  Format,
  Hidden,
  SchemaOverride,
  Title,
} from '../decorators/annotations.js';
export type { EnumLike } from '../decorators/enum.js';
export { DecoratorError } from '../decorators/arguments.js';
export { Cookie, Form, Header, Param, Path, Query } from '../decorators/locations.js';
export { Model, Webhook } from '../decorators/model.js';
export { Returns } from '../decorators/operation.js';
export type { OperationAnnotation, ReturnedType, ReturnsOptions } from '../decorators/operation.js';
export { Nullable, Optional, ReadOnly, Required, WriteOnly } from '../decorators/annotations.js';
export { ArrayOf, Enum, MapOf, OneOf, TupleOf, TypeOf } from '../decorators/types.js';
export { nodeOperations } from './adapters/node.js';
export type { NodeOperations, NodeOperationsOptions } from './adapters/node.js';
export type { BindsOperations } from './adapters/operation-routes.js';
export { DIAGNOSTICS } from './shared/diagnostics.js';
export type { Diagnostic, DiagnosticCode, Finding, Severity } from './shared/diagnostics.js';
export { ConfigError, DtospecError } from './shared/errors.js';
export { Docs } from './docs.js';
export type { BuiltDocs, DocsInVersion } from './built-docs.js';
export type { DocsView } from './docs.js';
export type { ViewCandidate, ViewOptions, ViewSelection } from './documents/openapi/config/view.js';
export { generic } from './documents/model/generic.js';
export { IntersectionType, OmitType, PartialType, PickType } from './documents/model/mapped-types.js';
export {
  arrayOf,
  discriminated,
  enumOf,
  file,
  mapOf,
  oneOf,
  tupleOf,
} from './documents/model/type-functions.js';
export type {
  RawSchema,
  StandardType,
  TypeExpression,
  TypeInput,
  ValueOf,
} from '../decorators/type-input.js';
export { FileStream } from './documents/model/type-functions.js';
export { TypeInputError } from './documents/model/type-input-error.js';
export type { ParameterStyle } from '../decorators/record.js';
export type { Constructor, ExtensionName, JsonValue } from './shared/types.js';
export type { ImplicitConversion, ValidationOptions } from './documents/model/validation-options.js';
export type { BoundOperation } from './operations/bind.js';
export { BodyConsumedError, RequestAbortedError, ResponseMismatchError } from './operations/errors.js';
export { forbidden, scoped } from './operations/security/security-types.js';
export type { AuthOf, Forbidden, ScopedScheme, SecurityInput } from './operations/security/security-types.js';
export { sameSecret } from './shared/same-secret.js';
export type { SchemeOptions } from './documents/openapi/helpers.js';
export type { ClientApi } from './operations/client-api.js';
export { operation } from './operations/operation.js';
export type { Operation } from './operations/operation.js';
export type {
  LimitOptions,
  MountedOperationOptions,
  MultipartOptions,
  OperationOptions,
  ProblemFormat,
  UndocumentedProperties,
  UnknownProperties,
} from './operations/options.js';
export { reply, type Reply, type ReplyHeaders, type ReplyOptions } from './operations/make-reply.js';
export type { ReplyWith } from './operations/types.js';
export { problem, ProblemDetails, ProblemFault, problemResponse } from './operations/problem.js';
export type { FaultPlace, Problem } from './operations/problem.js';
export { ServerSentEvent } from './operations/server-sent-event.js';
export type { ServerSentEventOptions } from './operations/server-sent-event.js';
export { standardSchema } from './operations/standard-schema.js';
export type { StandardSchema, StandardSchemaOptions, StandardTarget } from './operations/standard-schema.js';
export type { OperationDefinition, OperationInput, OperationRequest } from './operations/types.js';
export { registerRule } from './documents/rules/register.js';
export type { RuleKeywords } from './documents/rules/register.js';
export { jsonSchemaOf } from './documents/schema/json-schema.js';
export type { JsonSchemaOptions } from './documents/schema/json-schema.js';
export type { Schema30 } from './documents/json-schema/dialects/convert.js';
export type { Schema, SchemaType } from './documents/json-schema/schema.js';
export { SerializeError } from './serialize/errors.js';
export { serialize } from './serialize/serialize.js';
export type { SerializeOptions } from './serialize/serialize.js';
export {
  AuthorizeError,
  BasePathError,
  HeaderValueError,
  PolicyError,
  ServingError,
  ViewerNotInstalledError,
} from './page/errors.js';
export { DEFAULT_VIEWER_VERSION } from './page/settings.js';
export type { ConnectApp, DocsResponse, DocsServer, NodeHandler } from './page/source.js';
export { TransformError } from './documents/openapi/build.js';
export type {
  ApiKeyScheme,
  AuthConfig,
  Authorize,
  AuthorizeAnswer,
  AuthScheme,
  Components,
  Config,
  DocsAuth,
  DocsRequest,
  DocsTexts,
  HeadElement,
  HttpScheme,
  MutualTlsScheme,
  OAuth2Scheme,
  OnError,
  BasicCredentials,
  Verify,
  VerifyContext,
  OpenApiVersion,
  OpenIdConnectScheme,
  RequestServers,
  UIConfig,
} from './documents/openapi/config/config.js';
export type {
  Contact,
  ExternalDocs,
  Info,
  License,
  OAuthFlow,
  OAuthFlows,
  Reference,
  SecurityRequirement,
  Server,
  ServerVariable,
  Tag,
} from './documents/openapi/types/objects.js';
export type * from './documents/openapi/types/document.js';
export type {
  Callback,
  CallbackUrls,
  Endpoint,
  PathItem,
  PathOperation,
  SentWebhook,
} from './documents/openapi/types/endpoint.js';
export type * from './documents/openapi/types/parts.js';
export type { HttpMethod } from './documents/openapi/types/objects.js';
export {
  apiKeyAuth,
  basicAuth,
  bearerAuth,
  body,
  bodyWithDesc,
  cookieAuth,
  cookieParam,
  eventStream,
  formBody,
  formURLEncodedBody,
  headerParam,
  jsonLines,
  pathParam,
  queryParam,
  requiredQueryParam,
  response,
  schema,
} from './documents/openapi/helpers.js';
export {
  SECURITY_API_KEY,
  SECURITY_API_KEY_QUERY,
  SECURITY_BASIC_AUTH,
  SECURITY_BEARER_AUTH,
  SECURITY_COOKIE_AUTH,
  SECURITY_OAUTH2,
} from './documents/openapi/create/security-schemes.js';
export { DocsError, DocsValidationError } from './documents/openapi/validate.js';
export type { WebhookOptions } from './documents/openapi/types/endpoint.js';
