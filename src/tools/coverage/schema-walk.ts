import {
  below,
  type Direction,
  isRecord,
  lookUp,
  type OpenApiDocument,
  type Schema,
  schemaParts,
  unescapeKey,
} from 'dtospec/internal';
import { coveredParts, type PartContext, type SchemaNode, type SchemaPart } from './schema-parts.js';
import { OperationTable, type DocumentedOperation } from '../exchanges/operations.js';
import { SchemaChecker } from '../exchanges/schemas/checker.js';
import { requireDocument } from '../exchanges/exchange-options.js';

export interface BranchPoint {
  readonly of: string;
  readonly what: string;
  readonly at: string;
}

interface Place {
  readonly node: SchemaNode;
  readonly required: ReadonlySet<string>;
}

const MAX_DEPTH = 64;

class SchemaWalk {
  readonly #parts = new Map<string, readonly SchemaPart[]>();
  readonly #names = new WeakMap<object, BranchPoint>();

  constructor(readonly context: PartContext) {}

  points(node: SchemaNode, asked: Set<string>): BranchPoint[] {
    const points: BranchPoint[] = [];
    // A list instead of recursion: a long chain of schemas that refer to each other may exhaust the stack.
    const open: (Place | BranchPoint)[] = [{ node, required: requiredOf(node.schema, this.context) }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if ('at' in next) points.push(next);
      else open.push(...this.#within(next, asked).reverse());
    }
    return points;
  }

  #within({ node, required }: Place, asked: Set<string>): (Place | BranchPoint)[] {
    const key = [this.context.direction, node.pointer, ...[...required].sort()].join('\n');
    if (asked.has(key)) return [];
    asked.add(key);
    return this.#knownParts(node).flatMap((part) => {
      // A required property is in every value, so its presence is not a point.
      const isCertain = part.absent !== undefined && required.has(part.absent);
      const own = part.point === undefined || isCertain ? [] : [this.#branchPoint(part.point)];
      if (part.node === undefined) return own;
      const inner = requiredOf(part.node.schema, this.context);
      const all = part.isInPlace === true ? new Set([...required, ...inner]) : inner;
      return [...own, { node: part.node, required: all }];
    });
  }

  visit(
    node: SchemaNode,
    value: unknown,
    tell: (point: BranchPoint, count: number) => void,
    depth = 0,
  ): void {
    if (depth > MAX_DEPTH) return;
    for (const { point, node: partNode, select } of this.#knownParts(node)) {
      const values = select(value);
      if (values.length === 0) continue;
      if (point !== undefined) tell(this.#branchPoint(point), values.length);
      if (partNode !== undefined)
        for (const partValue of values) this.visit(partNode, partValue, tell, depth + 1);
    }
  }

  #knownParts(node: SchemaNode): readonly SchemaPart[] {
    const known = this.#parts.get(node.pointer);
    const parts = known ?? coveredParts(node, this.context);
    if (known === undefined) this.#parts.set(node.pointer, parts);
    return parts;
  }

  #branchPoint(point: NonNullable<SchemaPart['point']>): BranchPoint {
    const known = this.#names.get(point) ?? this.#makePoint(point);
    this.#names.set(point, known);
    return known;
  }

  #makePoint({ at, what }: NonNullable<SchemaPart['point']>): BranchPoint {
    const { of, within } = nameOfPlace(
      at.replace(/\/(?:enum|type|anyOf|oneOf)\/\d+$/, ''),
      this.context.document,
    );
    return { of, what: [this.context.direction, within, what].filter((text) => text !== '').join(' '), at };
  }
}

function requiredOf(schema: Schema, { resolve }: Pick<PartContext, 'resolve'>): ReadonlySet<string> {
  return new Set(schemaParts(schema, resolve, ['allOf']).flatMap(({ required = [] }) => required));
}

interface PlaceName {
  readonly of: string;
  readonly within: string;
}

function nameOfPlace(pointer: string, document: object): PlaceName {
  const keys = pointer.slice(2).split('/').map(unescapeKey);
  const [root, first = '', second = ''] = keys;
  if (root === 'components') {
    const of = first === 'schemas' ? second : `${first}.${second}`;
    return { of, within: placeWithin(keys, 3, document) };
  }
  if (second === 'parameters') return { of: first, within: placeWithin(keys, 2, document) };
  const isNamed = second === 'additionalOperations';
  const method = isNamed ? (keys[3] ?? '') : second.replace('x-', '').toUpperCase();
  return { of: `${method} ${first}`, within: placeWithin(keys, isNamed ? 4 : 3, document) };
}

/** Returns the text of a key and of the key below it. @param place returns the object at the key */
const TOLD: Readonly<Record<string, (next: string, place: () => unknown) => string>> = {
  properties: (name) => `.${name}`,
  patternProperties: (pattern) => `.${pattern}`,
  dependentSchemas: () => '',
  $defs: () => '',
  responses: (status) => ` ${status}`,
  headers: (name) => ` header ${name}`,
  content: () => '',
  parameters: (_index, place) => {
    const parameter = place();
    return isRecord(parameter) ? ` ${String(parameter.in)} ${String(parameter.name)}` : '';
  },
  prefixItems: (index) => `[${index}]`,
  ...Object.fromEntries(['allOf', 'anyOf', 'oneOf'].map((keyword) => [keyword, () => ''])),
};

const ALONE: Readonly<Record<string, string>> = {
  items: '[]',
  additionalProperties: '.*',
  requestBody: ' body',
};

function placeWithin(keys: readonly string[], from: number, document: object): string {
  let text = '';
  for (let at = from; at < keys.length; at++) {
    const key = keys[at] ?? '';
    const tell = Object.hasOwn(TOLD, key) && at + 1 < keys.length ? TOLD[key] : undefined;
    if (tell !== undefined) {
      at += 1;
      const end = at + 1;
      text += tell(keys[at] ?? '', () => lookUp(document, below('#', ...keys.slice(0, end))));
    } else if (Object.hasOwn(ALONE, key)) text += ALONE[key] ?? '';
  }
  return text.trim().replace(/^\./, '').replace(/ \./g, ' ');
}

const FLAGS = { request: 'readOnly', response: 'writeOnly' } as const;

export class DocumentWalks {
  readonly operations: readonly DocumentedOperation[];
  readonly checkers: Readonly<Record<Direction, SchemaChecker>>;
  readonly walk: Readonly<Record<Direction, SchemaWalk>>;

  constructor(document: OpenApiDocument) {
    requireDocument(document);
    // In the order of the document. A table sorts by its first match.
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
        schemaParts(schema, resolve, ['allOf']).some((part) => part[FLAGS[direction]] === true);
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
