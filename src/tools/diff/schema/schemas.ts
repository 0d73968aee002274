import { canonical, type Direction, intersect, omit, pick, type Schema } from 'dtospec/internal';
import type { SpecDocument } from '../document.js';
import { type Node, translate, UNRESOLVED } from './translate.js';

export class Schemas {
  private readonly nodes = new Map<string, Node>();
  private readonly pointers = new WeakMap<Schema, string>();
  private readonly expanded = new WeakMap<Schema, Node>();
  /** Merged schemas by their texts. Recursive ones are merged again at each level, without end. */
  private readonly merged = new Map<string, Schema>();
  private readonly references: string[] = [];
  private readonly places = new Map<string, number>();

  constructor(
    readonly document: SpecDocument,
    readonly direction: Direction,
    readonly name: string,
    private readonly sides: Map<string, Schemas>,
  ) {
    sides.set(name, this);
  }

  at(pointer: string | undefined): Node {
    if (pointer === undefined) return true;
    const known = this.nodes.get(pointer);
    if (known !== undefined) return known;
    const node = translate(this.document.at(pointer)?.value, pointer, {
      document: this.document,
      direction: this.direction,
      nameRef: (ref) => (this.document.at(ref) === undefined ? undefined : this.refTo(ref)),
      remember: (schema, place) => this.pointers.set(schema, place),
    });
    this.nodes.set(pointer, node);
    return node;
  }

  pointerOf(node: Node): string | undefined {
    return typeof node === 'object' ? this.pointers.get(node) : undefined;
  }

  target(ref: string): Node {
    const side = this.sides.get(ref.split('/')[2] ?? '') ?? this;
    return side.at(side.pointerOfRef(ref));
  }

  targetOf(pointer: string | undefined): string | undefined {
    const followed = new Set<string | undefined>();
    let place = pointer;
    while (!followed.has(place)) {
      followed.add(place);
      const node = this.at(place);
      if (isReference(node)) place = this.pointerOfRef(node.$ref);
    }
    return place;
  }

  refTo(pointer: string): string {
    const index = this.places.get(pointer) ?? this.references.push(pointer) - 1;
    this.places.set(pointer, index);
    return `dto://${this.name}/${index}`;
  }

  pointerOfRef(ref: string): string {
    return this.references[Number(ref.slice(ref.lastIndexOf('/') + 1))] ?? '#';
  }

  refName(node: Node): string | undefined {
    if (typeof node === 'boolean') return undefined;
    const pointer = node.$ref === undefined ? this.pointerOf(node) : this.pointerOfRef(node.$ref);
    return COMPONENT.exec(pointer ?? '')?.[1];
  }

  expand(node: Node, followed: readonly string[] = []): Node {
    if (typeof node === 'boolean') return node;
    const known = this.expanded.get(node);
    if (known !== undefined) return known;
    const first = this.pointers.has(node) ? node : this.firstLike(node);
    const result = first === node ? this.merge(node, followed) : this.expand(first, followed);
    if (followed.length === 0) this.expanded.set(node, result);
    const pointer = this.pointers.get(node);
    if (typeof result === 'object' && !this.pointers.has(result) && pointer !== undefined)
      this.pointers.set(result, pointer);
    return result;
  }

  /** Returns the first merged schema with the text of another one. */
  private firstLike(node: Schema): Schema {
    const text = canonical(node);
    const first = this.merged.get(text) ?? node;
    this.merged.set(text, first);
    return first;
  }

  private merge(node: Schema, followed: readonly string[]): Node {
    const { $ref, allOf } = node;
    if ($ref === undefined && allOf === undefined) return node;
    // A reference that leads only to itself accepts unknown values.
    if ($ref !== undefined && followed.includes($ref)) return { [UNRESOLVED]: this.pointerOfRef($ref) };
    // These keywords depend on what other keywords evaluate, those in `allOf` included, so they stay beside
    // all merged keywords.
    const closing = pick(node, ['unevaluatedProperties' as const, 'unevaluatedItems']);
    const rest = omit(node, ['$ref', 'allOf', ...Object.keys(closing)]);
    const target = $ref === undefined ? true : this.expand(this.target($ref), [...followed, $ref]);
    const parts = [target, ...(allOf ?? []).map((part) => this.expand(part, followed))];
    if (parts.length === 1 && Object.keys({ ...rest, ...closing }).every((key) => ANNOTATIONS.has(key)))
      return target;
    const merged = parts.reduce<Node>((a, b) => this.both(a, b), rest);
    return merged === false ? false : { ...(merged === true ? {} : merged), ...closing };
  }

  both(a: Node, b: Node): Node {
    if (typeof a === 'boolean') return a && b;
    if (typeof b === 'boolean') return b && a;
    return intersect(a, b);
  }
}

/** Matches pointers to named schemas of the document or a bundled file, and to such a file. */
const COMPONENT = /^#\/(?:components\/schemas\/|x-files\/(?:[^/]+\/components\/schemas\/)?)([^/]+)$/;

// A copy: with a constant of `dtospec/internal`, `dtospec-tools/diff` loads 1,039 KB instead of 400.
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'externalDocs',
  'xml',
  '$comment',
  'discriminator',
]);

export function isReference(node: Node): node is Schema & { readonly $ref: string } {
  return (
    typeof node === 'object' && node.$ref !== undefined && Object.keys(node).filter(isAssertion).length === 1
  );
}

export function isAssertion(keyword: string): boolean {
  return keyword === UNRESOLVED || !(ANNOTATIONS.has(keyword) || keyword.startsWith('x-'));
}
