import { ConfigError } from '../../shared/errors.js';
import { isRecord, omitUndefined } from '../../shared/values.js';
import { plainView } from '../model/class-model.js';
import type { SchemaCompiler } from '../schema/schema-compiler.js';
import type { Naming } from '../schema/naming.js';
import { referencesIn, stringifyNamed } from '../schema/references.js';
import { nonEmpty } from './omit-empty.js';
import type { ReportingCompiler } from './reporting-compiler.js';
import { createComponents, createNamedSchemas, withNamedSchemas } from './create/components.js';
import { createSchema, type DocumentContext } from './context.js';
import type { ComponentsObject, OpenApiDocument } from './types/document.js';
import type { Endpoint } from './types/endpoint.js';
import { withPlace, createObject, extensionsOf, checkFields } from './fields/check-fields.js';
import { finishDocument } from './finish/finish.js';
import { holdersIn, type PlacedHolder } from './finish/walk.js';
import { type EndpointFinding, Findings } from './validate.js';
import { createInfo, createServers } from './create/info.js';
import { ParameterNames } from './finish/parameter-names.js';
import { LinkTargets, pruneDocument } from './finish/prune.js';
import { createConfiguredItems, createPaths, reportUnknownPaths } from './paths/paths.js';
import { createRoutes } from './paths/routes.js';
import type { AuthScheme } from './config/config.js';
import type { ResolvedConfig } from './config/resolve-config.js';
import { createSecuritySchemes } from './create/security-schemes.js';
import { SecurityResolver } from './create/security.js';
import { createTags, withTagGroups } from './create/tags.js';
import { createWebhooks, type WebhookSource } from './paths/webhooks.js';
import type { ObjectName } from './fields/table.js';

interface DocumentSource {
  readonly endpoints: readonly Endpoint[];
  readonly webhooks: readonly WebhookSource[];
  readonly schemes: readonly AuthScheme[];
  readonly isPart: boolean;
}

export interface BuiltDocument {
  /** The document as compact JSON. */
  readonly text: string;
  readonly findings: readonly EndpointFinding[];
}

/**
 * Builds the document. It skips an endpoint that cannot be read and reports a diagnostic.
 *
 * @throws ConfigError, and errors of `transformDocument`
 */
export function buildDocument(
  source: DocumentSource,
  config: ResolvedConfig,
  reporting: ReportingCompiler,
): BuiltDocument {
  const findings = new Findings();
  reporting.repeat(findings);
  const { whole, naming, holders } = reporting.during(findings, () =>
    createDocument(source, config, reporting.compiler, findings),
  );
  const part = source.isPart ? pruneDocument(whole, naming.refOf) : whole;
  const { document, references } = finishDocument(
    config.tags.length === 0 ? part : withTagGroups(part, config, findings.report),
    source.isPart ? holdersIn(part).list : holders,
    naming,
    config,
    findings.report,
  );
  const text = stringifyNamed(document, references, naming.refOf);
  const { transformDocument } = config;
  return {
    text: transformDocument === undefined ? text : transform(text, transformDocument),
    findings: findings.list(),
  };
}

/** An OpenAPI 3.1 document with symbolic references, before the checks. */
interface CreatedDocument {
  readonly whole: OpenApiDocument;
  readonly naming: Naming;
  readonly holders: readonly PlacedHolder[];
}

function createDocument(
  { endpoints, webhooks, schemes, isPart }: DocumentSource,
  config: ResolvedConfig,
  compiler: SchemaCompiler,
  findings: Findings,
): CreatedDocument {
  const { report } = findings;
  const links = new LinkTargets();
  const names = new ParameterNames();
  const base = { config, compiler, report, links, names, place: '' };
  const registered = createSecuritySchemes([...config.schemes, ...schemes], base);
  const security = new SecurityResolver(registered, config.openapi, report);
  const context: DocumentContext = { ...base, security };

  const root = createRoot(context);
  const documentSecurity = config.security && security.resolve(config.security, 'security');
  const hasComponents = Object.keys(config.components).length > 0;
  const components = hasComponents ? createComponents(context) : {};
  const named = hasComponents ? createNamedSchemas(context) : {};
  const configured = createConfiguredItems(isPart, context);
  const models = [...new Set(config.models.values())].map((target) =>
    createSchema(target, plainView('output'), withPlace('models', context)),
  );
  const routes = createRoutes(endpoints, findings, config);
  const items = createPaths(routes, configured, findings, context);
  const sent = webhooks.length === 0 ? {} : createWebhooks(webhooks, context);
  if (!isPart && configured.size > 0) reportUnknownPaths(configured, items, context);

  // The order decides which component keeps its name if names clash.
  const { list: holders, references } = holdersIn({ paths: items, webhooks: sent, components });
  const naming = compiler.name(referencesIn(named, references), referencesIn(models));
  const { externalDocs } = config;
  const whole = omitUndefined({
    openapi: '3.1.0',
    ...root.fields,
    info: createInfo(config.info, context),
    servers: nonEmpty(createServers(config.servers, context)),
    security: documentSecurity,
    tags: config.tags.length === 0 ? undefined : nonEmpty(createTags(config.tags, context)),
    externalDocs:
      externalDocs && createObject(externalDocs, 'externalDocs', withPlace('externalDocs', context)),
    paths: items,
    webhooks: nonEmpty(sent),
    components: nonEmpty(
      omitUndefined<ComponentsObject>({
        schemas: nonEmpty(hasComponents ? withNamedSchemas(naming.schemas, named, report) : naming.schemas),
        ...components,
        securitySchemes: nonEmpty(security.schemes()),
      }),
    ),
    ...root.extensions,
  }) as unknown as OpenApiDocument;
  // `pruneDocument` has removed dangling links from a part, and a part has not all operations.
  if (!isPart) {
    links.check(whole, report);
    names.check(report);
  }
  return { whole, naming, holders };
}

function transform(
  text: string,
  transformDocument: NonNullable<ResolvedConfig['transformDocument']>,
): string {
  const transformed: unknown = transformDocument(JSON.parse(text) as OpenApiDocument);
  if (typeof transformed !== 'object' || transformed === null)
    throw new ConfigError(
      'config.transformDocument returned no document. Return the one that it was given, changed or not.',
      { code: 'ERR_TRANSFORM_DOCUMENT' },
    );
  if (typeof (transformed as { then?: unknown }).then === 'function')
    throw new ConfigError(
      'config.transformDocument returned a promise, and the document is made at once. Wait for what it needs before new Docs(…).',
      { code: 'ERR_TRANSFORM_DOCUMENT' },
    );
  return JSON.stringify(transformed);
}

const GROUPS = { ui: 'config.ui', auth: 'config.auth', docsAuth: 'config.docsAuth' } as const;

function createRoot(context: DocumentContext): { readonly fields: object; readonly extensions: object } {
  const { declared: config } = context.config;
  const inConfig = withPlace('config', context);
  const checked = checkFields(config, 'config', inConfig);
  for (const [name, place] of Object.entries(GROUPS)) {
    const group: unknown = config[name as keyof typeof GROUPS];
    if (isRecord(group)) checkFields(group, name as ObjectName, withPlace(place, context));
  }
  const { $self, jsonSchemaDialect } = config;
  return {
    fields: checkFields({ $self, jsonSchemaDialect }, 'document', inConfig),
    extensions: extensionsOf(checked),
  };
}
