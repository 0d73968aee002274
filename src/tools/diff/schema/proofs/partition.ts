/** A part of a vertex: a text, a vertex, or vertices without an order. */
export type VertexPart = string | Vertex | readonly Vertex[];

/** A vertex of a graph. */
export interface Vertex {
  parts: readonly VertexPart[];
  /** The vertices that have this one as a part. */
  readonly parents: Set<Vertex>;
  /** Equal vertices have the same class. Zero before it is known. */
  class: number;
}

/** Vertices by their signatures. */
type Groups = Map<string, Vertex[]>;

/**
 * Divides vertices into classes of equal ones: their texts are equal, and so are their vertices. Vertices
 * count as equal until a difference is found, so recursive ones may be equal. A vertex is read again only
 * after one of its parts left its class, and the largest group keeps the class (Hopcroft's algorithm): n
 * vertices take about n log n steps, where a comparison of pairs takes n².
 */
export class Partition {
  /** The vertices that reach themselves, or a vertex that does. New ones may be equal to them. */
  private readonly recursive = new Set<Vertex>();
  private readonly members = new Map<number, Set<Vertex>>();
  private readonly signatures = new Map<number, string>();
  private readonly known = new Map<string, number>();
  private classes = 0;

  /** Finds the classes of vertices whose parts are among them, or were added before. */
  add(vertices: readonly Vertex[]): void {
    const unknown = new Map(vertices.map((vertex) => [vertex, unknownParts(vertex)]));
    const ready = vertices.filter((vertex) => unknown.get(vertex) === 0);
    // The loop also visits vertices that become ready during the loop.
    for (const vertex of ready) {
      vertex.class = this.classOf(signatureOf(vertex));
      if (verticesIn(vertex).some((part) => this.recursive.has(part))) this.recursive.add(vertex);
      for (const parent of vertex.parents) {
        const left = (unknown.get(parent) ?? 0) - 1;
        unknown.set(parent, left);
        if (left === 0) ready.push(parent);
      }
    }
    if (ready.length === vertices.length) return;
    for (const vertex of vertices) if (vertex.class === 0) this.recursive.add(vertex);
    this.divide();
  }

  private divide(): void {
    this.members.clear();
    this.signatures.clear();
    this.open([...this.recursive]);
    let changed: Iterable<Vertex> = this.recursive;
    for (;;) {
      // All vertices of a round are read before one of them moves.
      const round = groupsOf(changed);
      const moved = [...round].flatMap(([own, groups]) => this.divideClass(own, groups));
      if (moved.length === 0) break;
      changed = new Set(moved.flatMap(({ parents }) => [...parents]));
    }
    for (const [own, signature] of this.signatures) this.known.set(signature, own);
  }

  private classOf(signature: string): number {
    const known = this.known.get(signature) ?? (this.classes += 1);
    this.known.set(signature, known);
    return known;
  }

  /**
   * Divides a class. Its vertices outside the groups keep their
   * signature. Returns the vertices that leave the class.
   */
  private divideClass(own: number, groups: Groups): readonly Vertex[] {
    const members = this.members.get(own) ?? new Set();
    const kept = this.signatures.get(own) ?? '';
    const read = new Set([...groups.values()].flat());
    const isRestLargest = members.size > 2 * read.size;
    if (!isRestLargest) for (const vertex of members) if (!read.has(vertex)) addTo(groups, kept, vertex);
    const largest = isRestLargest ? kept : largestOf(groups);
    this.signatures.set(own, largest);
    const leaving = [...groups].filter(([signature]) => signature !== largest);
    for (const [signature, group] of leaving) {
      for (const vertex of group) members.delete(vertex);
      this.signatures.set(this.open(group), signature);
    }
    return leaving.flatMap(([, group]) => group);
  }

  private open(vertices: readonly Vertex[]): number {
    this.classes += 1;
    for (const vertex of vertices) vertex.class = this.classes;
    this.members.set(this.classes, new Set(vertices));
    return this.classes;
  }
}

function verticesIn({ parts }: Vertex): readonly Vertex[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [] : part));
}

function unknownParts(vertex: Vertex): number {
  return new Set(verticesIn(vertex).filter((part) => part.class === 0)).size;
}

function signatureOf({ parts }: Vertex): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      return 'class' in part ? part.class : part.map((member) => member.class).sort((a, b) => a - b);
    })
    .join();
}

function groupsOf(vertices: Iterable<Vertex>): ReadonlyMap<number, Groups> {
  const round = new Map<number, Groups>();
  for (const vertex of vertices) {
    const groups = round.get(vertex.class) ?? new Map<string, Vertex[]>();
    round.set(vertex.class, groups);
    addTo(groups, signatureOf(vertex), vertex);
  }
  return round;
}

function addTo(groups: Groups, signature: string, vertex: Vertex): void {
  const group = groups.get(signature);
  if (group === undefined) groups.set(signature, [vertex]);
  else group.push(vertex);
}

function largestOf(groups: Groups): string {
  const [first, ...others] = groups;
  return others.reduce((a, b) => (b[1].length > (a?.[1].length ?? 0) ? b : a), first)?.[0] ?? '';
}
