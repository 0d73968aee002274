import type { DiagnosticCode, Finding } from '../shared/diagnostics.js';
import { ANY_TYPE } from './fact-answers.js';
import type { Endpoint, NamedEndpoint } from '../documents/openapi/types/endpoint.js';
import type { Parameter, RequestBody, Responses, ResponseSpec } from '../documents/openapi/types/parts.js';
import { sameJson } from '../documents/json-schema/values.js';
import { joinHeaders } from '../documents/openapi/create/response-headers.js';
import { isReference } from '../documents/openapi/create/references.js';
import type { OperationMetadata } from './swagger/operation.js';
import { type DescribedParameter, UNTYPED_LIST } from './swagger/parameters.js';
import { phraseOf } from './error-responses.js';
import { ANY_VALUE, type TypeInput } from '../../decorators/type-input.js';
import { arrayOf } from '../documents/model/type/type-functions.js';
import { describeClass } from '../documents/model/class-facts.js';
import { isConstructor } from '../shared/values.js';
import { typeRefOf } from '../documents/model/type/type-ref.js';
import { isPlain, withSchema } from './recorded-types.js';

export interface InferredEndpoint extends Omit<NamedEndpoint, 'responses' | 'parameters' | 'requestBody'> {
  parameters?: Parameter[];
  requestBody?: RequestBody;
}

interface ResponseSources {
  /** Responses that a decorator of dtospec documents. */
  readonly own: Responses;
  /** The response of the handler's status and return type. */
  readonly inferred: Responses;
  /** Responses of guards, pipes and options. */
  readonly errors: Responses;
  /** True if the handler's return type is unknown. */
  readonly unknown: boolean;
  /** Groups and version of the serialized responses. */
  readonly view: Partial<ResponseSpec>;
}

/**
 * Merges the sources of an endpoint: dtospec's decorators,
 * those of @nestjs/swagger, and inferred parts, in this order.
 */
export function mergeEndpoint(
  inferred: InferredEndpoint,
  responses: ResponseSources,
  declared: OperationMetadata,
): NamedEndpoint {
  const requestBody = mergeBody(inferred.requestBody, declared);
  const { queryParams = inferred.queryParams } = declared;
  return {
    ...inferred,
    ...declared.fields,
    parameters: overlayParameters(
      inferred.parameters,
      declared.parameters.map((parameter) => {
        const piped = inferred.parameters?.find((other) => keyOf(other) === keyOf(parameter));
        return withoutPipeConflicts(parameter, piped ?? listInClass(parameter, inferred.queryParams));
      }),
    ),
    ...(queryParams !== undefined && { queryParams }),
    ...(requestBody !== undefined && { requestBody }),
    responses: mergeResponses(responses, declared),
  };
}

/**
 * Returns a parameter of @nestjs/swagger without what the pipes of the route contradict: they reject the
 * absence of an optional parameter, and most values of a scalar type (a text that is no UUID).
 */
function withoutPipeConflicts(
  declared: DescribedParameter,
  piped: Parameter | undefined,
): DescribedParameter {
  if (piped === undefined) return declared;
  const { schema, ...rest } = declared;
  const listed = listOf(schema, piped.schema);
  return {
    ...(isRefined(schema, piped.schema) ? rest : declared),
    ...(listed !== undefined && { schema: listed }),
    ...(piped.required === true && { required: true }),
  };
}

/** Returns the parameter of a list in the class of the query. */
function listInClass(
  { name, in: place }: DescribedParameter,
  query: NamedEndpoint['queryParams'],
): Parameter | undefined {
  if (place !== 'query' || !isConstructor(query)) return undefined;
  const isListed = describeClass(query).properties.get(name)?.design === Array;
  return isListed ? { name, in: place, schema: UNTYPED_LIST } : undefined;
}

/**
 * Returns the list that a described schema means: `isArray` without a type is a list of what the handler
 * takes, and an enum of a list is the one of its items. Undefined if the description is complete.
 */
function listOf(declared: Parameter['schema'], piped: TypeInput = String): TypeInput | undefined {
  if (declared === UNTYPED_LIST) return isList(piped) ? piped : arrayOf(piped);
  return declared !== undefined && isList(piped) && isEnum(declared) ? arrayOf(declared) : undefined;
}

function isList(type: TypeInput): boolean {
  return typeRefOf(type).kind === 'array' || (isPlain(type) && type.type === 'array');
}

function isEnum(type: TypeInput): boolean {
  if (typeRefOf(type).kind === 'enum') return true;
  return isPlain(type) && type.enum !== undefined && type.type !== 'array';
}

/** Returns whether each keyword of the described schema is one of the pipe's, which may have more. */
function isRefined(declared: Parameter['schema'], piped: Parameter['schema']): boolean {
  if (declared === undefined || piped === undefined) return false;
  const described = withSchema(declared);
  if (!isPlain(described) || !isPlain(piped)) return false;
  return Object.entries(described).every(
    ([name, value]) =>
      sameJson(value, piped[name]) || (name === 'type' && value === 'number' && piped.type === 'integer'),
  );
}

/**
 * Returns the status of a success that @nestjs/swagger's decorators document, if the handler sends another.
 */
export function misplacedSuccess({ responses }: OperationMetadata, status: number): string | undefined {
  const successes = Object.keys(responses).filter((status) => /^2\d\d$/.test(status));
  const isSent = status >= 300 || [String(status), '2XX', 'default'].some((status) => status in responses);
  return isSent ? undefined : successes[0];
}

/**
 * Returns the response that the handler sends, with the body
 * that is documented for the status that it does not send.
 */
export function moveToSentStatus(
  { inferred, unknown, status }: Pick<ResponseSources, 'inferred' | 'unknown'> & { readonly status: number },
  { responses }: OperationMetadata,
  misplaced: string | undefined,
): Pick<ResponseSources, 'inferred' | 'unknown'> {
  if (misplaced === undefined || !unknown) return { inferred, unknown };
  const described = responses[Number(misplaced)];
  const isTyped = described !== undefined && BODY_FIELDS.some((name) => name in described);
  return { inferred: isTyped ? { [status]: described } : inferred, unknown: false };
}

/**
 * Notes a StreamableFile whose media type is not declared:
 * the running code may set another one for each response.
 */
export function noteUntypedFile(
  { inferred, own }: Pick<ResponseSources, 'inferred' | 'own'>,
  { produces, responses }: OperationMetadata,
  place: string,
  report: (finding: Finding) => void,
): void {
  const [[status, spec] = []] = Object.entries(inferred);
  if (status === undefined) return;
  const declared = responses[status as keyof Responses];
  const isDeclared =
    produces.length > 0 || status in own || BODY_FIELDS.some((name) => name in (declared ?? {}));
  if (isDeclared || spec === undefined || isReference(spec) || spec.contentType !== ANY_TYPE) return;
  report({
    code: 'file-without-type',
    message:
      "It returns a StreamableFile, whose media type only the running code knows, so it is documented as */*. Add @Header('Content-Type', 'application/pdf'), or @Returns(file('application/pdf')).",
    place,
  });
}

export function isUnknown(
  { own, unknown }: Pick<ResponseSources, 'own' | 'unknown'>,
  declared: OperationMetadata,
): boolean {
  return unknown && !hasSuccess(own) && !Object.entries(declared.responses).some(documentsSuccess);
}

function documentsSuccess([status, spec = { description: '' }]: [
  string,
  Responses[keyof Responses],
]): boolean {
  if (!isSuccess(status)) return false;
  if (/^(?:20[45]|3)/.test(status) || isReference(spec)) return true;
  return hasDocumentedSuccess({ responses: { [status]: spec } });
}

interface SaidRequest {
  readonly requestBody?: { readonly schema?: unknown } | undefined;
  readonly queryParams?: unknown;
  readonly parameters?: readonly object[];
}

export function settledDiagnostics({
  requestBody,
  queryParams,
  parameters = [],
}: SaidRequest = {}): DiagnosticCode[] {
  const hasQuery =
    queryParams !== undefined ||
    parameters.some((parameter) => 'in' in parameter && parameter.in === 'query');
  return [
    ...(requestBody?.schema === undefined ? [] : (['unknown-body'] as const)),
    ...(hasQuery ? (['unknown-query'] as const) : []),
    ...(parameters.length === 0 ? [] : (['unread-parameter'] as const)),
  ];
}

function hasSuccess(responses: Responses): boolean {
  return Object.keys(responses).some(isSuccess);
}

function mergeResponses(
  { own, inferred, errors, unknown, view }: ResponseSources,
  declared: OperationMetadata,
): Responses {
  const documented = { ...declared.responses, ...own };
  const isDocumented = unknown && hasSuccess(documented);
  const merged: Responses = { ...errors, ...(isDocumented ? {} : inferred), ...documented };
  const added = Object.entries(errors).filter(([status]) => !(status in own));
  for (const [status, spec] of [...added, ...Object.entries(inferred)]) {
    const before = merged[status as keyof Responses];
    if (before === undefined || isReference(before)) continue;
    if (spec === undefined || isReference(spec)) continue;
    // Headers belong to the route, whichever source sets the
    // type. If no other source sets a type, the given one stays.
    merged[status as keyof Responses] = {
      ...overlayBody(spec, before),
      headers: joinHeaders(spec.headers, before.headers),
    };
  }
  const produced = declared.produces.length > 0 && { contentType: [...declared.produces] };
  return Object.fromEntries(
    Object.entries(merged).map(([status, spec]) => {
      if (!isSuccess(status) || spec === undefined || isReference(spec)) return [status, spec];
      return [status, { ...view, ...spec, ...(spec.schema !== undefined && produced) }];
    }),
  );
}

function mergeBody(inferred: RequestBody | undefined, declared: OperationMetadata): RequestBody | undefined {
  const { requestBody, consumes } = declared;
  if (inferred === undefined && requestBody?.schema === undefined) return undefined;
  const contentType = consumes.length > 0 ? [...consumes] : undefined;
  return {
    schema: ANY_VALUE,
    ...inferred,
    ...requestBody,
    ...(contentType !== undefined && { contentType }),
  };
}

/** Fields of an operation; each replaces the inferred one. */
export interface OperationFields extends Partial<
  Omit<
    Endpoint,
    | 'method'
    | 'path'
    | 'responses'
    | 'pathParams'
    | 'queryParams'
    | 'headerParams'
    | 'cookieParams'
    | 'requestBody'
  >
> {
  /**
   * Responses by status. They replace only the fields that they set: `{ 200: { description: 'The cat' } }`
   * keeps the inferred type.
   */
  readonly responses?: Readonly<Partial<Record<keyof Responses, Partial<ResponseSpec>>>>;
  /** The request body. It replaces only the inferred fields that it sets. */
  readonly requestBody?: Partial<RequestBody>;
}

/** Merges fields; those of `upper` win. Responses, parameters and extensions are merged one by one. */
export function mergeFields<T extends OperationFields | NamedEndpoint>(lower: T, upper: OperationFields): T {
  const merged: OperationFields = {
    ...(lower as OperationFields),
    ...upper,
    ...(upper.responses && { responses: overlayResponses(lower.responses as Loose, upper.responses) }),
    ...(upper.parameters && { parameters: overlayParameters(lower.parameters, upper.parameters) }),
    ...(upper.extensions && { extensions: { ...lower.extensions, ...upper.extensions } }),
    ...(upper.requestBody && { requestBody: overlayBody(lower.requestBody, upper.requestBody) }),
  };
  return merged as T;
}

type Loose = OperationFields['responses'];

function overlayResponses(lower: Loose, upper: NonNullable<Loose>): NonNullable<Loose> {
  const entries = Object.entries(upper).map(([status, spec = {}]) => {
    const before = lower?.[status as keyof Responses] ?? { description: descriptionOf(status) };
    return [status, overlayBody(before, spec)];
  });
  return { ...lower, ...(Object.fromEntries(entries) as Loose) };
}

function descriptionOf(status: string): string {
  return /^\d+$/.test(status) ? phraseOf(Number(status)) : `Status ${status}`;
}

/** Fields that replace each other: a source that sets one of them replaces all of them. */
const BODY_FIELDS = ['schema', 'itemSchema', 'content'] as const;

function overlayBody<T extends object>(lower: object | undefined, upper: T): T {
  if (lower === undefined || isReference(lower) || isReference(upper)) return upper;
  if (!BODY_FIELDS.some((name) => name in upper)) return { ...lower, ...upper };
  const { schema: _, itemSchema: __, content: ___, ...kept } = lower as Partial<ResponseSpec>;
  return { ...kept, ...upper };
}

type Parameters = NonNullable<NamedEndpoint['parameters']>;

/**
 * Merges parameters of one name and place. The lower ones of a key replace each other: the last one is kept.
 */
function overlayParameters(lower: Parameters = [], upper: Parameters): Parameters {
  const byKey = new Map(lower.map((parameter) => [keyOf(parameter), parameter]));
  for (const parameter of upper)
    byKey.set(keyOf(parameter), { ...byKey.get(keyOf(parameter)), ...parameter } as typeof parameter);
  return [...byKey.values()];
}

/** Returns the key of a parameter. Header names ignore case (RFC 9110, 5.1). */
function keyOf(parameter: Parameters[number]): string {
  if (isReference(parameter)) return parameter.$ref;
  const { in: place, name } = parameter;
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

export function hasDocumentedSuccess({ responses = {} }: OperationFields = {}): boolean {
  return Object.entries(responses).some(
    ([status, spec = {}]) => isSuccess(status) && BODY_FIELDS.some((name) => name in spec),
  );
}

/** Returns the statuses of errors whose body no source describes. */
export function bodilessErrors(
  responses: NamedEndpoint['responses'] | OperationFields['responses'] = {},
): number[] {
  return Object.entries<object | undefined>(responses)
    .filter(([, spec = {}]) => !isReference(spec) && !BODY_FIELDS.some((name) => name in spec))
    .map(([status]) => Number(status))
    .filter((status) => status >= 400);
}

function isSuccess(status: string): boolean {
  return /^(?:[23]|default)/.test(status);
}
