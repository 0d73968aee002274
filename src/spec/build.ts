import { recogniseAcrossCopies } from '../base/across-copies.js';
import type { Report } from '../base/diagnostics.js';
import { DtospecError } from '../base/errors.js';
import { plainJson } from '../base/plain-json.js';
import { settle } from '../base/settled.js';
import type { SchemaCompiler } from '../schema/compiler.js';
import { checkDocument } from './check-document.js';
import { checkExamples } from './check-examples.js';
import { compact, extensions, filled } from './compact.js';
import type { OpenApiVersion } from './config.js';
import { plainView } from '../model/class-model.js';
import { createSchema, Findings } from './context.js';
import type { EndpointFinding, SpecContext } from './context.js';
import { downgradeDocument } from './document-3-0.js';
import type { ComponentsObject, OpenApiDocument } from './document.js';
import type { Endpoint } from './endpoint.js';
import { createInfo, createServers, createTags } from './info.js';
import { createPaths, selectRoutes } from './paths.js';
import { pruneDocument } from './prune.js';
import type { ResolvedConfig } from './resolve-config.js';
import { createSecuritySchemes } from './security-schemes.js';
import { SecurityResolver } from './security.js';
import { checkOperationIds, checkTemplates } from './validate.js';
import { createWebhooks } from './webhooks.js';
import type { WebhookSource } from './webhooks.js';

/** Everything that a document is made of. */
export interface SpecSource {
  readonly config: ResolvedConfig;
  readonly endpoints: readonly Endpoint[];
  readonly webhooks: readonly WebhookSource[];
  /** What no operation uses is left out, also of what the configuration lists. */
  readonly isPart: boolean;
  readonly createCompiler: (report: Report) => SchemaCompiler;
}

/** A document and what there is to say of it. */
export interface BuiltSpec {
  readonly document: OpenApiDocument;
  readonly findings: readonly EndpointFinding[];
}

/** `transformDocument` gave back no document. */
export class TransformError extends DtospecError {
  override readonly name = 'TransformError';
  readonly code = 'ERR_TRANSFORM_DOCUMENT';

  constructor(problem = 'returned no document. Return the one that it was given, changed or not.') {
    super(`config.transformDocument ${problem}`);
  }
}

/** Dialects as a last step over the document of 3.1, which every stage before speaks. */
const DIALECTS: Readonly<
  Record<OpenApiVersion, (document: OpenApiDocument, report: Report) => OpenApiDocument>
> = {
  '3.0': downgradeDocument,
  '3.1': (document) => document,
  '3.2': (document) => ({ ...document, openapi: '3.2.0' }),
};

/**
 * Makes the document of the endpoints. Nothing that an endpoint holds makes it fail.
 * @throws TransformError, and whatever `transformDocument` throws
 */
export function buildDocument(source: SpecSource): BuiltSpec {
  const { config } = source;
  const findings = new Findings();
  const { report } = findings;
  const context: SpecContext = { config, compiler: source.createCompiler(report), report };
  const whole = assemble(source, findings, context);
  const assembled = checkDocument(source.isPart ? pruneDocument(whole) : whole, report);
  checkExamples(assembled, report);
  const document = transform(DIALECTS[config.openapi](assembled, report), config);
  return { document, findings: findings.list() };
}

/** What `transformDocument` makes of it. It is given a copy of its own: the parts of a document are kept and shared. */
function transform(document: OpenApiDocument, { transformDocument }: ResolvedConfig): OpenApiDocument {
  if (transformDocument === undefined) return document;
  const transformed: unknown = transformDocument(JSON.parse(JSON.stringify(document)) as OpenApiDocument);
  if (typeof transformed !== 'object' || transformed === null) throw new TransformError();
  if (typeof (transformed as { then?: unknown }).then === 'function')
    throw new TransformError(
      'returned a promise, and the document is made at once. Wait for what it needs before new Docs(…).',
    );
  return transformed as OpenApiDocument;
}

function assemble(source: SpecSource, findings: Findings, context: SpecContext): OpenApiDocument {
  const { config, report, compiler } = context;
  const security = new SecurityResolver(
    createSecuritySchemes(config.schemes, report),
    config.openapi,
    report,
  );
  const documentSecurity = security.resolve(config.security, 'security');
  const routes = selectRoutes(source.endpoints, findings);
  checkTemplates(routes, findings);
  const webhooks = createWebhooks(source.webhooks, context);
  checkOperationIds(routes, webhooks, findings);
  const paths = createPaths(routes, security, findings, context);
  const models = [...new Set(config.models.values())].map((target) =>
    createSchema(target, plainView('output'), 'models', context),
  );
  const { value, schemas } = compiler.finish({ paths, webhooks, models });
  // A copy, so that nobody who has the document can change what the endpoints hold.
  return plainJson({
    openapi: '3.1.0',
    info: createInfo(config.info, report),
    servers: filled(createServers(config.servers)),
    security: documentSecurity,
    tags: filled(createTags(config.tags, report)),
    externalDocs: config.externalDocs,
    // Each operation is a copy already.
    paths: settle(value.paths),
    webhooks: filled(value.webhooks),
    components: filled(
      compact<ComponentsObject>({ schemas: filled(schemas), securitySchemes: filled(security.schemes()) }),
    ),
    ...extensions(config.extensions, 'config', report),
  }) as OpenApiDocument;
}

recogniseAcrossCopies({ TransformError });
