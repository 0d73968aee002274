import type { Finding, Report } from '../base/diagnostics.js';
import { isSettled } from '../base/settled.js';
import type { Schema } from '../json-schema/schema.js';
import { settlePart, settleSchema, soundPart, soundSchema, type Check } from './check-document.js';
import { checkExamples, checkInside } from './check-examples.js';
import type { OpenApiVersion } from './config.js';
import { downgrade, downgradeDocument, downgradePart } from './document-3-0.js';
import type { OpenApiDocument } from './document.js';
import { resolveIn } from './resolve-ref.js';
import {
  mapItem,
  mapMembers,
  mapParts,
  type ChangePart,
  type Kind,
  type Loose,
  type Passes,
} from './walk.js';

type Step<T> = (part: T, place: string, check: Check, kind: Kind) => T;

/** Says in one version of OpenAPI what every stage before says in 3.1. */
interface Dialect {
  readonly document: (document: OpenApiDocument) => OpenApiDocument;
  readonly part: Step<object>;
  readonly schema: Step<Schema>;
}

const AS_IT_IS = <T>(part: T): T => part;

/** Dialects as a last step over the document of 3.1. */
const DIALECTS: Readonly<Record<OpenApiVersion, Dialect>> = {
  '3.0': { document: downgradeDocument, part: downgradePart, schema: downgrade },
  '3.1': { document: AS_IT_IS, part: AS_IT_IS, schema: AS_IT_IS },
  '3.2': {
    document: (document) => ({ ...document, openapi: '3.2.0' }),
    part: AS_IT_IS,
    schema: AS_IT_IS,
  },
};

/** What is done with each part of a document and each of its schemas. */
interface Steps {
  readonly part: Step<object>;
  readonly schema: Step<Schema>;
  readonly passes: Passes;
}

/**
 * The last steps over a document, operation by operation and component by component: mended, examples checked, in the
 * dialect asked for. What was made of one is kept, so that a document that grew costs what is new in it.
 */
export class Finisher {
  readonly #mend: Steps;
  readonly #translate: Steps;
  readonly #dialect: Dialect;

  constructor(private readonly version: OpenApiVersion) {
    const dialect = (this.#dialect = DIALECTS[version]);
    this.#mend = {
      part: unless(settlePart, byOperation(unless(settlePart, kept<object>(soundPart)), 'settled')),
      schema: unless(settleSchema, kept<Schema>(soundSchema)),
      passes: 'settled',
    };
    // Another dialect says what is settled in its own words.
    const passes = dialect.part === AS_IT_IS ? 'settled' : 'nothing';
    const translate = kept<object>((part, place, check, kind) => {
      checkExamples(part, place, check, kind);
      return dialect.part(part, place, check, kind);
    });
    this.#translate = {
      part: byOperation(translate, passes),
      schema: kept<Schema>((schema, place, check) => {
        checkInside(schema, place, check);
        return dialect.schema(schema, place, check, 'document');
      }),
      passes,
    };
  }

  /** @param document in 3.1; its parts stay as they are */
  finish(document: OpenApiDocument, report: Report): OpenApiDocument {
    const given = this.#check(document, report);
    const sound = mapAll(document, given, this.#mend);
    const check = this.#check(sound, report);
    return this.#dialect.document(mapAll(sound, check, this.#translate));
  }

  #check({ components = {} }: OpenApiDocument, report: Report): Check {
    const { schemas, examples = {} } = components;
    return { resolve: resolveIn(schemas), report, examples, config: { openapi: this.version } };
  }
}

function mapAll(document: OpenApiDocument, check: Check, { part, schema, passes }: Steps): OpenApiDocument {
  const change = (one: object, kind: Kind, place: string): object => part(one, place, check, kind);
  const mapped = mapParts(document, change as ChangePart, passes);
  const given = mapped.components?.schemas;
  if (given === undefined || (passes === 'settled' && isSettled(given))) return mapped;
  const schemas = mapMembers(
    given,
    (one, name) => schema(one as Schema, name, check, 'document') as Loose,
    passes === 'settled',
  );
  return schemas === given ? mapped : { ...mapped, components: { ...mapped.components, schemas } };
}

/** The step, taken with each part of a path item by itself: one that has another operation costs that operation. */
function byOperation(step: Step<object>, passes: Passes): Step<object> {
  const ofItem = kept<object>((item, place, check) => {
    const change = (one: object, kind: Kind, at: string): object => step(one, at, check, kind);
    return mapItem(item, place, change as ChangePart, passes);
  });
  return (part, place, check, kind) => (kind === 'pathItem' ? ofItem : step)(part, place, check, kind);
}

/** The step, but for what needs none. */
function unless<T extends object>(isDone: (part: T, kind: Kind) => boolean, step: Step<T>): Step<T> {
  return (part, place, check, kind) => (isDone(part, kind) ? part : step(part, place, check, kind));
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
  return (part, place, check, kind) => {
    const { resolve, report } = check;
    let known = results.get(part);
    if (known?.place !== place || !holds(known, resolve)) {
      known = take(step, part, place, check, kind);
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

function take<T>(step: Step<T>, part: T, place: string, check: Check, kind: Kind): Kept<T> {
  const answers = new Map<string, Schema | undefined>();
  const findings: Finding[] = [];
  const asked: Check = {
    ...check,
    resolve: (ref) => {
      const schema = check.resolve(ref);
      answers.set(ref, schema);
      return schema;
    },
    report: (finding) => findings.push(finding),
  };
  const result = step(part, place, asked, kind);
  return { place, answers, findings, result };
}
