import { type DiagnosticCode, type Finding, severityOf } from '../shared/diagnostics.js';
import { isJson, isMultipart, OCTETS } from '../shared/media-types.js';
import { ConfigError } from '../shared/errors.js';
import { isRecord } from '../shared/values.js';
import { resolveLazyOrUnknown, TypeInputError } from '../documents/model/type/type-input-error.js';
import type { View } from '../documents/model/types.js';
import type { SchemaCompiler } from '../documents/schema/schema-compiler.js';
import type { ReportingCompiler } from '../documents/openapi/reporting-compiler.js';
import { Findings } from '../documents/openapi/validate.js';
import { messageOf, type OperationContext, requestView, validationOf } from '../documents/openapi/context.js';
import { dereference } from '../documents/openapi/create/references.js';
import type {
  MediaTypeObject,
  ParameterObject,
  RequestBodyObject,
  ResponseObject,
} from '../documents/openapi/types/document.js';
import type { NamedEndpoint } from '../documents/openapi/types/endpoint.js';
import type {
  AnyRequestBody,
  MediaType,
  ResponseHeader,
  ResponseSpec,
} from '../documents/openapi/types/parts.js';
import type { BoundParameter } from '../documents/openapi/create/class-parameters.js';
import { bindParameters, keyOf } from '../documents/openapi/create/parameters.js';
import { normalizePath } from '../documents/openapi/paths/path.js';
import { METHODS } from '../documents/openapi/paths/methods.js';
import { createCallbacks } from '../documents/openapi/create/operation.js';
import { createRequestBody } from '../documents/openapi/create/request-body.js';
import { isAtLeast, type OpenApiVersion } from '../documents/openapi/config/config.js';
import type { ResolvedConfig } from '../documents/openapi/config/resolve-config.js';
import { headerSources } from '../documents/openapi/create/response-headers.js';
import { createResponses } from '../documents/openapi/create/responses.js';
import {
  bodyOf,
  type DescribedBody,
  type FormFields,
  formFieldsOf,
  mediaTypesOf,
  withLastPart,
} from './describe-body.js';
import { endpointOf, parametersOfPath, withParameters } from './endpoint.js';
import { type Operation, PART_NAMES, placeOf } from './operation.js';
import {
  type MountedOperationOptions,
  plainPrefix,
  requireOptions,
  type ResolvedOperationOptions,
  resolveOperationOptions,
} from './operation-options.js';
import { withOperationFacts } from './operation-facts.js';
import { withProblemExamples } from './problem-examples.js';
import { refuseEmptyBody, refuseOpenContent } from './refuse-open-content.js';
import { refuseFields, refuseReferences, refuseUnknownOptions } from './refuse-fields.js';
import { resolveSecurity, type ResolvedSecurity } from './security/resolve-security.js';

export interface DescribedOperation {
  readonly operation: Operation;
  /** Method and path, for messages. */
  readonly place: string;
  /** The operation as the document describes it. */
  readonly endpoint: NamedEndpoint;
  /** Options of the operation, of its registration and defaults. */
  readonly options: ResolvedOperationOptions;
  readonly security: ResolvedSecurity;
  /** The path at which the router is mounted. */
  readonly prefix: string;
  /** Names of parameters of the prefix that the class of `params` lacks. */
  readonly ofPrefix: readonly string[];
  /** The view in which parameters are read. */
  readonly view: View;
  readonly parameters: readonly BoundParameter[];
  readonly body: DescribedBody | undefined;
  /** The parts of the document that requests are checked against. */
  readonly parts: DescribedParts;
  /** The documented responses by status, without references. */
  readonly replies: Readonly<Record<string, ResponseSpec>>;
}

export interface DescribedParts {
  readonly parameters: readonly ParameterObject[];
  readonly requestBody: RequestBodyObject | undefined;
  readonly responses: Readonly<Record<string, ResponseObject>>;
  /** The fields of form bodies, by media type. */
  readonly forms: Readonly<Record<string, FormFields>>;
}

/** Diagnostics that prevent an operation from being served, although they are warnings for a document. */
const REFUSED: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'path-parameter-not-declared',
  'path-parameter-not-in-path',
  'class-without-metadata',
  'class-without-rules',
  'inherited-property-name',
  'style-not-allowed',
  'query-in-path',
  'unbalanced-brace',
  'repeated-path-parameter',
  'content-not-allowed',
  'no-responses',
  'reserved-header',
  'unknown-field',
  'misspelt-keyword',
]);

/** Returns whether an operation with this diagnostic cannot be served. */
export function isRefused(finding: Finding): boolean {
  return severityOf(finding) === 'error' || REFUSED.has(finding.code);
}

function requireMethod(method: string, openapi: OpenApiVersion, place: string): void {
  if (METHODS.has(method) || (method === 'QUERY' && isAtLeast(openapi, '3.2'))) return;
  const remedy =
    method === 'QUERY'
      ? "Set openapi: '3.2'"
      : `Use one of ${[...METHODS].join(', ')}, or QUERY with openapi: '3.2'`;
  throw new ConfigError(
    `operation ${place} has a method that OpenAPI ${openapi} does not support. ${remedy}.`,
  );
}

export class OperationDescriber {
  #findings = new Findings();
  readonly #compiler: SchemaCompiler;

  constructor(
    readonly config: ResolvedConfig,
    private readonly options: MountedOperationOptions,
    private readonly reporting: ReportingCompiler,
  ) {
    refuseUnknownOptions(config);
    this.#compiler = reporting.compiler;
  }

  describe(operation: Operation): DescribedOperation {
    const { method, path } = operation.definition;
    // As documented, because two routers may have operations of the same path.
    const place = placeOf({ method, path: plainPrefix(this.options.prefix) + path });
    this.#findings = new Findings();
    try {
      return this.reporting.during(this.#findings, () => this.#describe(operation, place));
    } catch (error) {
      // Adds the operation's name, which the code that reads types and the application's rules do not know.
      if (error instanceof ConfigError && !(error instanceof TypeInputError)) throw error;
      throw new ConfigError(`operation ${place}: ${messageOf(error)}`, { cause: error });
    }
  }

  #describe(operation: Operation, place: string): DescribedOperation {
    const { definition } = operation;
    refuseFields(definition, { config: this.config, place });
    requireOptions(definition, `operation ${place}`);
    const options = resolveOperationOptions(definition, this.options);
    const security = resolveSecurity(definition, this.config, place);
    const own = endpointOf(definition, options, security, this.config);
    const prefix = plainPrefix(this.options.prefix);
    const whole = { ...own, path: prefix + own.path };
    requireMethod(whole.method.toUpperCase(), this.config.openapi, place);
    refuseMixedPlaces(operation, place);
    const context = this.#contextOf(whole, place);
    const missing = undeclaredIn(prefix, whole, context);
    const plain = withParameters(whole, missing);
    refuseReferences(plain, context);
    const parameters = bindParameters(plain, context);
    refuseUnread(parameters, place);
    const resolved = dereference(plain, context);
    // References to components are resolved.
    const requestBody = createRequestBody(resolved.requestBody, plain.method, context) as
      | RequestBodyObject
      | undefined;
    if (resolved.requestBody) refuseItems(resolved.requestBody, place);
    this.#refuse(place);
    refuseOpen(resolved, place);
    this.#checkCallbacks(plain, context);
    const body = resolved.requestBody && bodyOf(resolved.requestBody, context);
    const forms = body === undefined ? {} : this.#formsOf(body, mediaTypesOf(requestBody), place);
    const contentTypes = Object.keys(requestBody?.content ?? {});
    // Only OpenAPI 3.2 describes the items of a stream, so it is used for every version of the document.
    const inFull: OperationContext = { ...context, config: { ...context.config, openapi: '3.2' } };
    const endpoint = withProblemExamples(plain, { parameters, body, contentTypes }, options, context);
    const described: DescribedOperation = {
      operation,
      place,
      endpoint: withOperationFacts(withLastPart(endpoint, Object.values(forms)), placeOf(definition)),
      options,
      security,
      prefix,
      ofPrefix: definition.params === undefined ? [] : missing,
      view: requestView(context.validation),
      parameters,
      body,
      parts: {
        parameters: parameters.map(({ parameter }) => parameter),
        requestBody,
        responses: createResponses(resolved.responses, inFull) as Record<string, ResponseObject>,
        forms,
      },
      replies: resolved.responses,
    };
    this.#refuse(place);
    return described;
  }

  #contextOf(endpoint: NamedEndpoint, place: string): OperationContext {
    const { report } = this.#findings;
    return {
      config: this.config,
      compiler: this.#compiler,
      report,
      place,
      template: normalizePath(endpoint.path, report, place),
      validation: validationOf(endpoint),
    };
  }

  #formsOf(
    { typeIn, view }: DescribedBody,
    content: Readonly<Record<string, MediaTypeObject>>,
    place: string,
  ): DescribedParts['forms'] {
    const entries = Object.entries(content).flatMap(([contentType, mediaType]): [string, FormFields][] => {
      const resolved = resolveLazyOrUnknown(typeIn(contentType));
      if (resolved.kind !== 'class') return [];
      const model = this.#compiler.modelOf(
        resolved.target,
        isMultipart(contentType) ? { ...view, binary: OCTETS } : view,
      );
      const form = formFieldsOf(model, contentType, mediaType, this.#compiler, place);
      return form === undefined ? [] : [[contentType, form]];
    });
    return Object.fromEntries(entries);
  }

  /** Callbacks are only documented, so their warnings refuse nothing. */
  #checkCallbacks(endpoint: NamedEndpoint, context: OperationContext): void {
    createCallbacks(endpoint, {
      ...context,
      report: (finding) => {
        if (severityOf(finding) === 'error') context.report(finding);
      },
    });
  }

  #refuse(place: string): void {
    const refused = this.#findings
      .list()
      .map(({ finding }) => finding)
      .find(isRefused);
    if (refused === undefined) return;
    const where = refused.place.startsWith(place) ? refused.place : `${place}: ${refused.place}`;
    throw new ConfigError(`operation ${where}: ${refused.message} (${refused.code})`);
  }
}

/**
 * Returns the names of the parameters of a prefix that neither a class nor an explicit parameter describes.
 */
function undeclaredIn(
  prefix: string,
  { pathParams, parameters }: NamedEndpoint,
  context: OperationContext,
): readonly string[] {
  const names = parametersOfPath(prefix);
  if (names.length === 0) return names;
  const declared = bindParameters(
    { ...(pathParams && { pathParams }), ...(parameters && { parameters }) },
    // No string is documented for them yet.
    {
      ...context,
      report: () => undefined,
      shared: new Set(names.map((name) => keyOf({ in: 'path', name }))),
    },
  );
  const known = new Set(declared.map(({ parameter }) => keyOf(parameter)));
  return names.filter((name) => !known.has(keyOf({ in: 'path', name })));
}

// Rejects parts of a document that operations cannot read.

function refuseItems(body: AnyRequestBody, place: string): void {
  const isSequence = [body, ...Object.values(body.content ?? {})].some(
    (one) => (one as MediaType).itemSchema !== undefined,
  );
  if (!isSequence) return;
  throw new ConfigError(
    `operation ${place} takes a body of items (itemSchema), which operations do not read one by one. Give it a schema, or take the bytes as they come: { schema: FileStream, contentType: 'application/jsonl', required: true }.`,
  );
}

/**
 * Throws if a location has a class and explicit parameters. A handler receives one object for each location:
 * an instance of the class, or the explicit parameters by name.
 */
function refuseMixedPlaces({ definition }: Operation, place: string): void {
  for (const location of ['path', 'query', 'header', 'cookie'] as const) {
    const target = definition[PART_NAMES[location]];
    const explicit = (definition.parameters ?? []).find((parameter) => parameter.in === location);
    if (target === undefined || explicit === undefined) continue;
    const [what, name] = '~standard' in target ? ['schema', 'it'] : [`class ${target.name}`, target.name];
    throw new ConfigError(
      `operation ${place} has the ${what} for its ${location} parameters, and also ${explicit.name} in parameters. Add a property to ${name} instead.`,
    );
  }
}

function refuseOpen({ requestBody, responses }: ReturnType<typeof dereference>, place: string): void {
  refuseEmptyBody(requestBody, place);
  refuseOpenContent(requestBody, `${place} requestBody`);
  for (const [status, spec] of Object.entries(responses)) {
    refuseOpenContent(spec, `${place} responses.${status}`);
    const byName = headerSources(spec.headers).filter((source) => isRecord(source));
    for (const [name, header] of byName.flatMap((source) => Object.entries(source)))
      refuseOpenContent(
        { content: (header as ResponseHeader | undefined)?.content },
        `${place} responses.${status} header ${name}`,
      );
  }
}

function refuseUnread(parameters: readonly BoundParameter[], place: string): void {
  for (const { parameter } of parameters)
    refuseOpenContent({ content: parameter.content }, `${place} ${parameter.in} ${parameter.name}`);
  const unread = parameters.find(({ parameter: { content = {} } }) => !Object.keys(content).every(isJson));
  if (unread === undefined) return;
  const { in: location, name } = unread.parameter;
  throw new ConfigError(
    `operation ${place} has the ${location} parameter ${name}, whose content is not JSON, so operations cannot read it. Use application/json or a schema, or parse it in the handler.`,
  );
}
