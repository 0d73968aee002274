import { INPUT_NAMES } from '../documents/openapi/create/input-names.js';
import type { TypeInput } from '../../decorators/type-input.js';
import { ConfigError } from '../shared/errors.js';
import { isRecord, show } from '../shared/values.js';
import type { ParameterType } from '../documents/openapi/types/endpoint.js';
import type { ContentBody, RequestBody } from '../documents/openapi/types/parts.js';
import type {
  BodyCheck,
  CheckedResponses,
  HandlerCheck,
  MethodCheck,
  ParamsCheck,
  PathParametersOf,
  ResponsesCheck,
  ResponsesInput,
} from './definition-types.js';
import type {
  BodyOf,
  Defined,
  OperationDefinition,
  OperationInput,
  ParametersOf,
  Results,
} from './handler-types.js';

/** An endpoint with its handler, created by `operation`. `D` is the type of the definition. */
export interface Operation<D = OperationDefinition> {
  /** The definition, which the document shows. */
  readonly definition: D;
  /** The handler. `operation` has already checked its types. */
  readonly handler: (input: never) => unknown;
}

/** The fields of a definition, and of the input of a call, by the location of their parameters. */
export const PART_NAMES = { path: 'params', query: 'query', header: 'headers', cookie: 'cookies' } as const;

type Inferred =
  | 'method'
  | 'path'
  | 'params'
  | 'query'
  | 'headers'
  | 'cookies'
  | 'body'
  | 'parameters'
  | 'security'
  | 'responses';

// The compiler's messages show an interface by its name, but a type alias in full.
// oxlint-disable-next-line typescript/no-empty-object-type
interface OperationFields extends Omit<OperationDefinition, Inferred> {}

type Class = ParameterType | undefined;

/**
 * Defines an endpoint with its handler. The document, the validation of requests and the response all use
 * this definition. Register it in your router with the adapter of your framework.
 *
 * @param handler receives validated instances of the classes. It returns `reply(status, body)`, or only the
 *   body if the operation documents one success. The framework handles its errors.
 * @throws ConfigError for a definition that cannot work
 * @example
 * const getUser = operation(
 *   { method: 'GET', path: '/users/{id}', params: UserPath, responses: { 200: response('The user', User) } },
 *   ({ params }) => users.find(params.id),
 * );
 */
export function operation<
  Method extends string,
  Path extends string,
  Responses extends ResponsesInput,
  Params extends Class = undefined,
  Query extends Class = undefined,
  Headers extends Class = undefined,
  Cookies extends Class = undefined,
  Body extends TypeInput | RequestBody | ContentBody | undefined = undefined,
  Parameters extends OperationDefinition['parameters'] = undefined,
  const Security extends OperationDefinition['security'] = undefined,
  Documented = (
    input: OperationInput<
      PathParametersOf<Params, Path, Parameters>,
      ParametersOf<Query>,
      ParametersOf<Headers>,
      ParametersOf<Cookies>,
      BodyOf<Body>,
      CheckedResponses<Responses>,
      Security
    >,
  ) => Results<CheckedResponses<Responses>>['all'] | Promise<Results<CheckedResponses<Responses>>['all']>,
  // The default gives the handler's input the type from `definition`; the handler then decides the type.
  Handler = Documented,
>(
  definition: OperationFields & {
    /** HTTP method, in any case. */
    method: MethodCheck<Method>;
    /** Route path: `/users/{id}` or `/users/:id`. */
    path: Path;
    /**
     * Class of the path parameters: each property is one
     * parameter. @default the path's parameters are strings
     */
    params?: ParamsCheck<Params, Path>;
    /** Class of the query parameters. */
    query?: Query;
    /** Class of the headers. `@Header` or the property's own name is the header's name. */
    headers?: Headers;
    /** Class of the cookies. */
    cookies?: Cookies;
    /** Type of a required JSON body, or a body such as `formBody(Upload)`. @default none is read */
    body?: BodyCheck<Body>;
    /** Explicit parameters, in addition to those of classes. */
    parameters?: Parameters;
    /**
     * Alternative schemes, any of which grants access; `[]` is public. @default those of the configuration
     */
    security?: Security;
    /** Responses by HTTP status code, as in `{ 200: response('The user', User) }`. */
    responses: ResponsesCheck<Responses>;
  },
  handler: HandlerCheck<Handler, Documented>,
): Operation<
  Defined<
    {
      method: Method;
      path: Path;
      params: Params;
      query: Query;
      headers: Headers;
      cookies: Cookies;
      body: Body;
      responses: CheckedResponses<Responses>;
    },
    Params,
    Query,
    Headers,
    Cookies,
    Body
  >
> {
  requireDefinition(definition, handler);
  return { definition: definition as never, handler: handler as never };
}

/** @throws ConfigError for anything other than a list of operations */
export function requireOperations(caller: string, operations: unknown): asserts operations is Operation[] {
  if (!Array.isArray(operations))
    throw new ConfigError(
      `${caller} needs a list of operations, as in [createUser, getUser], not ${show(operations)}.`,
    );
  const isOperation = (operation: Partial<Operation> | null | undefined): boolean =>
    typeof operation?.handler === 'function' && operation.definition !== undefined;
  const wrong = operations.findIndex((operation) => !isOperation(operation as Operation));
  if (wrong >= 0)
    throw new ConfigError(
      `${caller} needs the results of operation(definition, handler), not ${show(operations[wrong])}.`,
    );
}

function requireDefinition(definition: unknown, handler: unknown): void {
  if (!isRecord(definition))
    throw new ConfigError(
      `operation(definition, handler) needs a definition, as in { method: 'GET', path: '/users', responses }, not ${show(definition)}.`,
    );
  for (const field of ['method', 'path'] as const)
    if (typeof definition[field] !== 'string')
      throw new ConfigError(
        `operation ${show(definition.method)} ${show(definition.path)} needs a ${field} that is a string, as in { method: 'GET', path: '/users', responses }, not ${show(definition[field])}.`,
      );
  const place = placeOf(definition as unknown as OperationDefinition);
  for (const [ours, theirs] of Object.entries(INPUT_NAMES)) requireInput(definition, ours, theirs, place);
  if (!isRecord(definition.responses))
    throw new ConfigError(
      `operation ${place} needs responses, as in { 200: response('The user', User) }, not ${show(definition.responses)}.`,
    );
  const hasSecurity = 'security' in definition && definition.security !== null;
  requireImported('security', definition.security, hasSecurity, place);
  requireImported('parameters', definition.parameters, 'parameters' in definition, place);
  for (const [status, response] of Object.entries(definition.responses))
    requireImported(`responses.${status}`, response, true, place);
  if (typeof handler !== 'function')
    throw new ConfigError(
      `operation ${place} needs a handler, as in ({ params }) => users.find(params.id), not ${show(handler)}.`,
    );
}

/**
 * Checks the body or a group of parameters.
 *
 * @param theirs the name that documents of endpoints use
 */
function requireInput(
  definition: Readonly<Record<string, unknown>>,
  ours: string,
  theirs: string,
  place: string,
): void {
  const declared = definition[ours];
  const renamed = definition[theirs];
  if (renamed !== undefined)
    throw new ConfigError(
      declared === undefined
        ? `operation ${place} does not take ${theirs}${named(renamed)}. Rename it to ${ours}.`
        : `operation ${place} has ${ours}${named(declared)} and ${theirs}${named(renamed)}, which mean the same. Keep ${ours}.`,
    );
  if (ours in definition && declared === undefined)
    throw new ConfigError(
      `operation ${place} has ${ours} that is undefined, as a class is in modules that import each other. Move the class to a module that does not import back. If there is no ${ours}, leave the field out.`,
    );
  if (ours === 'body' || declared === undefined || typeof declared === 'function') return;
  if (!isRecord(declared) || !('~standard' in declared))
    throw new ConfigError(
      `operation ${place} needs a class or a Standard JSON Schema as ${ours}, as in ${ours}: UserInput, not ${show(declared)}.`,
    );
}

/**
 * Throws for an undefined field: an operation would run without its security if modules import each other.
 */
function requireImported(field: string, value: unknown, isWritten: boolean, place: string): void {
  if (isWritten && value == null)
    throw new ConfigError(
      `operation ${place} has ${field} that is ${String(value)}, as a constant is in modules that import each other. Move the constant to a module that does not import back. If there is none, leave the field out.`,
    );
}

function named(value: unknown): string {
  if (typeof value === 'function') return ` ${value.name}`;
  return isRecord(value) && typeof value.schema === 'function' ? ` ${value.schema.name}` : '';
}

export function placeOf({ method, path }: Pick<OperationDefinition, 'method' | 'path'>): string {
  return `${method.toUpperCase()} ${path}`;
}
