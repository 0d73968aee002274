import type { Finding, Report } from '../base/diagnostics.js';
import { plainJson } from '../base/plain-json.js';
import type { Schema } from '../json-schema/schema.js';
import { mapValues } from '../json-schema/walk.js';
import { soundOperation, soundSchema, type Check } from './check-document.js';
import { checkExamples, checkInside } from './check-examples.js';
import { checkServers } from './check-servers.js';
import type { OpenApiVersion } from './config.js';
import { downgrade, downgradeDocument, downgradeOperation } from './document-3-0.js';
import type { OpenApiDocument, OperationObject } from './document.js';
import { resolveIn } from './resolve-ref.js';
import { mapOperations } from './walk.js';

type Step<T> = (part: T, place: string, check: Check) => T;

/** Says in one version of OpenAPI what every stage before says in 3.1. */
interface Dialect {
  readonly document: (document: OpenApiDocument) => OpenApiDocument;
  readonly operation: Step<OperationObject>;
  readonly schema: Step<Schema>;
}

const AS_IT_IS = <T>(part: T): T => part;

/** Dialects as a last step over the document of 3.1. */
const DIALECTS: Readonly<Record<OpenApiVersion, Dialect>> = {
  '3.0': { document: downgradeDocument, operation: downgradeOperation, schema: downgrade },
  '3.1': { document: AS_IT_IS, operation: AS_IT_IS, schema: AS_IT_IS },
  '3.2': {
    document: (document) => ({ ...document, openapi: '3.2.0' }),
    operation: AS_IT_IS,
    schema: AS_IT_IS,
  },
};

/**
 * The last steps over a document, operation by operation and component by component: mended, examples checked, in the
 * dialect asked for. What was made of one is kept, so that a document that grew costs what is new in it.
 */
export class Finisher {
  readonly #soundOperation;
  readonly #soundSchema;
  readonly #finishOperation;
  readonly #finishSchema;
  readonly #dialect: Dialect;

  constructor(version: OpenApiVersion) {
    const dialect = (this.#dialect = DIALECTS[version]);
    this.#soundOperation = kept(soundOperation);
    // A copy, so that nobody who has the document can change what the classes hold.
    this.#soundSchema = kept<Schema>((schema, place, check) => soundSchema(plainJson(schema), place, check));
    this.#finishOperation = kept<OperationObject>((operation, place, check) => {
      checkExamples(operation, place, check);
      return dialect.operation(operation, place, check);
    });
    this.#finishSchema = kept<Schema>((schema, place, check) => {
      checkInside(schema, place, check);
      return dialect.schema(schema, place, check);
    });
  }

  /** @param document in 3.1; its operations and components stay as they are */
  finish(document: OpenApiDocument, report: Report): OpenApiDocument {
    checkServers(document.servers, 'servers', report);
    const given: Check = { resolve: resolveIn(document.components?.schemas), report };
    const sound = mapParts(document, given, this.#soundOperation, this.#soundSchema);
    const check: Check = { resolve: resolveIn(sound.components?.schemas), report };
    return this.#dialect.document(mapParts(sound, check, this.#finishOperation, this.#finishSchema));
  }
}

function mapParts(
  document: OpenApiDocument,
  check: Check,
  operation: Step<OperationObject>,
  schema: Step<Schema>,
): OpenApiDocument {
  const mapped = mapOperations(document, (one, place) => operation(one, place, check));
  const { components } = document;
  if (components?.schemas === undefined) return mapped;
  const schemas = mapValues(components.schemas, (one, name) => schema(one, name, check));
  return { ...mapped, components: { ...components, schemas } };
}

interface Kept<T> {
  readonly place: string;
  /** What the step was told of other components. */
  readonly answers: ReadonlyMap<string, Schema | undefined>;
  readonly findings: readonly Finding[];
  readonly result: T;
}

/** The step, taken once for each part as long as what it learns of other components is the same. */
function kept<T extends object>(step: Step<T>): Step<T> {
  const results = new WeakMap<T, Kept<T>>();
  return (part, place, { resolve, report }) => {
    let known = results.get(part);
    if (known?.place !== place || !holds(known, resolve)) {
      known = take(step, part, place, resolve);
      results.set(part, known);
    }
    known.findings.forEach(report);
    return known.result;
  };
}

function holds({ answers }: Kept<unknown>, resolve: Check['resolve']): boolean {
  for (const [ref, schema] of answers) if (resolve(ref) !== schema) return false;
  return true;
}

function take<T>(step: Step<T>, part: T, place: string, resolve: Check['resolve']): Kept<T> {
  const answers = new Map<string, Schema | undefined>();
  const findings: Finding[] = [];
  const result = step(part, place, {
    resolve: (ref) => {
      const schema = resolve(ref);
      answers.set(ref, schema);
      return schema;
    },
    report: (finding) => findings.push(finding),
  });
  return { place, answers, findings, result };
}
