export {
  Default,
  Deprecated,
  Description,
  Doc,
  Example,
  Extension,
  Format,
  MaxBytes,
  Hidden,
  SchemaOverride,
  Title,
} from '../decorators/annotations.js';
export type { Annotation, ClassAnnotation, PropertyAnnotation } from '../decorators/store.js';
export { Cookie, Form, Header, Param, Path, Query } from '../decorators/locations.js';
export { Model, Webhook } from '../decorators/model.js';
export { rules, type PropertyRules } from '../decorators/rules.js';
export { registerType } from '../decorators/register-type.js';
export type { DirectedTypeDefinition, JsonOf, TypeDefinition } from '../decorators/register-type.js';
export {
  typeTransform,
  type TransformCall,
  type TypeTransformOptions,
} from '../decorators/type-transform.js';
export { Returns } from '../decorators/operation.js';
export { Nullable, Optional, ReadOnly, Required, WriteOnly } from '../decorators/annotations.js';
export { ArrayOf, Enum, MapOf, OneOf, TupleOf, TypeOf } from '../decorators/types.js';
export { nodeOperations } from './adapters/node.js';
export type { Diagnostic, Finding, Report } from './shared/diagnostics.js';
export { ConfigError, DtospecError } from './shared/errors.js';
export { Docs } from './docs.js';
export type { DocsInVersion } from './built-docs.js';
export type { DocsView } from './docs.js';
export { AtLeastOneOf, ExactlyOneOf, RequiredWith } from './documents/model/member-decorators.js';
export { ValidateValues } from './documents/schema/validate-values.js';
export type { MemberRuleDecorator } from './documents/model/member-decorators.js';
export { generic } from './documents/model/type/generic.js';
export { IntersectionType, OmitType, PartialType, PickType } from './documents/model/mapped-types.js';
export { csv } from './documents/model/type/csv-type.js';
export type { CsvOptions } from './documents/model/type/csv-type.js';
export {
  arrayOf,
  discriminated,
  enumOf,
  file,
  mapOf,
  oneOf,
  tupleOf,
} from './documents/model/type/type-functions.js';
export type { CsvFormulas, CsvType, TypeExpression, TypeInput, ValueOf } from '../decorators/type-input.js';
export { FileStream } from './documents/model/type/type-functions.js';
export type { Constructor, JsonValue } from './shared/types.js';
export { RequestAbortedError, ResponseMismatchError } from './operations/errors.js';
export { forbidden, scoped } from './operations/security/security-types.js';
export type { Forbidden, ScopedScheme } from './operations/security/security-types.js';
export { sameSecret } from './shared/same-secret.js';
export type { Result } from './client/client-types.js';
export type { ClientApi } from './operations/contract/client-api.js';
export { operation } from './operations/operation.js';
export type { Operation } from './operations/operation.js';
export type { OperationOptions, ProblemFormat } from './operations/operation-options.js';
export { download } from './operations/download.js';
export type {
  ByteRange,
  Download,
  DownloadContent,
  DownloadOptions,
  OpenDownload,
} from './operations/download.js';
export type { ContentStream } from './operations/response/content-source.js';
export { reply, type Reply } from './operations/make-reply.js';
export { problem, ProblemDetails, problemResponse } from './operations/problem.js';
export type {
  Problem,
  ProblemFault,
  ProblemFaults,
  ProblemOptions,
  ProblemResponse,
} from './operations/problem.js';
export { ServerSentEvent } from './operations/server-sent-event.js';
export { standardSchema } from './operations/standard-schema.js';
export { validator } from './operations/validator.js';
export type { Validated, ValidationFault, Validator, ValidatorOptions } from './operations/validator.js';
export type { StandardSchema } from './operations/standard-schema.js';
export type { OperationDefinition } from './operations/handler-types.js';
export type { OperationRequest } from './shared/http.js';
export { registerRule } from './documents/rules/register.js';
export type { CompleteSchema } from './documents/json-schema/inline-definitions.js';
export { jsonSchemaOf } from './documents/schema/json-schema.js';
export type { Schema30 } from './documents/json-schema/dialects/convert.js';
export type { Schema } from './documents/json-schema/schema.js';
export { SerializeError } from './serialize/errors.js';
export { serialize } from './serialize/serialize.js';
export { DEFAULT_VIEWER_VERSION } from './page/settings.js';
export type { NodeHandler } from './page/docs-server.js';
export type {
  ApiKeyScheme,
  AuthScheme,
  Config,
  HttpScheme,
  Verify,
  VerifyResult,
  OpenApiVersion,
} from './documents/openapi/config/config.js';
export type { DocsRequest, UIConfig } from './documents/openapi/config/page-options.js';
export type { OpenApiDocument, OperationObject } from './documents/openapi/types/document.js';
export type { Endpoint } from './documents/openapi/types/endpoint.js';
export type { Parameter, RequestBody, Responses, ResponseSpec } from './documents/openapi/types/parts.js';
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
