import type { TypeInput } from '../decorators/type-input.js';
import type { Finding } from './shared/diagnostics.js';
import { ConfigError } from './shared/errors.js';
import { type Contradiction, CONTRADICTIONS } from './shared/handler-symbols.js';
import { BuiltDocs, type Note, type Registered } from './built-docs.js';
import { compileOperations, type CompiledOperation } from './operations/compile-operation.js';
import { isRefused } from './operations/describe.js';
import { inputSchema } from './operations/contract/input-schema.js';
import { Precedence } from './operations/precedence.js';
import { claimRoutes, type ClaimedRoutes, findHiddenBelow } from './operations/routing.js';
import {
  claimSchemes,
  securityFindings,
  type ClaimedSchemes,
} from './operations/security/resolve-security.js';
import {
  refuseHidden,
  type ClientApi,
  type ClientDefinition,
  type ClientOperations,
  type DefinitionsOf,
} from './operations/contract/client-api.js';
import { useFacts } from './documents/model/facts/active-facts.js';
import type { CompleteSchema } from './documents/json-schema/inline-definitions.js';
import type { Empty, InputOf, ResultOf } from './client/client-types.js';
import type { ReadAs } from './client/read-response.js';
import { callOperation, type CallOptions } from './adapters/call-operation.js';
import { placeOf, requireOperations, type Operation } from './operations/operation.js';
import { requireCallOptions, type MountedOperationOptions } from './operations/operation-options.js';
import type { Endpoint } from './documents/openapi/types/endpoint.js';
import type { Server } from './documents/openapi/types/objects.js';
import { ReportingCompiler } from './documents/openapi/reporting-compiler.js';
import { requireViewOptions, viewConfig, type ViewOptions } from './documents/openapi/config/view.js';
import type { WebhookOptions } from './documents/openapi/types/endpoint.js';
import type { WebhookSource } from './documents/openapi/paths/webhooks.js';
import type { Config } from './documents/openapi/config/config.js';
import { selectForView } from './documents/openapi/config/view-selection.js';

/** The input of `docs.call`: that of a client, and cookies by name. */
type CallInputOf<D extends ClientDefinition> = InputOf<D> & {
  /** Cookies by name. */
  readonly cookies?: Readonly<Record<string, string | number | boolean>>;
};

/**
 * The documentation of an API: registers endpoints, builds an OpenAPI document, and serves it with a page.
 *
 * @example
 * const docs = new Docs({ info: { title: 'Shop', version: '1.0.0' } });
 * docs.add({ method: 'GET', path: '/users/:id', responses: { 200: response('The user', User) } });
 * const problems = docs.validate();
 * if (problems) throw problems;
 * docs.mount(app, '/docs');
 */
export class Docs extends BuiltDocs {
  readonly #endpoints: Endpoint[] = [];
  readonly #endpointsOfOperations = new Set<Endpoint>();
  readonly #webhooks: WebhookSource[] = [];
  readonly #notes: Note[] = [];
  #late: () => readonly Finding[] = () => [];
  readonly #views = new Map<string, DocsView>();
  #routes: ClaimedRoutes = new Map();
  #schemes: ClaimedSchemes = new Map();
  readonly #bound = new Map<Operation<ClientDefinition>, CompiledOperation>();
  /** The paths of the pages. */
  readonly #pages = new Set<string>();
  /** Created with the first operation, since documents without operations do not load its module. */
  #precedence: Precedence | undefined;
  #compiler: ReportingCompiler | undefined;
  #isOfNest = false;
  #revision = 0;

  /**
   * Creates the docs of an API, as in `new Docs({ info: { title: 'Shop', version: '1.0.0' } })`.
   *
   * @throws ConfigError for an invalid value
   */
  constructor(config: Config) {
    super(config);
    this.note(...useFacts(config.facts, config.strict ?? false));
  }

  /**
   * Registers an endpoint; never throws. If two have the same method and path, the last one wins. Endpoints
   * with an unsupported method are skipped. `validate()` and `diagnostics()` report both.
   */
  add(endpoint: Endpoint): this {
    return this.addAll(endpoint);
  }

  /** Registers several endpoints; never throws. */
  addAll(...endpoints: readonly Endpoint[]): this {
    this.#endpoints.push(...endpoints);
    this.#revision += 1;
    return this;
  }

  /**
   * Registers operations in the document without serving them, for example in a script that writes the
   * document. `expressOperations` and the other adapters register the operations that they serve.
   *
   * @throws ConfigError for an operation that cannot be served as documented; then none is registered
   */
  addOperations(operations: readonly Operation[], options?: MountedOperationOptions): this {
    requireOperations('docs.addOperations', operations);
    if (options !== undefined) requireCallOptions(options, 'docs.addOperations', true);
    this.bindOperations(operations, options);
    return this;
  }

  /**
   * Has operations whose parameters match the path of the pages, such as `/{slug}`, leave them to the docs.
   * @internal
   */
  override keepPages(base: string): void {
    if (this.#pages.has(base)) return;
    this.#pages.add(base);
    this.#precedence?.givePages(base);
  }

  /**
   * Registers operations and prepares them for an adapter to serve.
   * @internal
   */
  bindOperations(
    operations: readonly Operation[],
    options: MountedOperationOptions = {},
  ): CompiledOperation[] {
    const bound = this.#bind(operations, options);
    const schemes = claimSchemes(this.#schemes, bound);
    this.#routes = claimRoutes(this.#routes, operations, bound);
    this.#schemes = schemes;
    this.#precedence ??= new Precedence(this.#pages);
    this.#precedence.add(bound);
    for (const boundOperation of bound) this.#bound.set(boundOperation.operation, boundOperation);
    for (const { endpoint } of bound) this.#endpointsOfOperations.add(endpoint);
    this.addAll(...bound.map(({ endpoint }) => endpoint));
    this.note(...bound.flatMap(({ endpoint, security }) => securityFindings(endpoint, security)));
    this.note(...bound.flatMap(({ findings }) => findings));
    this.note(...this.mounts.flatMap((base) => findHiddenBelow(base, bound)));
    return bound;
  }

  #bind(operations: readonly Operation[], options: MountedOperationOptions): CompiledOperation[] {
    const known = this.#compiler;
    // A compiler reports on a class once, and these reports would refuse an operation.
    const isUsable = known !== undefined && !known.hasReported(isRefused);
    const compiler = isUsable ? known : new ReportingCompiler({ ...this.resolved, inlineSchemas: false });
    // If an operation is refused, the compiler has reported on operations that are not registered.
    this.#compiler = undefined;
    const bound = compileOperations(operations, this.resolved, options, compiler);
    // A document with inlined schemas needs a compiler of its own.
    if (!this.resolved.inlineSchemas) this.#compiler = compiler;
    return bound;
  }

  /**
   * Returns the type of registered operations for `createClient` of `dtospec/client`. Call it after the
   * operations are registered.
   *
   * @throws ConfigError if an operation is not registered, or its types differ from the JSON that it sends: a
   *   renamed or excluded property, a `@Transform`, a parameter style. Generate a client from the document
   *   for these operations.
   * @example
   * export const api = docs.clientApi([listUsers, getUser]);
   * export type Api = typeof api;
   */
  clientApi<const O extends ClientOperations>(operations: O): ClientApi<DefinitionsOf<O>> {
    const all = Object.values<Operation<ClientDefinition>>(operations);
    refuseHidden(this.#requireBound('clientApi', all).flatMap((bound) => bound.findHidden()));
    return {};
  }

  #requireBound(caller: string, operations: readonly Operation<ClientDefinition>[]): CompiledOperation[] {
    const missing = operations.filter((operation) => !this.#bound.has(operation));
    if (missing.length > 0)
      throw new ConfigError(
        `${caller} needs registered operations, but ${missing.map(({ definition }) => placeOf(definition)).join(', ')} is not registered yet. Call it after expressOperations(app, docs, operations), or the function of your framework.`,
      );
    return operations.flatMap((operation) => this.#bound.get(operation) ?? []);
  }

  /**
   * Calls a registered operation in this process, without a socket: the same validation, `security` and
   * response as for a request. Middleware of a framework does not run. Values are JSON; a parameter has the
   * name of its property or that of the document. The result is that of a client of `dtospec/client`. Rejects
   * with the errors of the handler.
   *
   * @throws ConfigError if the operation is not registered
   * @throws TypeError for a value that a request cannot contain, such as null for a parameter
   * @example
   * const { status, data } = await docs.call(getUser, { params: { id: '7' } }, { auth: user });
   */
  async call<D extends ClientDefinition, F extends ReadAs | 'json' = 'json'>(
    operation: Operation<D>,
    ...[input, options]: Empty extends InputOf<D>
      ? [input?: CallInputOf<D>, options?: CallOptions<F>]
      : [input: CallInputOf<D>, options?: CallOptions<F>]
  ): Promise<ResultOf<D['responses'], F>> {
    const [bound] = this.#requireBound('docs.call', [operation]);
    const result = bound && callOperation(bound, input ?? {}, options ?? {});
    return (await result) as ResultOf<D['responses'], F>;
  }

  /**
   * Returns one JSON Schema of everything that `docs.call` takes for a registered operation: an object of
   * `params`, `query`, `headers`, `cookies` and `body`, as far as the operation has them, with all
   * definitions in `$defs`.
   *
   * @throws ConfigError if the operation is not registered, or takes a body, but none in JSON
   */
  inputSchemaOf(operation: Operation<ClientDefinition>): CompleteSchema {
    const [bound] = this.#requireBound('docs.inputSchemaOf', [operation]);
    return bound === undefined ? {} : inputSchema(bound.namedContract());
  }

  /**
   * Documents a webhook that your service sends: under `webhooks`, or `x-webhooks` in OpenAPI 3.0.
   *
   * @param type the class of its body, usually one with `@Webhook('order.shipped')`
   */
  addWebhook(type: TypeInput, options: WebhookOptions = {}): this {
    this.#webhooks.push({ type, options });
    this.#revision += 1;
    return this;
  }

  /**
   * Records that pipes of Nest validate the requests.
   *
   * @param late returns findings about settings that the application has changed since
   * @internal
   */
  validatedByNest(late: () => readonly Finding[]): this {
    this.#isOfNest = true;
    this.#late = late;
    return this;
  }

  /**
   * The documented servers; undefined if the application
   * transforms the document, and with it paths and servers.
   * @internal
   */
  get servers(): readonly Server[] | undefined {
    return this.config.transformDocument === undefined ? this.resolved.servers : undefined;
  }

  /** @internal */
  readonly [CONTRADICTIONS] = new Map<string, Contradiction>();

  /** @internal */
  note(...notes: readonly Note[]): this {
    this.#notes.push(...notes);
    this.#revision += 1;
    return this;
  }

  /**
   * Creates a document of a part of the API, for a group of readers. It contains the selected endpoints and
   * webhooks, also those added later, with the components, tags and security schemes that they use. It is
   * served below these docs (`/docs/partners/`); you can also mount it elsewhere. It inherits the title, the
   * version and the options for operations. It does not inherit other texts, servers, extensions or
   * `transformDocument`. It has the same protection as these docs, unless you set its own `docsAuth` or
   * `authorize`.
   *
   * @throws ConfigError for an invalid or taken name, and for an `include` without a condition or with an
   *   empty one
   * @example
   * docs.view({ name: 'partners', include: { audience: ['partner'] }, docsAuth: { enabled: true, apiKey } });
   */
  view(options: ViewOptions): DocsView {
    requireViewOptions(options, (name) => this.#views.has(name));
    const view = this.part(options);
    this.#views.set(view.name, view);
    return view;
  }

  /**
   * Returns a part of the docs by the rules of `view`. It is not served.
   * @throws ConfigError for an `include` without a condition or with an empty one
   * @internal
   */
  part(options: ViewOptions): DocsView {
    requireViewOptions(options, () => false);
    return new DocsView(this.config, options, () => this.registered(), this.resolved.info.title);
  }

  /** The views of these docs, in the order of their creation. */
  get views(): readonly DocsView[] {
    return [...this.#views.values()];
  }

  /** @internal */
  protected override listViews(): readonly DocsView[] {
    return this.views;
  }

  /** @internal */
  protected registered(): Registered {
    return {
      endpoints: this.#endpoints,
      endpointsOfOperations: this.#endpointsOfOperations,
      webhooks: this.#webhooks,
      notes: this.#notes,
      late: this.#late,
      operations: () => [...this.#bound.values()],
      compiler: this.#compiler,
      schemes: [...this.#schemes.values()].filter((scheme) => scheme !== undefined),
      isOfNest: this.#isOfNest,
      revision: this.#revision,
    };
  }
}

/**
 * A document of a part of the API, created by `docs.view(options)`. It contains the selected endpoints and
 * webhooks, with the components, tags and security schemes that they use.
 */
export class DocsView extends BuiltDocs {
  /** The path segment of the view, below the docs. */
  readonly name: string;
  readonly #options: ViewOptions;
  readonly #all: () => Registered;
  #registered: Registered | undefined;

  /** @internal */
  constructor(config: Config, options: ViewOptions, all: () => Registered, title: string) {
    super(viewConfig(config, options), title);
    this.name = options.name;
    this.#options = options;
    this.#all = all;
  }

  /** @internal */
  protected override readonly isPart = true;

  /** @internal */
  protected registered(): Registered {
    const all = this.#all();
    if (this.#registered?.revision !== all.revision)
      this.#registered = { ...all, ...selectForView(this.#options, all), compiler: undefined };
    return this.#registered;
  }
}
