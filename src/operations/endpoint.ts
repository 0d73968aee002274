import { isRecord } from '../shared/values.js';
import { requestBodyOf } from '../documents/openapi/create/input-names.js';
import { byStatus } from '../documents/openapi/by-status.js';
import { escapeCustomMethod, scanPath } from '../documents/openapi/paths/path.js';
import type { NamedEndpoint } from '../documents/openapi/types/endpoint.js';
import type { Parameter, Responses, ResponseSpec } from '../documents/openapi/types/parts.js';
import { withCommonHeaders, withCommonResponses } from '../documents/openapi/create/common-responses.js';
import type { ResolvedConfig } from '../documents/openapi/config/resolve-config.js';
import type { ValidationOptions } from '../documents/model/validation-options.js';
import { isReference } from '../documents/openapi/create/references.js';
import type { OrReference } from '../documents/openapi/types/document.js';
import { OPTION_NAMES, type OperationOptions, type ResolvedOperationOptions } from './operation-options.js';
import { PROBLEM_JSON, ProblemDetails } from './problem.js';
import { hasSeveralTypes, httpResponses, requiredText } from './file-responses.js';
import type { ResolvedSecurity } from './security/resolve-security.js';
import type { OperationDefinition } from './handler-types.js';

export function endpointOf(
  declared: OperationDefinition,
  options: ResolvedOperationOptions,
  security: ResolvedSecurity,
  config: ResolvedConfig,
): NamedEndpoint {
  const { validation } = config;
  const definition = withCommonResponses(withPathParameters(declared), { config });
  const { params, query, headers, cookies, body, responses, security: _, ...rest } = definition;
  const documented = Object.entries(rest).filter(([name]) => !OPTION_NAMES.includes(name));
  const endpoint = Object.fromEntries(documented) as Omit<typeof rest, keyof OperationOptions>;
  const literal = (own: ValidationOptions | undefined): { validation: ValidationOptions } => ({
    validation: {
      ...(own ?? validation),
      openConversions: true,
      ...(options.unknownProperties === 'refuse' && { closed: true }),
    },
  });
  const plain = requestBodyOf(body);
  const requestBody =
    plain === undefined || isReference(plain) || plain.validation === undefined
      ? plain
      : { ...plain, ...literal(plain.validation) };
  const whole = {
    ...endpoint,
    // The adapters escape it for their routers.
    path: escapeCustomMethod(endpoint.path),
    ...literal(endpoint.validation),
    ...(params && { pathParams: params }),
    ...(query && { queryParams: query }),
    ...(headers && { headerParams: headers }),
    ...(cookies && { cookieParams: cookies }),
    ...(requestBody && { requestBody }),
    ...(security.requirements && { security: security.requirements }),
    responses: isRecord(responses) ? withOwnResponses(definition, options, security) : responses,
  };
  return withCommonHeaders(whole, { config });
}

/** Adds the responses that the operation sends by itself. */
function withOwnResponses(
  definition: OperationDefinition,
  options: ResolvedOperationOptions,
  security: ResolvedSecurity,
): Responses {
  const { method, responses } = definition;
  const added = httpResponses(method, responses);
  const refusals = new Map([...refusalsOf(definition, options), ...securityRefusals(security)]);
  if (206 in added) refusals.set(412, 'The file has changed').set(416, 'The range is outside of the file');
  if (hasSeveralTypes(responses)) refusals.set(406, 'No media type of the response is acceptable');
  const documented = byStatus<OrReference<ResponseSpec> | undefined>([
    ...Object.entries(added),
    ...Object.entries(responses),
  ]);
  addRefusals(documented, refusals, options);
  return documented;
}

/** The statuses with which an operation refuses requests by itself, with their descriptions. */
type Refusals = Iterable<readonly [status: number, description: string]>;

function withPathParameters(definition: OperationDefinition): OperationDefinition {
  if (definition.params !== undefined || definition.parameters !== undefined) return definition;
  return withParameters(definition, parametersOfPath(definition.path));
}

export function parametersOfPath(path: string): string[] {
  return scanPath(path).parts.flatMap((part) => ('text' in part ? [] : (part.parameter ?? [])));
}

/** Adds path parameters that are strings. */
export function withParameters<E extends Pick<NamedEndpoint, 'parameters'>>(
  endpoint: E,
  names: readonly string[],
): E {
  if (names.length === 0) return endpoint;
  const added = names.map((name): Parameter => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return { ...endpoint, parameters: [...added, ...(endpoint.parameters ?? [])] };
}

/** Headers of responses with problem details, by status. */
const HEADERS: Readonly<Record<string, ResponseSpec['headers']>> = {
  401: { 'WWW-Authenticate': requiredText('How to authenticate') },
  416: { 'Content-Range': requiredText('Length of the file in bytes') },
};

const UNREADABLE = 'Unreadable request body';
const INVALID = 'Invalid request';

function refusalsOf(definition: OperationDefinition, { invalidStatus }: ResolvedOperationOptions): Refusals {
  const { params, query, headers, cookies, parameters = [], body } = definition;
  const takesBody = body !== undefined;
  if (
    !takesBody &&
    parameters.length === 0 &&
    [params, query, headers, cookies].every((group) => group === undefined)
  )
    return [];
  const invalid = [invalidStatus, INVALID] as const;
  if (!takesBody) return [invalid];
  return [[400, UNREADABLE], invalid, [413, 'Request body too large'], [415, 'Unsupported content type']];
}

function securityRefusals({ alternatives }: ResolvedSecurity): Refusals {
  if (alternatives === undefined || alternatives.some(({ schemes }) => schemes.length === 0)) return [];
  const verified = alternatives.flatMap(({ schemes }) => schemes.filter((scheme) => scheme !== undefined));
  const forbidden: string[] = [];
  if (verified.some(({ scopes }) => scopes.length > 0)) forbidden.push('Insufficient scope');
  if (verified.some(({ allowedOrigins }) => allowedOrigins !== undefined))
    forbidden.push('Request of a page of another site');
  const missing = [401, 'Missing or invalid credentials'] as const;
  return forbidden.length === 0 ? [missing] : [missing, [403, forbidden.join('; ')]];
}

/** Adds the media type of problem details to a documented status, and keeps its description. */
function addRefusals(
  responses: Record<string, OrReference<ResponseSpec> | undefined>,
  refusals: Refusals,
  { problem }: ResolvedOperationOptions,
): void {
  const schema = problem?.schema ?? ProblemDetails;
  const contentType = problem?.contentType ?? PROBLEM_JSON;
  for (const [status, description] of refusals) {
    const own = responses[status];
    const headers = HEADERS[status];
    if (own === undefined)
      responses[status] = { description, schema, contentType, ...(headers && { headers }) };
    else if (own.$ref === undefined)
      responses[status] = { ...own, content: { [contentType]: { schema }, ...own.content } };
  }
}
