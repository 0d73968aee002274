import type { Endpoint } from '../documents/openapi/types/endpoint.js';
import type { Parameter } from '../documents/openapi/types/parts.js';
import type { SecurityRequirement, Server } from '../documents/openapi/types/objects.js';
import type { Finding } from '../shared/diagnostics.js';
import { pascalCase } from '../documents/openapi/paths/routes.js';
import { readCustomMethod } from '../documents/openapi/paths/path.js';
import type { Contradiction } from '../shared/handler-symbols.js';
import { findContradiction, reportContradiction } from './contradictions.js';
import { commentOf, factAnswerOf } from './fact-answers.js';
import { createArgumentReader } from './request/arguments.js';
import { globalEnhancers, ownEnhancers } from './enhancers.js';
import type { GuardReader } from './guards.js';
import { errorResponses, type Rejection, rejectionWith } from './error-responses.js';
import {
  settledDiagnostics,
  bodilessErrors,
  isUnknown,
  mergeEndpoint,
  misplacedSuccess,
  mergeFields,
  hasDocumentedSuccess,
  moveToSentStatus,
  noteUntypedFile,
} from './merge-endpoint.js';
import { reportCsv } from './csv-check.js';
import { operationFieldsOf } from './operation-decorator.js';
import { nameOperations, type Operation, summaryOf, tagOf } from './operations.js';
import { createPathNameCheck, pathNamesOf } from './path-names.js';
import type { NestInside, Versioning } from './nest-internals.js';
import type { ResolvedRouteOptions } from './nest-options.js';
import { reportUnparsedBody } from './request/platform.js';
import { createRequestReader, type RequestContext } from './request/request.js';
import { readResponses, reportUnknown, specialAnswer, WITHOUT_CONTENT } from './responses.js';
import type { Handler, NestRoute } from './routes.js';
import {
  changingInterceptors,
  createSerializationReader,
  reportOwnInterceptors,
  wrapResponses,
} from './interceptors.js';
import { operationMetadata } from './swagger/operation.js';

export interface Documented {
  readonly endpoint: Endpoint;
  /** The name of the webhook that the handler documents; undefined for an operation. */
  readonly webhook: string | undefined;
  /** How the documented response contradicts the return type. */
  readonly contradiction: Contradiction | undefined;
}

interface EndpointContext extends RequestContext {
  readonly guards: GuardReader;
  /** Security of operations without their own. */
  readonly security: readonly SecurityRequirement[];
  /** The names of the security schemes of the configuration. */
  readonly schemes: ReadonlySet<string>;
}

/**
 * Returns a function that creates the endpoint of a route, or returns undefined for an excluded route. It throws if it
 * cannot read the handler.
 */
export function createEndpointMaker(
  inside: NestInside,
  options: ResolvedRouteOptions,
  context: EndpointContext,
  operations: readonly Operation[],
): (operation: Operation) => Documented | undefined {
  const { report, guards } = context;
  const argumentsOf = createArgumentReader(inside);
  const requestOf = createRequestReader(context);
  const serializationOf = createSerializationReader(inside);
  const errorsOf = createErrorReader(inside, options);
  const versioning = inside.config.getVersioning();
  const mayBeWrapped = options.wrap === undefined && changingInterceptors(inside).length > 0;
  const { idOf, idOfHandler } = nameOperations(operations, options, versioning);
  const checkPathNames = createPathNameCheck(operations, report);

  return (operation) => {
    const { route, method } = operation;
    const { handler } = route;
    const args = argumentsOf(handler);
    const sendsItself = args.some(({ kind }) => kind === 'response');
    const serialization = serializationOf(handler);
    const isConverted =
      mayBeWrapped || serialization.type !== undefined || specialAnswer(handler) !== undefined;
    const fact = !sendsItself && !isConverted ? factAnswerOf(handler, inside.platform, args) : undefined;
    const answer = readResponses(route, method, serialization, {
      platform: inside.platform,
      sendsItself,
      fact,
      report,
    });
    const { status, own, view } = answer;
    const declared = operationMetadata({
      controller: handler.controller,
      method: handler.methodName,
      status,
      operationIdOf: idOfHandler,
      schemes: context.schemes,
    });
    const fields = operationFieldsOf(handler);
    if (declared.excluded || fields === false) return undefined;
    if (options.wrap === undefined && !sendsItself && specialAnswer(handler) === undefined)
      reportOwnInterceptors(handler, report);
    const operationId = idOf(operation);
    const { rejections, requestBody, described, ...request } = requestOf(
      handler,
      args,
      `${pascalCase(operationId)}Body`,
      new Set([...settledDiagnostics(declared), ...settledDiagnostics(fields)]),
      {
        described: fields?.requestBody?.schema === undefined ? declared.requestBody?.schema : undefined,
        contentTypes: [fields?.requestBody?.contentType ?? declared.consumes].flat(),
      },
    );
    checkPathNames(handler, request.parameters ?? []);
    const declaredErrors = [declared.responses, fields?.responses].flatMap((one) => bodilessErrors(one));
    const security = fields?.security ?? declared.fields.security ?? context.security;
    const ofPath = inside.limitsParameters && /:\w/.test(route.path) ? [414] : [];
    const thrown = [...declaredErrors, ...ofPath, ...guards.statusesOf(route, security)].map(rejectionWith);
    const errors = { ...options.responses, ...errorsOf(handler, [...rejections, ...thrown]) };
    if (isUnknown(answer, declared) && !hasDocumentedSuccess(fields))
      reportUnknown(handler, fact, sendsItself, report);
    noteUntypedFile(answer, declared, handler.place, report);
    const maySendOthers = status in own || sendsItself;
    const misplaced = maySendOthers ? undefined : misplacedSuccess(declared, status);
    if (misplaced !== undefined)
      report({
        code: 'status-not-sent',
        message: `@ApiResponse documents ${misplaced}, but the handler responds with ${status}. Add @HttpCode(${misplaced}), or document ${status}.`,
        place: handler.place,
      });
    const responses = { own, view, errors, ...moveToSentStatus(answer, declared, misplaced) };
    const servers = serversOf(route, report);
    const comment = commentOf(handler);
    const note = versionNote(route, versioning);
    const description = [comment.description ?? [], note ?? []].flat().join('\n\n');
    const endpoint = mergeEndpoint(
      {
        method,
        path: readCustomMethod(route.path),
        operationId,
        summary: options.summary?.(route) ?? summaryOf(route),
        tags: [...(options.tags?.(route) ?? [tagOf(route)])],
        ...comment,
        ...(description !== '' && { description }),
        ...(servers !== undefined && { servers }),
        ...request,
        ...(requestBody !== undefined && takesBody(operation) && { requestBody }),
        parameters: [
          ...options.parameters,
          ...versionParameters(route, versioning),
          ...(request.parameters ?? []).filter((one) => isIn(route, one)),
        ],
      },
      responses,
      described === undefined
        ? declared
        : { ...declared, requestBody: { ...declared.requestBody, schema: described } },
    );
    const whole = fields ? mergeFields(endpoint, fields) : endpoint;
    reportUnparsedBody(whole.requestBody, inside, handler.place, report);
    reportCsv(whole, handler.place, report);
    const success = whole.responses[status];
    const isTyped = success?.$ref === undefined && (status in own || success?.schema !== undefined);
    const contradiction =
      fact && isTyped && !WITHOUT_CONTENT.has(status) ? findContradiction(success, fact) : undefined;
    if (contradiction !== undefined) reportContradiction(contradiction, handler.place, report);
    const wrapped = wrapResponses(whole.responses, route, options.wrap);
    return { endpoint: { ...whole, responses: wrapped }, webhook: declared.webhook, contradiction };
  };
}

function createErrorReader(
  inside: NestInside,
  options: ResolvedRouteOptions,
): (handler: Handler, rejections: readonly Rejection[]) => Endpoint['responses'] {
  const filters = globalEnhancers('filter', inside);
  const { errors } = options;
  return (handler, rejections) => {
    if (errors === false) return {};
    return errorResponses(rejections, errors === true ? undefined : errors, [
      ...filters,
      ...ownEnhancers('filter', handler),
    ]);
  };
}

function isIn({ path }: NestRoute, { in: place, name }: Pick<Parameter, 'in' | 'name'>): boolean {
  return place !== 'path' || pathNamesOf(path).includes(name);
}

function takesBody({ route, method }: Operation): boolean {
  return route.method !== 'ALL' || ['POST', 'PUT', 'PATCH'].includes(method);
}

const TOLD: Readonly<
  Record<'mediaType' | 'custom', (versions: string, options: Versioning | undefined) => string>
> = {
  mediaType: (versions, options) =>
    `Version ${versions}, as the header \`Accept: application/json;${options?.key ?? 'v='}${versions.split(', ')[0] ?? ''}\` requests it.`,
  custom: (versions) => `Version ${versions}.`,
};

function versionParameters(
  { versioning, versions, neutral }: NestRoute,
  options: Versioning | undefined,
): Parameter[] {
  if (versioning !== 'header' || options?.header === undefined || versions.length === 0) return [];
  return [
    {
      name: options.header,
      in: 'header',
      description: 'Version of the operation',
      required: !neutral,
      schema: { type: 'string', enum: [...versions] },
    },
  ];
}

function versionNote(
  { versioning, versions }: NestRoute,
  options: Versioning | undefined,
): string | undefined {
  if (versioning !== 'mediaType' && versioning !== 'custom') return undefined;
  return versions.length === 0 ? undefined : TOLD[versioning](versions.join(', '), options);
}

function serversOf({ hosts, handler }: NestRoute, report: (finding: Finding) => void): Server[] | undefined {
  if (hosts.length === 0) return undefined;
  const servers = hosts.filter((host) => /^[\w.:*-]+$/.test(host) && !host.includes('*')).map(serverOf);
  if (servers.length < hosts.length)
    report({
      code: 'unsupported-host',
      message:
        'A host that is a regular expression or a wildcard is not documented. Add it to config.servers.',
      place: handler.place,
    });
  return servers.length === 0 ? undefined : servers;
}

function serverOf(host: string): Server {
  const names = [...host.matchAll(/:([A-Za-z_]\w*)/g)].map((match) => match[1] ?? '');
  return {
    url: `//${host.replace(/:([A-Za-z_]\w*)/g, '{$1}')}`,
    ...(names.length > 0 && {
      variables: Object.fromEntries(names.map((name) => [name, { default: name }])),
    }),
  };
}
