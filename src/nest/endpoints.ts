import type { NamedEndpoint } from '../documents/openapi/types/endpoint.js';
import type { SecurityRequirement } from '../documents/openapi/types/objects.js';
import type { Finding } from '../shared/diagnostics.js';
import { pascalCase } from '../documents/openapi/paths/routes.js';
import type { Contradiction } from '../shared/handler-symbols.js';
import { findContradiction, listContradiction, reportContradiction } from './contradictions.js';
import { type FactAnswer, factAnswerOf } from './fact-answers.js';
import { type Argument, createArgumentReader } from './request/arguments.js';
import { globalEnhancers, ownEnhancers } from './enhancers.js';
import type { GuardReader } from './guards.js';
import { createFilterNotes, errorResponses, type Rejection, rejectionWith } from './error-responses.js';
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
  type OperationFields,
} from './merge-endpoint.js';
import { reportCsv } from './csv-check.js';
import { operationFieldsOf } from './operation-decorator.js';
import { inferredEndpoint } from './inferred-endpoint.js';
import { nameOperations, type Operation } from './operations.js';
import { createPathNameCheck } from './path-names.js';
import type { NestInside, Versioning } from './nest-internals.js';
import type { ResolvedRouteOptions } from './nest-options.js';
import { mayChangeResults } from './passing-interceptors.js';
import { reportUnparsedBody } from './request/platform.js';
import { createRequestReader, type RequestContext, type RequestParts } from './request/request.js';
import {
  readResponses,
  recordedTypeOf,
  reportUnknown,
  type RouteResponses,
  specialAnswer,
  WITHOUT_CONTENT,
} from './responses.js';
import { reportSentMembers } from './sent-responses.js';
import type { Handler, NestRoute } from './routes.js';
import {
  changingInterceptors,
  createSerializationReader,
  reportOwnInterceptors,
  wrapResponses,
} from './interceptors.js';
import { type OperationMetadata, operationMetadata } from './swagger/operation.js';

export interface Documented {
  readonly endpoint: NamedEndpoint;
  /** The name of the webhook that the handler documents; undefined for an operation. */
  readonly webhook: string | undefined;
  /** How the documented response contradicts the return type. */
  readonly contradiction: Contradiction | undefined;
  /** True if class-transformer converts what the handler returns. */
  readonly isSerialized: boolean;
}

interface EndpointContext extends RequestContext {
  readonly guards: GuardReader;
  /** Security of operations without their own. */
  readonly security: readonly SecurityRequirement[];
  /** The names of the security schemes of the configuration. */
  readonly schemes: ReadonlySet<string>;
}

/** The readers and options that the routes of an application share. */
interface Application {
  readonly inside: NestInside;
  readonly options: ResolvedRouteOptions;
  readonly context: EndpointContext;
  readonly versioning: Versioning | undefined;
  /** True if an interceptor may change results, and no option describes what it makes of them. */
  readonly mayBeWrapped: boolean;
  readonly argumentsOf: ReturnType<typeof createArgumentReader>;
  readonly requestOf: ReturnType<typeof createRequestReader>;
  readonly serializationOf: ReturnType<typeof createSerializationReader>;
  readonly errorsOf: ReturnType<typeof createErrorReader>;
  readonly names: ReturnType<typeof nameOperations>;
  readonly checkPathNames: ReturnType<typeof createPathNameCheck>;
}

/** The descriptions of a route, by its handler's code and by decorators. */
interface Sources {
  readonly args: readonly Argument[];
  /** True if the handler writes the response itself. */
  readonly sendsItself: boolean;
  /** True if class-transformer converts what the handler returns. */
  readonly isSerialized: boolean;
  /** The response of the return type, as `dtospec extract` recorded it. */
  readonly fact: FactAnswer | undefined;
  /** The return type that the compiler recorded; undefined if something else may be sent. */
  readonly recorded: unknown;
  /** The responses that dtospec infers. */
  readonly answer: RouteResponses;
  /** The decorators of @nestjs/swagger. */
  readonly declared: OperationMetadata;
  /** The fields of `@Operation`. */
  readonly fields: OperationFields | undefined;
}

/**
 * Returns a function that creates the endpoint of a route, or returns undefined for an excluded route. It
 * throws if it cannot read the handler.
 */
export function createEndpointMaker(
  inside: NestInside,
  options: ResolvedRouteOptions,
  context: EndpointContext,
  operations: readonly Operation[],
): (operation: Operation) => Documented | undefined {
  const versioning = inside.config.getVersioning();
  const application: Application = {
    inside,
    options,
    context,
    versioning,
    mayBeWrapped: options.wrap === undefined && changingInterceptors(inside).length > 0,
    argumentsOf: createArgumentReader(inside),
    requestOf: createRequestReader(context),
    serializationOf: createSerializationReader(inside),
    errorsOf: createErrorReader(inside, options, context.report),
    names: nameOperations(operations, options, versioning),
    checkPathNames: createPathNameCheck(operations, context.report),
  };
  return (operation) => {
    const sources = readSources(operation, application);
    return sources && documentRoute(operation, sources, application);
  };
}

/** Returns undefined for a handler that decorators exclude. */
function readSources({ route, method }: Operation, application: Application): Sources | undefined {
  const { inside, context, options } = application;
  const { handler } = route;
  const args = application.argumentsOf(handler);
  const sendsItself = args.some(({ kind }) => kind === 'response');
  const serialization = application.serializationOf(handler);
  const isSpecial = specialAnswer(handler) !== undefined;
  const isConverted = application.mayBeWrapped || serialization.type !== undefined || isSpecial;
  const fact = sendsItself || isConverted ? undefined : factAnswerOf(handler, inside.platform, args);
  const { platform } = inside;
  const answer = readResponses(route, method, serialization, { platform, sendsItself, fact });
  const declared = operationMetadata({
    controller: handler.controller,
    method: handler.methodName,
    status: answer.status,
    operationIdOf: application.names.idOfHandler,
    schemes: context.schemes,
  });
  const fields = operationFieldsOf(handler);
  if (declared.excluded || fields === false) return undefined;
  if (options.wrap === undefined && !sendsItself && !isSpecial)
    reportOwnInterceptors(handler, context.report);
  const isChanged = isConverted || ownEnhancers('interceptor', handler).some(mayChangeResults);
  const recorded = sendsItself || isChanged ? undefined : recordedTypeOf(handler);
  return { args, sendsItself, isSerialized: serialization.runs, fact, recorded, answer, declared, fields };
}

function documentRoute(operation: Operation, sources: Sources, application: Application): Documented {
  const { route } = operation;
  const { inside, options, context } = application;
  const { answer, declared, fields } = sources;
  const operationId = application.names.idOf(operation);
  const request = readRequest(route.handler, `${pascalCase(operationId)}Body`, sources, application);
  const errors = readErrors(route, request.rejections, sources, application);
  const misplaced = checkAnswer(route.handler, sources, context.report);
  const { own, view } = answer;
  const endpoint = mergeEndpoint(
    inferredEndpoint(operation, operationId, request, {
      options,
      versioning: application.versioning,
      report: context.report,
    }),
    { own, view, errors, ...moveToSentStatus(answer, declared, misplaced) },
    withDescribedBody(declared, request.described),
  );
  const whole = fields ? mergeFields(endpoint, fields) : endpoint;
  reportUnparsedBody(whole.requestBody, inside, route.handler.place, context.report);
  reportCsv(whole, route.handler.place, context.report);
  context.checkLater((report) => {
    reportSentMembers(whole.responses, route.handler.place, sources.isSerialized, report);
  });
  const contradiction = contradictionOf(whole, sources);
  if (contradiction !== undefined) reportContradiction(contradiction, route.handler.place, context.report);
  const wrapped = wrapResponses(whole.responses, route, options.wrap);
  const isSerialized =
    sources.isSerialized && !sources.sendsItself && specialAnswer(route.handler) === undefined;
  return {
    endpoint: { ...whole, responses: wrapped },
    webhook: declared.webhook,
    contradiction,
    isSerialized,
  };
}

function readRequest(
  handler: Handler,
  bodyName: string,
  { args, declared, fields }: Sources,
  { requestOf, checkPathNames }: Application,
): RequestParts {
  const isDescribed = fields?.requestBody?.schema !== undefined;
  const settled = new Set([...settledDiagnostics(declared), ...settledDiagnostics(fields)]);
  const request = requestOf(handler, args, bodyName, settled, {
    described: isDescribed ? undefined : declared.requestBody?.schema,
    contentTypes: [fields?.requestBody?.contentType ?? declared.consumes].flat(),
  });
  checkPathNames(handler, request.parameters ?? []);
  return request;
}

/** Returns the responses of what the request, the framework, the guards and the decorators reject. */
function readErrors(
  route: NestRoute,
  rejections: readonly Rejection[],
  { declared, fields }: Sources,
  { inside, context, options, errorsOf }: Application,
): NamedEndpoint['responses'] {
  const declaredErrors = [declared.responses, fields?.responses].flatMap((sent) => bodilessErrors(sent));
  const security = fields?.security ?? declared.fields.security ?? context.security;
  const ofPath = inside.limitsParameters && /:\w/.test(route.path) ? [414] : [];
  const ofGuards = context.guards.statusesOf(route, security);
  const thrown = [...declaredErrors, ...ofPath, ...ofGuards].map(rejectionWith);
  return { ...options.responses, ...errorsOf(route.handler, [...rejections, ...thrown]) };
}

/** Checks the responses of a handler. Returns the declared status that the handler does not send. */
function checkAnswer(
  handler: Handler,
  { answer, declared, fields, fact, sendsItself }: Sources,
  report: (finding: Finding) => void,
): string | undefined {
  const { status, own, ownElsewhere } = answer;
  const { place } = handler;
  if (ownElsewhere !== undefined) report(notSent('@Returns', ownElsewhere, status, place));
  if (isUnknown(answer, declared) && !hasDocumentedSuccess(fields))
    reportUnknown(handler, fact, sendsItself, report);
  noteUntypedFile(answer, declared, place, report);
  const maySendOthers = status in own || sendsItself;
  const misplaced = maySendOthers ? undefined : misplacedSuccess(declared, status);
  if (misplaced !== undefined) report(notSent('@ApiResponse', misplaced, status, place));
  return misplaced;
}

function notSent(decorator: string, documented: string, status: number, place: string): Finding {
  return {
    code: 'status-not-sent',
    message: `${decorator} documents ${documented}, but the handler responds with ${status}. Add @HttpCode(${documented}), or document ${status}.`,
    place,
  };
}

/** Replaces the body that `@ApiBody` describes by the one with the files that a pipe requires. */
function withDescribedBody(
  declared: OperationMetadata,
  described: RequestParts['described'],
): OperationMetadata {
  if (described === undefined) return declared;
  return { ...declared, requestBody: { ...declared.requestBody, schema: described } };
}

/**
 * Compares the documented response of the handler with the return type, as facts or the compiler record it.
 */
function contradictionOf(
  { responses }: NamedEndpoint,
  { answer, fact, recorded }: Sources,
): Contradiction | undefined {
  const { status, own } = answer;
  const success = responses[status];
  const isTyped = success?.$ref === undefined && (status in own || success?.schema !== undefined);
  if (!isTyped || WITHOUT_CONTENT.has(status)) return undefined;
  if (fact !== undefined) return findContradiction(success, fact);
  return success?.schema === undefined ? undefined : listContradiction(success.schema, recorded);
}

function createErrorReader(
  inside: NestInside,
  { errors }: ResolvedRouteOptions,
  report: EndpointContext['report'],
): (handler: Handler, rejections: readonly Rejection[]) => NamedEndpoint['responses'] {
  const ofAll = globalEnhancers('filter', inside);
  const noteFilters = createFilterNotes(report);
  return (handler, rejections) => {
    if (errors === false) return {};
    if (errors !== true) return errorResponses(rejections, errors, []);
    const filters = [...ofAll, ...ownEnhancers('filter', handler)];
    noteFilters(rejections, filters);
    return errorResponses(rejections, undefined, filters);
  };
}
