import { closedSchema } from '../documents/json-schema/closed-schema.js';
import type { CompleteSchema } from '../documents/json-schema/inline-definitions.js';
import type { Schema } from '../documents/json-schema/schema.js';
import type { Resolve } from '../documents/json-schema/walk.js';
import { normalizePath } from '../documents/openapi/paths/path.js';
import {
  operationsIn,
  type Part,
  partResolver,
  type ResolvePart,
} from '../documents/openapi/shown/operations-in.js';
import { schemaReader } from '../documents/openapi/shown/shown-document.js';
import { summaryOf } from '../documents/openapi/shown/summary.js';
import type {
  OpenApiDocument,
  ParameterObject,
  RequestBodyObject,
} from '../documents/openapi/types/document.js';
import { type CallTarget, callTarget } from '../adapters/call-operation.js';
import type { CompiledOperation } from '../operations/compile-operation.js';
import { inputSchema } from '../operations/contract/input-schema.js';
import { routeParts } from '../operations/path-matcher.js';
import { lookUp } from '../shared/json-pointer.js';
import { isJson } from '../shared/media-types.js';
import { isRecord } from '../shared/values.js';
import { flattenUnions } from './flat-unions.js';
import { toToolSchema } from './tool-schema.js';
import type { McpTool, McpToolAnnotations } from './types.js';

/** A tool and how to call its operation. */
export interface CallableTool {
  readonly tool: McpTool;
  readonly operationId: string;
  readonly target: CallTarget;
  /** The operation; undefined for an endpoint that only an HTTP server can serve. */
  readonly bound: CompiledOperation | undefined;
  /** The scopes of each alternative of `security`; undefined without `security`. */
  readonly scopes: readonly (readonly string[])[] | undefined;
}

interface ToolSource {
  readonly document: OpenApiDocument;
  readonly bound: readonly CompiledOperation[];
  readonly hasHttpServer: boolean;
  readonly flatUnions: boolean;
}

export interface FoundTools {
  readonly tools: readonly CallableTool[];
  readonly omitted: readonly string[];
}

/**
 * Creates tools of the operations in a document. Operations that the document does not contain are no tools.
 */
export function toolsOf({ document, bound, hasHttpServer, flatUnions }: ToolSource): FoundTools {
  const readPlain = schemaReader(document);
  const resolvePart = partResolver(document);
  const resolveBy =
    (read: Context['read']): Resolve =>
    (ref) => {
      const schema = lookUp(document, ref);
      return isRecord(schema) ? read(schema) : undefined;
    };
  const read: Context['read'] = flatUnions
    ? (schema) => flattenUnions(readPlain(schema), resolveBy(readPlain))
    : readPlain;
  const resolve = resolveBy(read);
  const context = { document, read, resolve, resolvePart };
  const byPlace = new Map(
    bound.map((operation) => [`${operation.method} ${documentedPath(operation)}`, operation]),
  );
  const tools: CallableTool[] = [];
  const omitted: string[] = [];
  const names = new Set<string>();
  for (const [path, item] of Object.entries(document.paths))
    for (const placed of operationsIn(item, resolvePart)) {
      const place = `${placed.method} ${path}`;
      if (['HEAD', 'OPTIONS', 'TRACE'].includes(placed.method)) continue;
      const operation = byPlace.get(place);
      try {
        if (operation === undefined && !hasHttpServer)
          throw new Error(`${place} is not an operation. ${NO_SERVER}`);
        const tool = createTool({ ...placed, path, bound: operation }, context, names);
        names.add(tool.tool.name);
        tools.push(tool);
      } catch (error) {
        omitted.push((error as Error).message);
      }
    }
  return { tools, omitted };
}

const NO_SERVER =
  'Define it with operation(definition, handler), or set the option httpServer, in Nest to app.getHttpServer().';

function documentedPath({ endpoint }: CompiledOperation): string {
  return normalizePath(endpoint.path, () => undefined, '').path;
}

interface Context {
  readonly document: OpenApiDocument;
  readonly read: (schema: Schema) => Schema;
  readonly resolve: Resolve;
  readonly resolvePart: ResolvePart;
}

interface DocumentedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Part;
  readonly parameters: readonly Part[];
  readonly bound: CompiledOperation | undefined;
}

function createTool(
  { method, path, operation, parameters, bound }: DocumentedOperation,
  context: Context,
  names: ReadonlySet<string>,
): CallableTool {
  const place = `${method} ${path}`;
  const contract = {
    place,
    parameters: parameters.map((parameter) =>
      withContent(withSchema(parameter, context), context),
    ) as unknown as ParameterObject[],
    properties: [],
    requestBody:
      operation.requestBody === undefined
        ? undefined
        : (withContent(context.resolvePart(operation.requestBody), context) as unknown as RequestBodyObject),
    resolve: context.resolve,
  };
  const outputSchema = outputSchemaOf(operation, context);
  const operationId = typeof operation.operationId === 'string' ? operation.operationId : place;
  const title = textOf(operation.summary) ?? summaryOf(method, path);
  const deprecated = operation.deprecated === true ? 'Deprecated.' : undefined;
  const texts = [deprecated, title, textOf(operation.description)].filter((text) => text !== undefined);
  return {
    tool: {
      name: uniqueName(operationId, names),
      title,
      description: texts.join('\n\n'),
      inputSchema: toToolSchema(inputSchema(contract)),
      ...(outputSchema && { outputSchema: toToolSchema(outputSchema) }),
      annotations: annotationsOf(method),
    },
    operationId,
    target: bound ? callTarget(bound, path) : { method, path, parts: routeParts(path, place), contract },
    bound,
    scopes: scopesOf(bound?.endpoint.security ?? operation.security ?? context.document.security, context),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns a name that clients accept: at most 64 letters, digits, `_` and `-`. */
function uniqueName(operationId: string, names: ReadonlySet<string>): string {
  const name = operationId.replace(/[^\w-]+/g, '_').slice(0, 64);
  for (let count = 2, unique = name; ; count += 1) {
    if (!names.has(unique)) return unique;
    unique = `${name.slice(0, 60)}_${count}`;
  }
}

function withSchema(part: Part, { read }: Context): Part {
  return isRecord(part.schema) ? { ...part, schema: read(part.schema) } : part;
}

function withContent(part: Part, context: Context): Part {
  if (!isRecord(part.content)) return part;
  const content = Object.entries(part.content).map(
    ([type, mediaType]) => [type, withSchema(context.resolvePart(mediaType), context)] as const,
  );
  return { ...part, content: Object.fromEntries(content) };
}

/** Returns the schema of the successes, if each of them has a body in JSON only. */
function outputSchemaOf({ responses }: Part, context: Context): CompleteSchema | undefined {
  const successes = Object.entries(isRecord(responses) ? responses : {}).filter(([status]) =>
    status.startsWith('2'),
  );
  const schemas: Schema[] = [];
  for (const [, response] of successes) {
    const { content } = withContent(context.resolvePart(response), context);
    const mediaTypes = Object.entries(isRecord(content) ? content : {});
    if (mediaTypes.length === 0) return undefined;
    for (const [type, mediaType] of mediaTypes) {
      if (!isJson(type) || !isRecord(mediaType) || !isRecord(mediaType.schema)) return undefined;
      schemas.push(mediaType.schema);
    }
  }
  if (schemas.length === 0) return undefined;
  const { $defs, ...root } = closedSchema(context.resolve, 'response', (close) => {
    const [first = {}, ...others] = schemas.map(close);
    return others.length === 0 ? first : { anyOf: [first, ...others] };
  });
  // Clients of earlier versions of the protocol need an object at the root, not a reference to it.
  const definition = root.$ref === undefined ? undefined : $defs?.[root.$ref.slice('#/$defs/'.length)];
  const { $ref: _reference, ...rest } = root;
  return { ...(definition === undefined ? root : { ...definition, ...rest }), ...($defs && { $defs }) };
}

function annotationsOf(method: string): McpToolAnnotations {
  const readOnlyHint = ['GET', 'QUERY'].includes(method);
  return {
    readOnlyHint,
    destructiveHint: !readOnlyHint,
    idempotentHint: readOnlyHint || ['PUT', 'DELETE'].includes(method),
  };
}

/**
 * Returns the scopes of each alternative that a token satisfies. A token is no API key and no certificate, so
 * alternatives with such a scheme count only if there is no other.
 */
function scopesOf(security: unknown, { document, resolvePart }: Context): string[][] | undefined {
  if (!Array.isArray(security)) return undefined;
  const schemes = document.components?.securitySchemes ?? {};
  const alternatives = security.map((requirement: unknown) => {
    const scopesByName = isRecord(requirement) ? requirement : { [String(requirement)]: [] };
    return {
      scopes: Object.values(scopesByName).flat().map(String),
      isForToken: Object.keys(scopesByName).every((name) => takesToken(resolvePart(schemes[name]))),
    };
  });
  const forToken = alternatives.filter(({ isForToken }) => isForToken);
  return (forToken.length > 0 ? forToken : alternatives).map(({ scopes }) => scopes);
}

function takesToken({ type, scheme }: Part): boolean {
  return (
    type === 'oauth2' || type === 'openIdConnect' || (type === 'http' && /^bearer$/i.test(String(scheme)))
  );
}
