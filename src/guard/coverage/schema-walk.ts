import type { Schema } from '../../documents/json-schema/schema.js';
import { partsOf as appliedTo } from '../exchanges/schemas/subschemas.js';
import { nameOfPlace } from './place-names.js';
import { partsOf, type PartContext, type SchemaNode, type SchemaPart } from './schema-parts.js';

export interface BranchPoint {
  readonly of: string;
  readonly what: string;
  readonly at: string;
}

/** A schema with the required properties of all schemas that apply to the same object. */
interface Place {
  readonly node: SchemaNode;
  readonly required: ReadonlySet<string>;
}

const DEEPEST = 64;

export class SchemaWalk {
  readonly #parts = new Map<string, readonly SchemaPart[]>();
  readonly #names = new WeakMap<object, BranchPoint>();

  constructor(readonly context: PartContext) {}

  points(node: SchemaNode, asked: Set<string>): BranchPoint[] {
    const found: BranchPoint[] = [];
    // A list and no recursion: schemas that refer to each other in a row may be more than the stack has room for.
    const open: (Place | BranchPoint)[] = [{ node, required: requiredOf(node.schema, this.context) }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if ('at' in next) found.push(next);
      else open.push(...this.#within(next, asked).reverse());
    }
    return found;
  }

  #within({ node, required }: Place, asked: Set<string>): (Place | BranchPoint)[] {
    const key = [this.context.direction, node.pointer, ...[...required].sort()].join('\n');
    if (asked.has(key)) return [];
    asked.add(key);
    return this.#partsOf(node).flatMap((part) => {
      // What is required is there in every value: nothing to exercise.
      const isCertain = part.absent !== undefined && required.has(part.absent);
      const own = part.point === undefined || isCertain ? [] : [this.#nameOf(part.point)];
      if (part.node === undefined) return own;
      const inner = requiredOf(part.node.schema, this.context);
      const all = part.isInPlace === true ? new Set([...required, ...inner]) : inner;
      return [...own, { node: part.node, required: all }];
    });
  }

  /** Reports each point that a value exercises. @param value a value that matches the schema */
  visit(
    node: SchemaNode,
    value: unknown,
    tell: (point: BranchPoint, count: number) => void,
    depth = 0,
  ): void {
    if (depth > DEEPEST) return;
    for (const { point, node: inner, select } of this.#partsOf(node)) {
      const values = select(value);
      if (values.length === 0) continue;
      if (point !== undefined) tell(this.#nameOf(point), values.length);
      if (inner !== undefined) for (const one of values) this.visit(inner, one, tell, depth + 1);
    }
  }

  #partsOf(node: SchemaNode): readonly SchemaPart[] {
    const known = this.#parts.get(node.pointer);
    const parts = known ?? partsOf(node, this.context);
    if (known === undefined) this.#parts.set(node.pointer, parts);
    return parts;
  }

  #nameOf(point: NonNullable<SchemaPart['point']>): BranchPoint {
    const known = this.#names.get(point) ?? this.#makeName(point);
    this.#names.set(point, known);
    return known;
  }

  #makeName({ at, what }: NonNullable<SchemaPart['point']>): BranchPoint {
    const { of, within } = nameOfPlace(
      at.replace(/\/(?:enum|type|anyOf|oneOf)\/\d+$/, ''),
      this.context.document,
    );
    return { of, what: [this.context.direction, within, what].filter((text) => text !== '').join(' '), at };
  }
}

function requiredOf(schema: Schema, { resolve }: Pick<PartContext, 'resolve'>): ReadonlySet<string> {
  return new Set(appliedTo(schema, resolve, ['allOf']).flatMap(({ required = [] }) => required));
}
