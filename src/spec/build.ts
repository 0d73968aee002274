import { recogniseAcrossCopies } from '../base/across-copies.js';
import type { Report } from '../base/diagnostics.js';
import { DtospecError } from '../base/errors.js';
import type { SchemaCompiler } from '../schema/compiler.js';
import type { OpenApiDocument } from './document.js';
import { Draft } from './draft.js';
import type { Endpoint } from './endpoint.js';
import { Finisher } from './finish.js';
import type { EndpointFinding } from './findings.js';
import { pruneDocument } from './prune.js';
import type { ResolvedConfig } from './resolve-config.js';
import { withTagGroups } from './tag-groups.js';
import type { WebhookSource } from './webhooks.js';

/** Everything that a document is made of. */
export interface SpecSource {
  readonly endpoints: readonly Endpoint[];
  readonly webhooks: readonly WebhookSource[];
  /** What no operation uses is left out, also of what the configuration lists. */
  readonly isPart: boolean;
}

/** A document and what there is to say of it. */
export interface BuiltSpec {
  readonly document: OpenApiDocument;
  /** Until the next document is made. */
  readonly findings: () => readonly EndpointFinding[];
}

/** `transformDocument` gave back no document. */
export class TransformError extends DtospecError {
  override readonly name = 'TransformError';
  readonly code = 'ERR_TRANSFORM_DOCUMENT';

  constructor(problem = 'returned no document. Return the one that it was given, changed or not.') {
    super(`config.transformDocument ${problem}`);
  }
}

/** Makes the document of what is registered, and after more was registered, as far as it can, of what is new only. */
export class DocumentBuilder {
  readonly #finisher: Finisher;
  #draft: Draft | undefined;

  constructor(
    private readonly config: ResolvedConfig,
    private readonly createCompiler: (report: Report) => SchemaCompiler,
  ) {
    this.#finisher = new Finisher(config.openapi);
  }

  /**
   * Nothing that an endpoint holds makes it fail.
   *
   * @param source what there was the last time, and whatever was added
   * @throws TransformError, and whatever `transformDocument` throws
   */
  build(source: SpecSource): BuiltSpec {
    const draft = (this.#draft = this.#draftOf(source));
    const whole = draft.document();
    const { findings } = draft;
    const part = withTagGroups(source.isPart ? pruneDocument(whole) : whole, this.config);
    const document = this.#finisher.finish(part, findings.report);
    return { document: transform(document, this.config), findings: () => findings.list() };
  }

  #draftOf({ endpoints, webhooks, isPart }: SpecSource): Draft {
    const known = this.#draft;
    // One that is left half made is not gone on with.
    this.#draft = undefined;
    if (known?.stands() === true && known.isBegunBy(endpoints, webhooks)) {
      known.add(endpoints);
      if (known.stands()) return known;
    }
    const draft = new Draft(this.config, isPart, webhooks, this.createCompiler);
    draft.add(endpoints);
    return draft;
  }
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

recogniseAcrossCopies({ TransformError });
