/**
 * Remembers which pairs a recursive question holds for. A pair under way is assumed to hold, as a schema that contains
 * itself requires; an answer that rests on an assumption is kept only if the assumption proves right.
 */
export class PairMemo {
  /** An answer, or the depth of the outermost assumption that it rests on. */
  private readonly known = new WeakMap<object, WeakMap<object, boolean | number>>();
  private readonly tentative: (readonly [object, object])[] = [];
  private depth = 0;
  /** The outermost assumption that the question under way has used. */
  private outermost = Infinity;

  ask(a: object, b: object, answer: () => boolean): boolean {
    const known = this.known.get(a)?.get(b);
    if (typeof known === 'boolean') return known;
    if (known !== undefined) {
      this.outermost = Math.min(this.outermost, known);
      return true;
    }
    const [depth, before, first] = [this.depth, this.outermost, this.tentative.length];
    this.set(a, b, depth);
    this.depth += 1;
    this.outermost = Infinity;
    const holds = answer();
    this.depth -= 1;
    const isSettled = !holds || this.outermost >= depth;
    if (isSettled) {
      for (const [left, right] of this.tentative.splice(first))
        if (holds) this.set(left, right, true);
        else this.known.get(left)?.delete(right);
      this.set(a, b, holds);
      this.outermost = before;
    } else {
      this.tentative.push([a, b]);
      this.set(a, b, this.outermost);
      this.outermost = Math.min(this.outermost, before);
    }
    return holds;
  }

  /** Takes a pair to hold. */
  assume(a: object, b: object): void {
    this.set(a, b, true);
  }

  private set(a: object, b: object, value: boolean | number): void {
    const others = this.known.get(a) ?? new WeakMap<object, boolean | number>();
    this.known.set(a, others.set(b, value));
  }
}
