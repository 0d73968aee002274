import { DiagnosticsNotice } from './shared/diagnostics-notice.js';
import { groupFindings, type Diagnostic, type Finding } from './shared/diagnostics.js';
import { isRecord } from './shared/values.js';
import { pageDiagnostics } from './page/diagnostics.js';
import type { CompiledOperation } from './operations/compile-operation.js';
import { normalizeBase } from './page/paths.js';
import { createDocsServer } from './page/server.js';
import type {
  ConnectApp,
  DocsServer,
  DocsSource,
  HasDocsServer,
  NodeHandler,
  ServedView,
} from './page/docs-server.js';
import { buildDocument, type BuiltDocument } from './documents/openapi/build.js';
import type { AuthScheme, Config, OpenApiVersion } from './documents/openapi/config/config.js';
import { messageOf } from './documents/openapi/context.js';
import { ReportingCompiler } from './documents/openapi/reporting-compiler.js';
import { SERVED_DOCUMENT } from './shared/handler-symbols.js';
import type { OpenApiDocument } from './documents/openapi/types/document.js';
import type { Endpoint } from './documents/openapi/types/endpoint.js';
import type { EndpointFinding } from './documents/openapi/validate.js';
import { resolveConfig } from './documents/openapi/config/resolve-config.js';
import type { ResolvedConfig } from './documents/openapi/config/resolve-config.js';
import { createValidationError } from './documents/openapi/validate.js';
import type { DocsValidationError } from './documents/openapi/validate.js';
import type { WebhookSource } from './documents/openapi/paths/webhooks.js';
import { shownDocument } from './documents/openapi/shown/shown-document.js';
import { writeMarkdown } from './documents/openapi/text/markdown.js';
import { toYaml } from './documents/openapi/yaml.js';

/** Findings, or a function that searches for them: it runs when somebody asks for the diagnostics. */
export type Note = Finding | (() => readonly Finding[]);

export interface Registered {
  readonly endpoints: readonly Endpoint[];
  readonly endpointsOfOperations: ReadonlySet<Endpoint>;
  readonly webhooks: readonly WebhookSource[];
  readonly notes: readonly Note[];
  /** Returns findings about what happened after the registration. */
  readonly late: () => readonly Finding[];
  readonly schemes: readonly AuthScheme[];
  /** The operations, which adapters have bound. */
  readonly operations: () => readonly CompiledOperation[];
  /** The compiler of the operations, which has compiled their classes; undefined without operations. */
  readonly compiler: ReportingCompiler | undefined;
  /** True if pipes of Nest validate the requests. */
  readonly isOfNest: boolean;
  readonly revision: number;
}

interface Made {
  /** The revision of what was registered, from which it was made. */
  readonly revision: number;
  readonly notes: readonly Note[];
  /** The text of the document, with the findings. */
  readonly spec: BuiltDocument;
  document?: OpenApiDocument;
  json?: string;
  yaml?: string;
  markdown?: string;
}

/** Base class of documents: builds, checks and serves the document of the registrations. */
export abstract class BuiltDocs implements HasDocsServer {
  // The configuration contains keys and passwords. It is a
  // private field, so that a log of the docs does not show it.
  readonly #config: Config;
  readonly #resolved: ResolvedConfig;
  #made: Made | undefined;
  #server: DocsServer | undefined;
  #isServed = false;
  readonly #notice: DiagnosticsNotice;

  /**
   * @internal
   * @param sharedTitle the title of the docs that have these as a part; @default their own
   * @throws ConfigError for an invalid value
   */
  constructor(config: Config, sharedTitle?: string) {
    this.#config = config;
    this.#resolved = resolveConfig(config);
    const { title } = this.#resolved.info;
    this.#notice = new DiagnosticsNotice({
      title,
      sharedTitle: sharedTitle ?? title,
      mode: config.diagnostics,
      revision: () => this.registered().revision,
      diagnostics: () => this.diagnostics(),
      validate: () => this.validate(),
    });
  }

  /** @internal */
  protected get config(): Config {
    return this.#config;
  }

  /** @internal */
  protected get resolved(): ResolvedConfig {
    return this.#resolved;
  }

  /** @internal */
  protected abstract registered(): Registered;

  /**
   * True for a document of a part of the API, which contains only the components that its operations use.
   * @internal
   */
  protected readonly isPart: boolean = false;

  /** @internal */
  protected listViews(): readonly ServedView[] {
    return [];
  }

  /**
   * Returns all errors of `diagnostics()` as one error that you can throw, or null. Examples are duplicate
   * endpoints, unsupported methods and a page that cannot be served. Under `strict`, warnings are errors too.
   */
  validate(): DocsValidationError | null {
    return createValidationError(this.#findings(), this.config.strict ?? false);
  }

  /**
   * Returns the problems of the document and its page: errors first, then warnings.
   *
   * @param options `notes: true` adds diagnostics of severity `info`. They need no change: each names a rule
   *   or a part of the application that the document cannot describe exactly
   */
  diagnostics({ notes = false }: { readonly notes?: boolean } = {}): Diagnostic[] {
    const all = groupFindings(this.#findings().map(({ finding }) => finding));
    return notes ? all : all.filter(({ severity }) => severity !== 'info');
  }

  #findings(): EndpointFinding[] {
    const { notes, spec } = this.#make();
    const ofDocs = (finding: Finding): EndpointFinding => ({ finding, endpoint: undefined });
    const late = [...this.registered().late(), ...this.#emptyFindings(), ...this.#pageFindings()];
    const noted = notes.flatMap((note) => (typeof note === 'function' ? note() : note));
    return [...noted.map(ofDocs), ...spec.findings, ...late.map(ofDocs)];
  }

  /** Code that builds a document without serving it may add to it later. */
  #emptyFindings(): Finding[] {
    const { endpoints, webhooks } = this.registered();
    const count = endpoints.length + webhooks.length + this.resolved.models.size;
    if (!this.#isServed || this.isPart || count > 0) return [];
    return [
      {
        code: 'empty-document',
        place: 'document',
        message:
          'These docs are served without any operation, webhook or model. ' +
          'Add operations to this instance of Docs, as in expressOperations(app, docs, operations) or docs.add(endpoint).',
      },
    ];
  }

  #pageFindings(): Finding[] {
    try {
      void this.server;
      return pageDiagnostics(this[SERVED_DOCUMENT], this.config.ui);
    } catch (error) {
      return [{ code: 'page-not-servable', place: 'page', message: messageOf(error) }];
    }
  }

  /**
   * Returns a copy of the document; changes to it do not reach the served document. To change that, use
   * `config.transformDocument`. Equal registrations give equal bytes.
   */
  buildSpec(): OpenApiDocument {
    return JSON.parse(this.#make().spec.text) as OpenApiDocument;
  }

  /**
   * The served document: one object until the next `add`. Do not change it.
   * @internal
   */
  get [SERVED_DOCUMENT](): OpenApiDocument {
    const docs = this.#make();
    return (docs.document ??= JSON.parse(docs.spec.text) as OpenApiDocument);
  }

  /**
   * Returns these docs in another version of OpenAPI. Later registrations appear there, too.
   * @throws ConfigError for a version other than '3.0', '3.1' and '3.2'
   */
  inVersion(openapi: OpenApiVersion): DocsInVersion | this {
    if (openapi === this.resolved.openapi) return this;
    return new DocsInVersion({ ...this.config, openapi }, () => this.registered(), this.isPart);
  }

  /** Returns the document as indented JSON. The served document is compact. */
  specJSON(): string {
    const docs = this.#make();
    return (docs.json ??= JSON.stringify(this[SERVED_DOCUMENT], null, 2));
  }

  /** Returns the document as YAML. */
  specYAML(): string {
    const docs = this.#make();
    return (docs.yaml ??= toYaml(this[SERVED_DOCUMENT]));
  }

  /**
   * Returns the document as compact Markdown for language models and for
   * terminals: each operation with its parameters, body, responses and an example
   * request, and each named type once. Texts of the document are escaped.
   */
  markdown(): string {
    const docs = this.#make();
    return (docs.markdown ??= writeMarkdown(shownDocument(this[SERVED_DOCUMENT])));
  }

  /**
   * The operations that can be called in this process. The document may contain only a part of them.
   * @internal
   */
  boundOperations(): readonly CompiledOperation[] {
    return this.registered().operations();
  }

  /** Returns the viewer's configuration as JSON. */
  getUIConfig(): string {
    return this.server.getUIConfig();
  }

  /**
   * Returns a handler for node:http and Connect. At any path
   * it serves the page, and the page's files by query.
   */
  handler(): NodeHandler {
    return this.server.handler();
  }

  /** Returns a handler for node:http and Connect that serves the document as JSON at any path. */
  specHandler(): NodeHandler {
    return this.server.specHandler();
  }

  /**
   * Returns a handler for node:http that serves page and document below `base`. For other paths it calls
   * `next`, or responds with 404.
   */
  middleware(base: string): NodeHandler {
    const handler = this.server.middleware(base);
    this.keepPages?.(normalizeBase(base));
    return handler;
  }

  /**
   * Serves page and document below `base` in any application
   * with Connect's `use(path, fn)`: Express, Connect, Nest.
   * @throws ConfigError for any other application, and for a path that has a page
   */
  mount(app: ConnectApp, base: string): void {
    this.server.mount(app, base);
    this.mounts.push(base);
    this.keepPages?.(normalizeBase(base));
  }

  /**
   * Keeps the paths of the pages free of operations.
   *
   * @internal
   * @param base without a slash at the end
   */
  keepPages?(base: string): void;

  /**
   * Paths of `mount`, in the order of the calls.
   * @internal
   */
  protected readonly mounts: string[] = [];

  /**
   * The server that the adapters translate to their frameworks, created at first use.
   * @throws ConfigError for an invalid configuration
   */
  get server(): DocsServer {
    return (this.#server ??= createDocsServer(this.#source()));
  }

  /**
   * Plans the report of the problems. Adapters call it when they serve operations.
   * @internal
   */
  planNotice(): void {
    this.#notice.plan();
  }

  #make(): Made {
    const { endpoints, endpointsOfOperations, webhooks, schemes, compiler, notes, revision, isOfNest } =
      this.registered();
    if (this.#made?.revision !== revision) {
      const { resolved } = this;
      const isValidatedByOperations = endpoints.every(
        (endpoint) => endpointsOfOperations.has(endpoint) || !takesBody(endpoint),
      );
      const source = { endpoints, webhooks, schemes, isPart: this.isPart };
      const spec = buildDocument(source, resolved, compiler ?? new ReportingCompiler(resolved));
      const own = isValidatedByOperations ? spec.findings.filter(isNotOfReadOnly) : spec.findings;
      const findings = isOfNest ? own.map(asInNest) : own;
      this.#made = { revision, notes, spec: { ...spec, findings } };
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
      notice: {
        served: () => {
          this.#notice.served();
          this.#isServed = true;
        },
        asked: () => {
          this.#notice.asked();
        },
      },
      get revision() {
        return revision();
      },
      document: () => this[SERVED_DOCUMENT],
      text: () => this.#make().spec.text,
      views: () => this.listViews(),
    };
  }
}

function takesBody(endpoint: unknown): boolean {
  return isRecord(endpoint) && (endpoint.body ?? endpoint.requestBody) !== undefined;
}

/** Operations ignore the rules of `@ReadOnly` properties. */
function isNotOfReadOnly({ finding }: EndpointFinding): boolean {
  return finding.code !== 'read-only-but-required';
}

/** In Nest, nothing removes a member that no request contains before forbidNonWhitelisted rejects it. */
function asInNest(endpointFinding: EndpointFinding): EndpointFinding {
  const { code, message } = endpointFinding.finding;
  if (code !== 'unsent-but-rejected') return endpointFinding;
  const finding = {
    ...endpointFinding.finding,
    code: 'every-request-rejected',
    message: message.replace(/ Operations remove .*/, ''),
  } as const;
  return { ...endpointFinding, finding };
}

/** Docs in another version of OpenAPI than the one configured. */
export class DocsInVersion extends BuiltDocs {
  /** @internal */
  protected override readonly isPart: boolean;
  readonly #registered: () => Registered;

  /** @internal */
  constructor(config: Config, registered: () => Registered, isPart: boolean) {
    super(config);
    this.#registered = registered;
    this.isPart = isPart;
  }

  /** @internal */
  protected registered(): Registered {
    return this.#registered();
  }
}
