// The parts of the runtime that dtospec-tools uses, published as `dtospec/internal`. It is not public: it may
// change in any version.
export type { PropertyAnnotations } from '../decorators/record.js';
export { ownProperties, replaceProperties } from '../decorators/store.js';
export { TYPE } from '../decorators/type-input.js';
export type { EnumMember, TypeInput } from '../decorators/type-input.js';
export type { BuiltDocs } from './built-docs.js';
export type { Docs, DocsView } from './docs.js';
export type { KeywordTable } from './documents/json-schema/checker/arguments.js';
export type { Assertion, CompiledSchema, CompileKeyword } from './documents/json-schema/checker/assertion.js';
export { checkFormat } from './documents/json-schema/checker/check-format.js';
export { Checker } from './documents/json-schema/checker/checker.js';
export { describeFault } from './documents/json-schema/checker/describe-fault.js';
export { matches } from './documents/json-schema/checker/members.js';
export { findUndecidable } from './documents/json-schema/checker/undecidable.js';
export { translate30 } from './documents/json-schema/dialects/from-openapi-3-0.js';
export { hiddenProperties } from './documents/json-schema/hidden-properties.js';
export type { Direction } from './documents/json-schema/hidden-properties.js';
export { intersect } from './documents/json-schema/intersect.js';
export { ANNOTATION_KEYWORDS, omit, pick } from './documents/json-schema/keywords.js';
export { isSlowPattern } from './documents/json-schema/pattern/slow-pattern.js';
export type { Schema, SchemaType } from './documents/json-schema/schema.js';
export { schemaParts } from './documents/json-schema/schema-parts.js';
export { jsonTypeOf } from './documents/json-schema/types.js';
export { canonical, sameJson, valuesOf } from './documents/json-schema/values.js';
export { mapSubschemas, SUBSCHEMAS } from './documents/json-schema/walk.js';
export type { Resolve } from './documents/json-schema/walk.js';
export { propertyAnnotationsOf, propertyKeysOf } from './documents/model/annotations.js';
export { apiPropertyFacts, TYPE_OPTIONS } from './documents/model/api-property/facts.js';
export { createModeller, plainView } from './documents/model/class-model.js';
export { FACTS_VERSION } from './documents/model/facts/facts-file.js';
export type {
  AnswerFact,
  FactSchema,
  FactsFile,
  HandlerFact,
  CommentTexts,
  MemberFact,
  Scalar,
  TypeFact,
} from './documents/model/facts/facts-file.js';
export { FACTS_FILE, hashOfSource } from './documents/model/facts/read-facts.js';
export { copiedFrom, isMadeOptional } from './documents/model/class-validator/copies.js';
export { ancestorsOf } from './documents/model/class-validator/metadata.js';
export { extraModelsOf } from './documents/model/nest-swagger/metadata.js';
export type { Loose } from './documents/model/nest-swagger/metadata.js';
export { ownSwaggerKeys, swaggerOptionsOf } from './documents/model/nest-swagger/properties.js';
export type { SwaggerOptions } from './documents/model/nest-swagger/properties.js';
export { resolveLazyOrUnknown } from './documents/model/type/type-input-error.js';
export { designTypeOf } from './documents/model/type/design-type.js';
export { innerTypes, typeRefOf } from './documents/model/type/type-ref.js';
export type { TypeRef } from './documents/model/types.js';
export { resolveValidation } from './documents/model/validation-options.js';
export type { ValidationOptions } from './documents/model/validation-options.js';
export { OPENAPI_VERSIONS } from './documents/openapi/config/config.js';
export { VIEWERS } from './documents/openapi/config/page-options.js';
export type { HeadElement, UIConfig } from './documents/openapi/config/page-options.js';
export { describesRows, rowSchemaOf } from './documents/openapi/create/csv-schema.js';
export { EVENT_STREAM } from './documents/openapi/create/item-stream.js';
export { securitySchemeName } from './documents/openapi/create/security-uri.js';
export { mapHolders } from './documents/openapi/finish/walk.js';
export type { Holder } from './documents/openapi/finish/walk.js';
export { methodName, METHODS, operationsOf } from './documents/openapi/paths/methods.js';
export { readCustomMethod, scanPath } from './documents/openapi/paths/path.js';
export type {
  ContentObject,
  EncodingObject,
  HeaderObject,
  MediaTypeObject,
  OpenApiDocument,
  OperationObject,
  OrReference,
  ParameterObject,
  PathItemObject,
  RequestBodyObject,
  ResponseObject,
  SecurityObject,
} from './documents/openapi/types/document.js';
export type { Endpoint } from './documents/openapi/types/endpoint.js';
export type { Server } from './documents/openapi/types/objects.js';
export type { BodyView } from './documents/openapi/types/parts.js';
export { jsonSchemaOf } from './documents/schema/json-schema.js';
export type { JsonSchemaOptions } from './documents/schema/json-schema.js';
export { pathMatcher, rankOf } from './operations/path-matcher.js';
export type { MatchPath, RoutePart } from './operations/path-matcher.js';
export { Conversions } from './operations/request/conversions.js';
export {
  cookiePairs,
  decodeForm,
  decodePercent,
  formPairs,
  isDecodable,
} from './operations/request/parameter-sources.js';
export type { RawValues } from './operations/request/parameter-sources.js';
export { csvReader } from './operations/request/read-csv.js';
export { rawReader } from './operations/request/parameter-styles.js';
export type { RawValue, Written as WrittenValue } from './operations/request/parameter-styles.js';
export { createDocsServer } from './page/server.js';
export {
  BOOLEAN,
  FUNCTION,
  isArrayOf,
  NUMBER,
  OBJECT,
  oneOf,
  requireKnownOptions,
  STRING,
  STRINGS,
  withDefaults,
} from './shared/checks.js';
export type { Check, OptionChecks } from './shared/checks.js';
export { csvLine, unescapeFormula } from './shared/csv-line.js';
export { DIAGNOSTICS } from './shared/diagnostics.js';
export type { Diagnostic, Severity } from './shared/diagnostics.js';
export { CONTRADICTIONS, DOCS_ROUTE, isDocsHandler, SERVED_DOCUMENT } from './shared/handler-symbols.js';
export type { Contradiction } from './shared/handler-symbols.js';
export { ConfigError, DtospecError, recogniseAcrossCopies } from './shared/errors.js';
export { encodeTarget, isToken, splitTarget } from './shared/http.js';
export { below, escapeKey, lookUp, pointerTo, unescapeKey } from './shared/json-pointer.js';
export {
  CSV,
  essenceOf,
  FORM,
  isJson,
  isText as isTextMediaType,
  isValueWithoutBytes,
  mediaTypeCovers,
  MULTIPART,
} from './shared/media-types.js';
export { didYouMean } from './shared/nearest.js';
export { isWellFormed, textOf, textsOf, writeStyle } from './shared/parameter-styles.js';
export type { Texts, Written } from './shared/parameter-styles.js';
export { printable, printableCode, printableLines, printableMarkdown } from './shared/printable.js';
export type { Constructor, JsonValue } from './shared/types.js';
export {
  isRecord,
  isText,
  isTooDeep,
  kindOf,
  MOST_LEVELS,
  omitUndefined,
  parseJson,
  setMember,
  show,
} from './shared/values.js';
export { RawBodyError, readRawBody } from './webhooks/messages/receiving/raw-body.js';
export { explainMismatch } from './webhooks/messages/signatures/explain.js';
export {
  SIGNATURE_HEADER,
  signSignature,
  signStandardWebhook,
  STANDARD_HEADERS,
} from './webhooks/messages/signatures/sign.js';
export type { StoredDelivery, StoredState } from './webhooks/notifier/delivery.js';
export { ENDED_STATES, type EndedState } from './webhooks/notifier/delivery-filter.js';
export type { DurableEngine } from './webhooks/notifier/engine.js';
export { MessageWaitingError } from './webhooks/notifier/errors.js';
