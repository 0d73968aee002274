import type { TypeInput } from '../decorators/type-input.js';
import { groupFindings, type Diagnostic, type Finding } from './base/diagnostics.js';
import { bindOperations, type BoundOperation } from './operation/bind.js';
import type { Operation } from './operation/operation.js';
import type { OperationOptions } from './operation/options.js';
import { createSchemaCompiler } from './schema/schema-compiler.js';
import { pageDiagnostics } from './server/page-diagnostics.js';
import { createDocsServer } from './server/server.js';
import type { ConnectApp, DocsServer, DocsSource, HasDocsServer, NodeHandler } from './server/source.js';
import { buildDocument } from './spec/build.js';
import type { BuiltSpec } from './spec/build.js';
import type { Config } from './spec/config.js';
import type { OpenApiDocument } from './spec/document.js';
import type { Endpoint } from './spec/endpoint.js';
import { resolveConfig } from './spec/resolve-config.js';
import type { ResolvedConfig } from './spec/resolve-config.js';
import { createValidationError } from './spec/validate.js';
import type { DocsValidationError } from './spec/validate.js';
import type { WebhookOptions } from './spec/webhook-options.js';
import type { WebhookSource } from './spec/webhooks.js';
import { toYaml } from './spec/yaml.js';

/** What is made of the registered endpoints, each once until the next `add`. */
interface Made {
  readonly spec: BuiltSpec;
  json?: string;
  yaml?: string;
}

/**
 * The documentation of an API: takes endpoints, gives an OpenAPI document and serves it with its page.
 *
 * @example
 * const docs = new Docs({ info: { title: 'Shop', version: '1.0.0' } });
 * docs.add({ method: 'GET', path: '/users/:id', responses: { 200: response('The user', User) } });
 * const problems = docs.validate();
 * if (problems) throw problems;
 * docs.mount(app, '/docs');
 */
export class Docs implements HasDocsServer {
  readonly #config: Config;
  readonly #resolved: ResolvedConfig;
  readonly #endpoints: Endpoint[] = [];
  readonly #webhooks: WebhookSource[] = [];
  readonly #notes: Finding[] = [];
  #revision = 0;
  #made: Made | undefined;
  #server: DocsServer | undefined;

  /** @throws ConfigError for a version of OpenAPI that there is none of */
  constructor(config: Config) {
    this.#config = config;
    this.#resolved = resolveConfig(config);
  }

  /**
   * Registers an endpoint; never throws. Of two with the same method and path the last is kept;
   * one with an unsupported method is skipped. `validate()` and `diagnostics()` tell.
   */
  add(endpoint: Endpoint): this {
    return this.addAll(endpoint);
  }

  /** Registers several endpoints; never throws. */
  addAll(...endpoints: readonly Endpoint[]): this {
    this.#endpoints.push(...endpoints);
    this.#forget();
    return this;
  }

  /**
   * Documents operations and makes them ready to answer; the adapters of the frameworks register what it returns.
   * @throws ConfigError for an operation that cannot be bound as it is documented; none is registered then
   */
  bindOperations(operations: readonly Operation[], options: OperationOptions = {}): BoundOperation[] {
    const bound = bindOperations(operations, this.#resolved, options);
    this.addAll(...bound.map(({ endpoint }) => endpoint));
    return bound;
  }

  /**
   * Documents a webhook that the service sends: under `webhooks`, or `x-webhooks` in OpenAPI 3.0.
   *
   * @param type the class of its body, usually one with `@Webhook('order.shipped')`
   */
  addWebhook(type: TypeInput, options: WebhookOptions = {}): this {
    this.#webhooks.push({ type, options });
    this.#forget();
    return this;
  }

  /**
   * Adds what whoever made the endpoints has to say of them: `diagnostics()` lists it with the rest, and `validate()`
   * counts it.
   */
  note(...findings: readonly Finding[]): this {
    this.#notes.push(...findings);
    this.#forget();
    return this;
  }

  /**
   * Everything that makes the document invalid, as one error for the caller to throw, or null:
   * duplicate endpoints, unsupported methods, duplicate operationIds, and what else `diagnostics()` has as an error;
   * under `strict` what it has as a warning too.
   */
  validate(): DocsValidationError | null {
    const notes = this.#notes.map((finding) => ({ finding, endpoint: undefined }));
    return createValidationError([...notes, ...this.#make().spec.findings], this.#config.strict ?? false);
  }

  /** Everything that a careful reviewer would say of document and page: errors, then warnings, then notes. */
  diagnostics(): Diagnostic[] {
    const { document, findings } = this.#make().spec;
    const ofPage = pageDiagnostics(document, this.#config.ui);
    return groupFindings([...this.#notes, ...findings.map(({ finding }) => finding), ...ofPage]);
  }

  /**
   * The document. The same registrations give the same bytes; it is made again only after a later `add`.
   * Change it in `config.transformDocument`, not here: this is the one that is served, and schemas that are alike are one
   * frozen object.
   */
  buildSpec(): OpenApiDocument {
    return this.#make().spec.document;
  }

  /** The document as JSON text, indented for people; what is served is compact. */
  specJSON(): string {
    const made = this.#make();
    return (made.json ??= JSON.stringify(made.spec.document, null, 2));
  }

  /** The document as YAML text. */
  specYAML(): string {
    const made = this.#make();
    return (made.yaml ??= toYaml(made.spec.document));
  }

  /** The configuration that the page hands to the viewer, as JSON. */
  getUIConfig(): string {
    return this.server.getUIConfig();
  }

  /** Serves the page, whatever the path, and by the query what the page refers to. For node:http and Connect. */
  handler(): NodeHandler {
    return this.server.handler();
  }

  /** Serves the document as JSON, whatever the path. For node:http and Connect. */
  specHandler(): NodeHandler {
    return this.server.specHandler();
  }

  /** Serves page and document below `base`, for node:http; other paths go to `next`, or to 404 without one. */
  middleware(base: string): NodeHandler {
    return this.server.middleware(base);
  }

  /**
   * Serves page and document below `base` on anything with Connect's `use(path, fn)`: Express, Connect, Nest.
   * @throws ServingError for an application of another kind
   */
  mount(app: ConnectApp, base: string): void {
    this.server.mount(app, base);
  }

  /**
   * What the adapters translate to their frameworks; made when the first of them is.
   * @throws HeaderValueError, PolicyError, ViewerNotInstalledError at first use, by what the configuration asks for
   */
  get server(): DocsServer {
    return (this.#server ??= createDocsServer(this.#source()));
  }

  #make(): Made {
    return (this.#made ??= {
      spec: buildDocument({
        config: this.#resolved,
        endpoints: this.#endpoints,
        webhooks: this.#webhooks,
        createCompiler: (report) =>
          createSchemaCompiler({ ...this.#resolved, formats: 'all', openapi: true, report }),
      }),
    });
  }

  #forget(): void {
    this.#revision += 1;
    this.#made = undefined;
  }

  #source(): DocsSource {
    const revision = (): number => this.#revision;
    return {
      title: this.#resolved.info.title,
      ui: this.#config.ui,
      docsAuth: this.#config.docsAuth,
      authorize: this.#config.authorize,
      onError: this.#config.onError,
      get revision() {
        return revision();
      },
      document: () => this.buildSpec(),
    };
  }
}
