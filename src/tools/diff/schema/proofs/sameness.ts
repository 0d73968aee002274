import { canonical, type Schema, SUBSCHEMAS } from 'dtospec/internal';
import { GROUP_NAMES, keywordsOf } from '../keywords/groups.js';
import { valueOf } from '../keywords/keyword.js';
import type { Schemas } from '../schemas.js';
import type { Node } from '../translate.js';
import { Partition, type Vertex, type VertexPart } from './partition.js';

const KEYWORDS: readonly string[] = GROUP_NAMES.flatMap(keywordsOf);
const SETS: ReadonlySet<string> = new Set(['type', 'enum', 'required', 'anyOf', 'oneOf', 'allOf']);
/** Maximum number of merged schemas. Merging may go on without end, so further ones equal no other schema. */
const MAX_MERGED = 10_000;

type Named = Readonly<Record<string, Node>>;
type VertexOf = (node: Node) => Vertex;

/** A schema whose parts are not read yet. */
interface Unread {
  readonly vertex: Vertex;
  readonly schema: Schema;
  readonly side: Schemas;
}

/** Finds equal schemas of two documents, recursive ones too. Annotations make no difference. */
export class Sameness {
  private readonly partition = new Partition();
  private readonly vertices = new WeakMap<Schema, Vertex>();
  private readonly accepting = newVertex('true');
  private readonly refusing = newVertex('false');
  private merged = 0;

  constructor(
    private readonly old: Schemas,
    private readonly current: Schemas,
  ) {
    this.partition.add([this.accepting, this.refusing]);
  }

  areEqual(a: Node, b: Node): boolean {
    const unread: Unread[] = [];
    const left = this.vertexOf(a, this.old, unread);
    const right = this.vertexOf(b, this.current, unread);
    // The loop also visits schemas that are reached during
    // the loop: a chain of hundreds would exhaust the stack.
    for (const { vertex, schema, side } of unread)
      vertex.parts = partsOf(schema, (node) => {
        const part = this.vertexOf(node, side, unread);
        part.parents.add(vertex);
        return part;
      });
    this.partition.add(unread.map(({ vertex }) => vertex));
    return left.class === right.class;
  }

  private vertexOf(node: Node, side: Schemas, unread: Unread[]): Vertex {
    const schema = side.expand(node);
    if (schema === false) return this.refusing;
    if (schema === true || KEYWORDS.every((keyword) => valueOf(schema, keyword) === undefined))
      return this.accepting;
    const known = this.vertices.get(schema);
    if (known !== undefined) return known;
    const isMerged = side.pointerOf(schema) === undefined;
    const isCut = isMerged && (this.merged += 1) > MAX_MERGED;
    const vertex = isCut ? newVertex(`merged ${this.merged}`) : newVertex();
    this.vertices.set(schema, vertex);
    if (isCut) this.partition.add([vertex]);
    else unread.push({ vertex, schema, side });
    return vertex;
  }
}

function newVertex(...parts: readonly string[]): Vertex {
  return { parts, parents: new Set(), class: 0 };
}

function partsOf(schema: Schema, vertexOf: VertexOf): readonly VertexPart[] {
  return KEYWORDS.flatMap((keyword) => {
    const value = valueOf(schema, keyword);
    return value === undefined || isIdle(keyword, value)
      ? []
      : [keyword, ...readKeyword(keyword, value, vertexOf)];
  });
}

function readKeyword(keyword: string, value: unknown, vertexOf: VertexOf): readonly VertexPart[] {
  switch (SUBSCHEMAS.get(keyword)) {
    case 'one':
      return [vertexOf(value as Node)];
    case 'list': {
      const vertices = (value as readonly Node[]).map(vertexOf);
      return SETS.has(keyword) ? [vertices] : [String(vertices.length), ...vertices];
    }
    case 'map':
      return readMap(value as Named, vertexOf);
    case undefined:
      return [SETS.has(keyword) ? setOf(value) : canonical(value)];
  }
}

function readMap(map: Named, vertexOf: VertexOf): readonly VertexPart[] {
  const names = Object.keys(map).sort();
  return [canonical(names), ...names.map((name) => vertexOf(map[name] ?? true))];
}

function setOf(value: unknown): string {
  return canonical([value].flat().map(canonical).sort());
}

function isIdle(keyword: string, value: unknown): boolean {
  return IDLE.get(keyword)?.(value) === true;
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
const isTrue = (value: unknown): boolean => value === true;
const isZero = (value: unknown): boolean => value === 0;

/** The values of keywords that reject nothing. */
const IDLE: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['required', isEmptyList],
  ['allOf', isEmptyList],
  ['properties', isEmptyObject],
  ['patternProperties', isEmptyObject],
  ['uniqueItems', (value) => value === false],
  ['items', isTrue],
  ['unevaluatedItems', isTrue],
  ['minLength', isZero],
  ['minItems', isZero],
  ['minProperties', isZero],
]);
