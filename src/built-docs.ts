import { groupFindings, type Diagnostic, type Finding } from './shared/diagnostics.js';
import { createSchemaCompiler } from './documents/schema/schema-compiler.js';
import { pageDiagnostics } from './page/html/csp.js';
import { createDocsServer } from './page/server.js';
import type {
  ConnectApp,
  DocsServer,
  DocsSource,
  HasDocsServer,
  NodeHandler,
  ServedView,
} from './page/source.js';
import { buildDocument, type BuiltSpec } from './documents/openapi/build.js';
import type { AuthScheme, Config, OpenApiVersion } from './documents/openapi/config/config.js';
import { messageOf } from './documents/openapi/context.js';
import { SERVED_DOCUMENT } from './shared/docs-marks.js';
import type { OpenApiDocument } from './documents/openapi/types/document.js';
import type { Endpoint } from './documents/openapi/types/endpoint.js';
import type { EndpointFinding } from './documents/openapi/validate.js';
import { resolveConfig } from './documents/openapi/config/resolve-config.js';
import type { ResolvedConfig } from './documents/openapi/config/resolve-config.js';
import { createValidationError } from './documents/openapi/validate.js';
import type { DocsValidationError } from './documents/openapi/validate.js';
import type { WebhookSource } from './documents/openapi/paths/webhooks.js';
import { toYaml } from './documents/openapi/yaml.js';
import type { Exchange, ExchangeOptions, ExchangeReport } from './guard/exchanges/types.js';

/** What a document is made of. */
export interface Registered {
  readonly endpoints: readonly Endpoint[];
  readonly webhooks: readonly WebhookSource[];
  readonly notes: readonly Finding[];
  /** Security schemes that operations brought. */
  readonly schemes: readonly AuthScheme[];
  /** Another number after each change. */
  readonly revision: number;
}

/** What is made of what is registered, each once until the next change. */
interface Made {
  readonly revision: number;
  readonly notes: readonly Finding[];
  readonly spec: BuiltSpec;
  json?: string;
  yaml?: string;
}

/** A document of what is registered: its texts, what there is to say of it, and its server. */
export abstract class BuiltDocs implements HasDocsServer {
  // Keys and passwords are in it, and docs that are logged show what is no private field.
  readonly #config: Config;
  readonly #resolved: ResolvedConfig;
  #made: Made | undefined;
  #server: DocsServer | undefined;

  /** @throws ConfigError where a value is none of those that the types allow */
  constructor(config: Config) {
    this.#config = config;
    this.#resolved = resolveConfig(config);
  }

  protected get config(): Config {
    return this.#config;
  }

  /** With every default filled in. */
  protected get resolved(): ResolvedConfig {
    return this.#resolved;
  }

  protected abstract registered(): Registered;

  /** Whether it is a part of another document, which has only what its own operations use. */
  protected readonly isPart: boolean = false;

  /** Documents that are served below this one. */
  protected listViews(): readonly ServedView[] {
    return [];
  }

  /**
   * Returns every error of `diagnostics()` as one error for you to throw, or null: duplicate endpoints, unsupported
   * methods, duplicate operationIds, a page that cannot be served, … Under `strict`, warnings are errors too.
   */
  validate(): DocsValidationError | null {
    return createValidationError(this.#findings(), this.config.strict ?? false);
  }

  /** Returns what a careful reviewer would remark on the document and its page: errors, then warnings, then notes. */
  diagnostics(): Diagnostic[] {
    return groupFindings(this.#findings().map(({ finding }) => finding));
  }

  #findings(): EndpointFinding[] {
    const { notes, spec } = this.#make();
    const ofDocs = (finding: Finding): EndpointFinding => ({ finding, endpoint: undefined });
    return [...notes.map(ofDocs), ...spec.findings, ...this.#pageFindings(spec).map(ofDocs)];
  }

  #pageFindings({ document }: BuiltSpec): Finding[] {
    try {
      void this.server;
      return pageDiagnostics(document, this.config.ui);
    } catch (error) {
      return [{ code: 'page-not-servable', place: 'page', message: messageOf(error) }];
    }
  }

  /**
   * Returns the document as a copy of your own: changing it changes neither what is served nor `specJSON()`.
   * Use `config.transformDocument` for changes that readers of the docs should see. The same registrations give the same
   * bytes; the document is built again only after a later `add`.
   */
  buildSpec(): OpenApiDocument {
    return JSON.parse(JSON.stringify(this[SERVED_DOCUMENT])) as OpenApiDocument;
  }

  /** The document that is served, the same object until the next `add`. Read it only. */
  get [SERVED_DOCUMENT](): OpenApiDocument {
    return this.#make().spec.document;
  }

  /**
   * The same document in another version of OpenAPI, for tools that read no other; what is registered later is in it too.
   * @throws ConfigError for a version that is none of '3.0', '3.1' and '3.2'
   */
  inVersion(openapi: OpenApiVersion): DocsInVersion | this {
    if (openapi === this.resolved.openapi) return this;
    return new DocsInVersion({ ...this.config, openapi }, () => this.registered(), this.isPart);
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

  /**
   * Compares a request and its answer with the document: operation, status, content types, bodies, headers, parameters.
   * The validator is loaded with the first call. `toMatchSpec` of `dtospec/testing` is the same as a matcher.
   *
   * @throws ConfigError for what is no exchange, or one whose body has been read already
   * @example
   * const { mismatches } = await docs.checkExchange({ response: await request(app).get('/users/1') });
   */
  async checkExchange(exchange: Exchange, options: ExchangeOptions = {}): Promise<ExchangeReport> {
    const { compareExchange } = await import('./guard/exchanges/check-exchange.js');
    return compareExchange(this[SERVED_DOCUMENT], exchange, options);
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
    const { endpoints, webhooks, schemes, notes, revision } = this.registered();
    if (this.#made?.revision !== revision) {
      const { resolved } = this;
      const spec = buildDocument({ endpoints, webhooks, schemes, isPart: this.isPart }, resolved, (report) =>
        createSchemaCompiler({ ...resolved, formats: 'all', openapi: true, report }),
      );
      this.#made = { revision, notes, spec };
    }
    return this.#made;
  }

  #source(): DocsSource {
    const revision = (): number => this.registered().revision;
    return {
      title: this.resolved.info.title,
      ui: this.config.ui,
      docsAuth: this.config.docsAuth,
      authorize: this.config.authorize,
      onError: this.config.onError,
      requestServers: this.resolved.requestServers,
      get revision() {
        return revision();
      },
      document: () => this[SERVED_DOCUMENT],
      views: () => this.listViews(),
    };
  }
}

/** Docs in another version of OpenAPI than their configuration names. */
export class DocsInVersion extends BuiltDocs {
  protected override readonly isPart: boolean;
  readonly #registered: () => Registered;

  constructor(config: Config, registered: () => Registered, isPart: boolean) {
    super(config);
    this.#registered = registered;
    this.isPart = isPart;
  }

  protected registered(): Registered {
    return this.#registered();
  }
}
