import {
  isRecord,
  type MediaTypeObject,
  type OpenApiDocument,
  type Schema,
  unescapeKey,
} from 'dtospec/internal';
import { parametersOf } from '../check-request.js';
import { coveringKey } from '../media-types.js';
import { type DocumentedOperation, followReference, operationIn, OperationTable } from '../operations.js';
import { SchemaChecker } from '../schemas/checker.js';
import { restore } from './redact.js';
import type { RecordedShape } from './traffic.js';

/** Why a document refuses a recorded request. */
export interface TrafficFault {
  /** The place as `dtospec diff` names it: `query parameter limit`. */
  readonly place: string;
  /** The path in the value, such as `lines[].sku`; empty for the value itself. */
  readonly path: string;
  /** The keyword that refuses it; `removed` for a part that is not documented. */
  readonly keyword: string;
}

/** The verdict of a document about a recorded request. */
export interface TrafficVerdict {
  readonly faults: readonly TrafficFault[];
  /** Places and paths of values that were not recorded, so that a rule about them cannot be applied. */
  readonly unknown: readonly Pick<TrafficFault, 'place' | 'path'>[];
}

/** Keywords whose verdict depends on a value that the recording may not contain. */
const OF_VALUES =
  /^(?:minimum|maximum|exclusive.*|multipleOf|minLength|maxLength|pattern|format|enum|const|content.*|uniqueItems|anyOf|oneOf|not|if|then|else|propertyNames|patternProperties)$/;

/** Applies a document to recorded requests. */
export class TrafficJudge {
  readonly #checker: SchemaChecker;
  readonly #operations: ReadonlyMap<string, DocumentedOperation>;

  constructor(document: OpenApiDocument) {
    this.#checker = new SchemaChecker(document, 'request', false);
    const { operations } = new OperationTable(this.#checker.document);
    this.#operations = new Map(operations.map((operation) => [operation.name, operation]));
  }

  /** Returns undefined if the document does not contain the operation. */
  judge({ operation: name, values }: RecordedShape): TrafficVerdict | undefined {
    const operation = this.#operations.get(name);
    if (operation === undefined) return undefined;
    const schemas = this.#schemasOf(operation);
    const faults: TrafficFault[] = [];
    const unknown: Pick<TrafficFault, 'place' | 'path'>[] = [];
    for (const [place, recorded] of Object.entries(values)) {
      const schema = schemas.of(place);
      if (schema === undefined) faults.push({ place, path: '', keyword: 'removed' });
      else {
        const { value, unknown: pointers } = restore(recorded);
        unknown.push(...[...pointers].map((pointer) => ({ place, path: pathOf(pointer) })));
        for (const { pointer, rule } of this.#checker.faultsOf(schema, value)) {
          const at = pointer.slice(1);
          const isGuessed =
            OF_VALUES.test(rule) &&
            [...pointers].some((pointer) => pointer === at || pointer.startsWith(`${at}/`));
          if (!isGuessed) faults.push({ place, path: pathOf(at), keyword: rule });
        }
      }
    }
    for (const place of schemas.required)
      if (!Object.keys(values).some((name) => name === place || name.startsWith(`${place} `)))
        faults.push({ place, path: '', keyword: 'required' });
    return { faults, unknown };
  }

  #schemasOf(operation: DocumentedOperation): {
    readonly of: (place: string) => Schema | undefined;
    readonly required: readonly string[];
  } {
    const { document } = this.#checker;
    const { item, object } = operationIn(document, operation);
    const follow = <T>(given: T, pointer: string) => followReference(given, pointer, document);
    const parameters = parametersOf({ object, shared: item.parameters ?? [], operation, follow });
    const body = object.requestBody === undefined ? undefined : follow(object.requestBody, '#').object;
    const content = (isRecord(body) && isRecord(body.content) ? body.content : {}) as Record<
      string,
      MediaTypeObject
    >;
    const required = parameters
      .filter(({ parameter }) => parameter.required === true)
      .map(({ parameter }) => `${parameter.in} parameter ${parameter.name}`);
    if (isRecord(body) && body.required === true) required.push('request body');
    return {
      required,
      of: (place) => {
        const own = parameters.find(
          ({ parameter }) => `${parameter.in} parameter ${parameter.name}` === place,
        );
        if (own !== undefined) return own.parameter.schema ?? {};
        const key = coveringKey(Object.keys(content), place.replace(/^request body /, ''));
        return place.startsWith('request body ') && key !== undefined
          ? (content[key]?.schema ?? {})
          : undefined;
      },
    };
  }
}

/** Returns the path of a pointer as `dtospec diff` writes it: `/lines/0/sku` is `lines[].sku`. */
function pathOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .reduce((path, token) => {
      if (/^\d+$/.test(token)) return `${path}[]`;
      return `${path}${path === '' ? '' : '.'}${unescapeKey(token)}`;
    }, '');
}
