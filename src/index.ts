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
export { DecoratorError } from '../decorators/errors.js';
export { Cookie, Form, Header, Param, Path, Query } from '../decorators/locations.js';
export { Model, Webhook } from '../decorators/model.js';
export { Returns } from '../decorators/operation.js';
export type { OperationAnnotation, ReturnedType, ReturnsOptions } from '../decorators/operation.js';
export { Nullable, Optional, ReadOnly, Required, WriteOnly } from '../decorators/presence.js';
export { ArrayOf, Enum, MapOf, OneOf, TupleOf, TypeOf } from '../decorators/types.js';
export { nodeOperations } from './adapters/node.js';
export type { NodeOperations, NodeOperationsOptions } from './adapters/node.js';
export type { BindsOperations } from './adapters/operation-routes.js';
export { DIAGNOSTICS } from './base/diagnostics.js';
export type { Diagnostic, DiagnosticCode, Finding, Severity } from './base/diagnostics.js';
export { ConfigError, DtospecError } from './base/errors.js';
export { Docs } from './docs.js';
export type { BuiltDocs, DocsInVersion } from './built-docs.js';
export type { DocsView } from './docs-view.js';
export type { ViewCandidate, ViewOptions, ViewSelection } from './spec/view.js';
export { generic } from './model/generic.js';
export { IntersectionType, OmitType, PartialType, PickType } from './model/mapped-types.js';
export { arrayOf, discriminated, enumOf, file, mapOf, oneOf, tupleOf } from './model/type-functions.js';
export type {
  RawSchema,
  StandardType,
  TypeExpression,
  TypeInput,
  ValueOf,
} from '../decorators/type-input.js';
export { FileStream } from './model/file-stream.js';
export { TypeInputError } from './model/type-input-error.js';
export type { ParameterStyle } from '../decorators/record.js';
export type { Constructor, ExtensionName, JsonValue } from './base/types.js';
export type { ImplicitConversion, ValidationOptions } from './model/validation-options.js';
export type { BoundOperation } from './operation/bind.js';
export { BodyConsumedError, RequestAbortedError } from './operation/body-errors.js';
export { operation } from './operation/operation.js';
export type { Operation } from './operation/operation.js';
export type {
  LimitOptions,
  MultipartOptions,
  OperationOptions,
  ProblemFormat,
  UndocumentedProperties,
  UnknownProperties,
} from './operation/options.js';
export { reply, type Reply, type ReplyHeaders, type ReplyOptions } from './operation/make-reply.js';
export type { ReplyWith } from './operation/types.js';
export { problem, ProblemDetails, ProblemFault, problemResponse } from './operation/problem.js';
export type { FaultPlace, Problem } from './operation/problem.js';
export { ResponseMismatchError } from './operation/reply.js';
export { ServerSentEvent } from './operation/server-sent-event.js';
export type { ServerSentEventOptions } from './operation/server-sent-event.js';
export { standardSchema } from './operation/standard-schema.js';
export type { StandardSchema, StandardSchemaOptions, StandardTarget } from './operation/standard-schema.js';
export type { OperationDefinition, OperationInput, OperationRequest } from './operation/types.js';
export { registerRule } from './rules/register.js';
export type { RuleKeywords } from './rules/register.js';
export { jsonSchemaOf } from './schema/json-schema.js';
export type { JsonSchemaOptions } from './schema/json-schema.js';
export type { Schema30 } from './json-schema/dialect-3-0/types.js';
export type { Schema, SchemaType } from './json-schema/schema.js';
export { SerializeError } from './serialize/errors.js';
export { serialize } from './serialize/serialize.js';
export type { SerializeOptions } from './serialize/serialize.js';
export { AuthorizeError, ViewerNotInstalledError } from './server/errors.js';
export { BasePathError } from './server/paths.js';
export { ServingError } from './server/serving-error.js';
export { DEFAULT_VIEWER_VERSION, HeaderValueError, PolicyError } from './server/settings.js';
export type { ConnectApp, DocsResponse, DocsServer, NodeHandler } from './server/source.js';
export { TransformError } from './spec/build.js';
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
  OpenApiVersion,
  OpenIdConnectScheme,
  RequestServers,
  UIConfig,
} from './spec/config.js';
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
} from './spec/objects.js';
export type * from './spec/document.js';
export type {
  Callback,
  CallbackUrls,
  Endpoint,
  PathItem,
  PathOperation,
  SentWebhook,
} from './spec/endpoint.js';
export type * from './spec/parts.js';
export type { HttpMethod } from './spec/objects.js';
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
} from './spec/helpers.js';
export {
  SECURITY_API_KEY,
  SECURITY_API_KEY_QUERY,
  SECURITY_BASIC_AUTH,
  SECURITY_BEARER_AUTH,
  SECURITY_COOKIE_AUTH,
  SECURITY_OAUTH2,
} from './spec/security-schemes.js';
export { DocsError, DocsValidationError } from './spec/validate.js';
export type { WebhookOptions } from './spec/webhook-options.js';
