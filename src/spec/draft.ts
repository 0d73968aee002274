import type { Report } from '../base/diagnostics.js';
import { plainJson } from '../base/plain-json.js';
import { isRecord } from '../base/values.js';
import type { Schema } from '../json-schema/schema.js';
import { mapValues } from '../json-schema/walk.js';
import { plainView } from '../model/class-model.js';
import type { ComponentNaming, SchemaCompiler } from '../schema/compiler.js';
import { compact, filled } from './compact.js';
import { createComponents, createNamedSchemas, withNamedSchemas } from './components.js';
import { createSchema, type SpecContext } from './context.js';
import type { ComponentsObject, OpenApiDocument, PathItemObject, SecurityObject } from './document.js';
import type { Endpoint } from './endpoint.js';
import { Findings } from './findings.js';
import { createInfo, createServers, createTags } from './info.js';
import { createObject } from './fields/sound.js';
import { PathItems } from './path-items.js';
import { addRoutes, type Route } from './paths.js';
import type { ResolvedConfig } from './resolve-config.js';
import { createRoot } from './root.js';
import { createSecuritySchemes } from './security-schemes.js';
import { SecurityResolver } from './security.js';
import { LinkTargets } from './link-targets.js';
import { SharedNames } from './validate.js';
import { createWebhooks, type WebhookSource } from './webhooks.js';

/**
 * The operations of everything that is registered, each compiled once, in the order of registration; more may follow.
 * References stay symbolic: a document of 3.1 is made of it whenever one is asked for, and names them.
 */
export class Draft {
  readonly findings = new Findings();
  readonly #links = new LinkTargets();
  readonly #context: SpecContext;
  readonly #security: SecurityResolver;
  readonly #documentSecurity: SecurityObject[] | undefined;
  readonly #root: ReturnType<typeof createRoot>;
  readonly #components: ComponentsObject;
  /** Those that have a name of their own. */
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #paths: PathItems;
  readonly #models: readonly Schema[];
  readonly #webhooks: Readonly<Record<string, PathItemObject>>;
  /** Those that the webhooks were made of. */
  readonly #sources: readonly WebhookSource[];
  readonly #routes = new Map<string, Route>();
  readonly #shared: SharedNames;
  /** Those that were added. */
  #endpoints: readonly Endpoint[] = [];
  /** The paths that have more since references were named. */
  #grown = new Set<string>();
  #named: Named | undefined;

  constructor(
    config: ResolvedConfig,
    private readonly isPart: boolean,
    webhooks: readonly WebhookSource[],
    createCompiler: (report: Report) => SchemaCompiler,
  ) {
    const { findings } = this;
    const { report } = findings;
    const base = { config, compiler: createCompiler(report), report };
    const schemes = createSecuritySchemes(config.schemes, base);
    const security = (this.#security = new SecurityResolver(schemes, config.openapi, report));
    const context = (this.#context = { ...base, security, links: this.#links });
    this.#root = createRoot(context);
    this.#documentSecurity = security.resolve(config.security, 'security');
    this.#components = keepEach(createComponents(context), context);
    this.#schemas = createNamedSchemas(context);
    this.#paths = new PathItems(isPart, context);
    this.#models = [...new Set(config.models.values())].map((target) =>
      createSchema(target, plainView('output'), 'models', context),
    );
    findings.enter('webhooks');
    this.#webhooks = createWebhooks(webhooks, context);
    this.#sources = [...webhooks];
    this.#shared = new SharedNames(this.#webhooks);
  }

  /** Whether there are, in this order, those that it was made of, and perhaps more endpoints. */
  isBegunBy(endpoints: readonly Endpoint[], webhooks: readonly WebhookSource[]): boolean {
    return (
      webhooks.length === this.#sources.length &&
      begins(webhooks, this.#sources) &&
      begins(endpoints, this.#endpoints)
    );
  }

  /**
   * Whether it may be gone on with. Where something is wrong it may not: an endpoint takes another one's place, or the
   * remedy is on its way (a class that was not loaded yet).
   */
  stands(): boolean {
    return !this.findings.hasKeptErrors && !this.#context.compiler.isOutdated();
  }

  /** Adds those of the endpoints that it has not yet. */
  add(endpoints: readonly Endpoint[]): void {
    const { findings } = this;
    findings.enter('routes');
    const { config, compiler } = this.#context;
    const routes = addRoutes(this.#routes, endpoints, this.#endpoints.length, findings, config);
    this.#endpoints = [...endpoints];
    for (const route of routes) this.#shared.add(route);
    findings.enter('paths');
    for (const path of this.#paths.add(routes, findings)) this.#grown.add(path);
    compiler.rest();
  }

  /** The document in 3.1, before its parts are checked. */
  document(): OpenApiDocument {
    const { findings } = this;
    const { config, report } = this.#context;
    findings.enter('document');
    this.#shared.check(this.#routes, findings);
    this.#paths.check(report);
    const { naming, paths, rest } = this.#name();
    const security = this.#security.schemes();
    const { externalDocs } = config;
    // Copies, so that nobody who has the document can change what the configuration holds. What was named is one already.
    const document = compact({
      ...plainJson({
        openapi: '3.1.0',
        ...this.#root.fields,
        info: createInfo(config.info, this.#context),
        servers: filled(createServers(config.servers, this.#context)),
        security: this.#documentSecurity,
        tags: filled(createTags(config.tags, this.#context)),
        externalDocs:
          externalDocs && createObject(externalDocs, 'externalDocs', 'externalDocs', this.#context),
      }),
      // Whoever has the document before has that one.
      paths: { ...paths },
      webhooks: filled(rest.webhooks),
      components: filled(
        compact<ComponentsObject>({
          schemas: filled(withNamedSchemas(naming.schemas(), rest.named, report)),
          ...mapValues(rest.components as Record<string, object>, (kind) =>
            isRecord(kind) ? kind : plainJson(kind),
          ),
          securitySchemes: plainJson(filled(security)),
        }),
      ),
      ...plainJson(this.#root.extensions),
    }) as unknown as OpenApiDocument;
    // A part has no links to what it lacks.
    if (!this.isPart) this.#links.check(document, report);
    return document;
  }

  /** Names all references, or, where those that had names keep them, those of what was added since. */
  #name(): Named {
    const known = this.#named;
    const grown = this.#paths.some(this.#grown);
    this.#grown = new Set();
    if (known !== undefined && grown !== undefined && known.naming.add(grown)) {
      Object.assign(known.paths, known.naming.name(grown));
      return known;
    }
    const naming = this.#context.compiler.naming();
    const paths = this.#paths.all();
    const rest = { webhooks: this.#webhooks, components: this.#components, named: this.#schemas };
    naming.add([paths, rest, this.#models]);
    return (this.#named = { naming, paths: naming.name(paths), rest: naming.name(rest) });
  }
}

/** What has references, with their names. */
interface Named {
  readonly naming: ComponentNaming;
  readonly paths: Record<string, PathItemObject>;
  readonly rest: {
    readonly webhooks: Readonly<Record<string, PathItemObject>>;
    readonly components: ComponentsObject;
    readonly named: Readonly<Record<string, Schema>>;
  };
}

function begins<T>(all: readonly T[], first: readonly T[]): boolean {
  for (let index = 0; index < first.length; index += 1) if (all[index] !== first[index]) return false;
  return true;
}

/** Copies that stay as they are. */
function keepEach(components: ComponentsObject, { compiler }: SpecContext): ComponentsObject {
  return mapValues(components as Record<string, Record<string, object>>, (byName, kind) =>
    kind.startsWith('x-') ? byName : mapValues(byName, (one) => compiler.keep(one)),
  );
}
