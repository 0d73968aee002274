import { lookUp } from '../../shared/json-pointer.js';
import { isRecord } from '../../shared/values.js';
import { partsOf } from '../exchanges/schemas/subschemas.js';
import type { OpenApiDocument } from '../../documents/openapi/types/document.js';
import { OperationTable, type DocumentedOperation } from '../exchanges/operations.js';
import { SchemaChecker } from '../exchanges/schemas/checker.js';
import type { Direction } from '../../documents/json-schema/hidden-properties.js';
import { requireDocument } from '../exchanges/options.js';
import type { PartContext } from './schema-parts.js';
import { SchemaWalk, type BranchPoint } from './schema-walk.js';

const FLAGS = { request: 'readOnly', response: 'writeOnly' } as const;

export class DocumentWalks {
  readonly operations: readonly DocumentedOperation[];
  readonly checkers: Readonly<Record<Direction, SchemaChecker>>;
  readonly walk: Readonly<Record<Direction, SchemaWalk>>;

  constructor(document: OpenApiDocument) {
    requireDocument(document);
    // In the order of the document: a table sorts by what matches first.
    const order = new Map(
      Object.keys((document as Partial<OpenApiDocument>).paths ?? {}).map((path, index) => [path, index]),
    );
    const { operations } = new OperationTable(document);
    this.operations = [...operations].sort((a, b) => (order.get(a.path) ?? 0) - (order.get(b.path) ?? 0));
    this.checkers = {
      request: new SchemaChecker(document, 'request', false),
      response: new SchemaChecker(document, 'response', false),
    };
    const contextOf = (direction: Direction): PartContext => {
      const { accepts, resolve } = this.checkers[direction];
      const isHidden = (schema: unknown): boolean =>
        partsOf(schema, resolve, ['allOf']).some((part) => part[FLAGS[direction]] === true);
      return { document, direction, accepts, resolve, isHidden };
    };
    this.walk = {
      request: new SchemaWalk(contextOf('request')),
      response: new SchemaWalk(contextOf('response')),
    };
  }

  visit(
    direction: Direction,
    pointer: string,
    value: unknown,
    tell: (point: BranchPoint, count: number) => void,
  ): void {
    const schema = lookUp(this.checkers[direction].document, pointer);
    if (isRecord(schema)) this.walk[direction].visit({ schema, pointer }, value, tell);
  }
}
