import { type Alternatives, type Element, parsePattern } from './parse.js';
import { compiles } from './syntax.js';

/**
 * Maximum number of characters of a pattern, of its characters and sets, and of steps of the search in it.
 */
const MOST_CHARACTERS = 2000;
const MOST_POSITIONS = 150;
const MOST_STEPS = 300_000;

/** Without a repeated group, the time is at most a polynomial of the text's length. */
const REPEATED_GROUP = /\)[*+{]/;

/**
 * Returns whether a pattern may take exponential time: a repeated part reads one text in several ways, and
 * what follows can fail. ECMAScript then tries all ways, and no program can stop it.
 *
 * @returns undefined for a pattern that is too large to decide; false for one that does not compile
 */
export function isSlowPattern(pattern: string): boolean | undefined {
  if (!REPEATED_GROUP.test(pattern) || !compiles(pattern)) return false;
  if (pattern.length > MOST_CHARACTERS) return undefined;
  try {
    return new Automaton(pattern).isAmbiguous(parsePattern(pattern));
  } catch (error) {
    if (error instanceof TooLargeError) return undefined;
    throw error;
  }
}

class TooLargeError extends Error {}

/** A part of a pattern. A position that occurs twice in a list can be reached in two ways. */
interface Part {
  /** True if it matches the empty string. */
  readonly isNullable: boolean;
  /** Positions at which a match may begin. */
  readonly first: readonly number[];
  /** Positions at which a match may end. */
  readonly last: readonly number[];
}

/** Two positions after the same text, and whether the two ways that led there have parted. */
interface Pair {
  readonly left: number;
  readonly right: number;
  readonly haveParted: boolean;
}

const EMPTY: Part = { isNullable: true, first: [], last: [] };

/** The automaton of Glushkov: a state for each character or set of the pattern. */
class Automaton {
  /** The characters of each position, by their index in `alphabet`. */
  private readonly sets: ReadonlySet<number>[] = [];
  /** The next positions of each position, with the number of ways. */
  private readonly next: Map<number, number>[] = [];
  /** Positions after which the pattern, or its look-around, has matched, so that nothing can fail. */
  private readonly ends = new Set<number>();
  private readonly alphabet: readonly string[];
  private steps = 0;

  constructor(pattern: string) {
    const ascii = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
    this.alphabet = [...new Set([...ascii, ...Array.from(pattern), '中', '\u{1f600}'])];
  }

  isAmbiguous(pattern: Alternatives): boolean {
    this.end(this.alternatives(pattern, false).last);
    return this.next.some(
      (ways, start) => !this.ends.has(start) && ways.size > 0 && this.returnsInTwoWays(start),
    );
  }

  private end(positions: readonly number[]): void {
    for (const position of positions) this.ends.add(position);
  }

  private alternatives(alternatives: Alternatives, isRepeated: boolean): Part {
    const parts = alternatives.map((elements) =>
      elements.reduce<Part>((before, element) => this.join(before, this.element(element, isRepeated)), EMPTY),
    );
    return {
      isNullable: parts.some(({ isNullable }) => isNullable),
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
    };
  }

  private element(element: Element, isRepeated: boolean): Part {
    switch (element.kind) {
      case 'start':
      case 'reference':
        // The rest of the pattern after a start can only fail at once.
        return EMPTY;
      case 'assertion':
        return this.position(new Set());
      case 'set': {
        const expression = new RegExp(`^${element.source}$`, 'u');
        return this.position(this.characters((text) => expression.test(text)));
      }
      case 'group':
        return this.alternatives(element.alternatives, isRepeated);
      case 'look-ahead':
      case 'look-behind': {
        // The rest of the pattern does not try its other ways. A look-behind reads backwards.
        const { first, last } = this.alternatives(element.alternatives, false);
        this.end(element.kind === 'look-ahead' ? last : first);
        return this.position(new Set());
      }
      case 'repeat':
        return this.repeat(element, isRepeated);
    }
  }

  private repeat({ element, min, max }: Element & { kind: 'repeat' }, isRepeated: boolean): Part {
    if (max === 0) return EMPTY;
    const isEndless = max === Infinity;
    const part = this.element(element, isRepeated || isEndless);
    if (isEndless || (isRepeated && min < max && max > 1)) this.link(part.last, part.first);
    return { ...part, isNullable: part.isNullable || min === 0 };
  }

  private join(before: Part, after: Part): Part {
    this.link(before.last, after.first);
    return {
      isNullable: before.isNullable && after.isNullable,
      first: before.isNullable ? [...before.first, ...after.first] : before.first,
      last: after.isNullable ? [...before.last, ...after.last] : after.last,
    };
  }

  private position(set: ReadonlySet<number>): Part {
    if (this.sets.length === MOST_POSITIONS) throw new TooLargeError();
    const position = this.sets.push(set) - 1;
    this.next.push(new Map());
    return { isNullable: false, first: [position], last: [position] };
  }

  private characters(test: (text: string) => boolean): ReadonlySet<number> {
    return new Set(this.alphabet.flatMap((text, index) => (test(text) ? [index] : [])));
  }

  private link(from: readonly number[], to: readonly number[]): void {
    for (const source of from)
      for (const target of to) {
        this.step();
        const ways = this.next[source];
        ways?.set(target, (ways.get(target) ?? 0) + 1);
      }
  }

  private step(): void {
    if ((this.steps += 1) > MOST_STEPS) throw new TooLargeError();
  }

  /** Returns whether one text leads from a position back to it in two ways. */
  private returnsInTwoWays(start: number): boolean {
    const seen = new Set<number>();
    const open: Pair[] = [{ left: start, right: start, haveParted: false }];
    for (let pair = open.pop(); pair !== undefined; pair = open.pop())
      for (const next of this.pairsAfter(pair)) {
        const { left, right, haveParted } = next;
        if (haveParted && left === start && right === start) return true;
        const key = (left * this.sets.length + right) * 2 + Number(haveParted);
        if (seen.has(key)) continue;
        seen.add(key);
        open.push(next);
      }
    return false;
  }

  /** Yields the pairs that one more character leads to. */
  private *pairsAfter({ left, right, haveParted }: Pair): Generator<Pair> {
    for (const [nextLeft, ways] of this.next[left] ?? []) {
      const splits = left === right && ways > 1;
      for (const [nextRight] of this.next[right] ?? []) {
        this.step();
        if (!this.canMeet(nextLeft, nextRight)) continue;
        yield {
          left: nextLeft,
          right: nextRight,
          haveParted: haveParted || splits || nextLeft !== nextRight,
        };
      }
    }
  }

  /** Returns whether one character leads to both positions, and something can fail after each. */
  private canMeet(left: number, right: number): boolean {
    return !this.ends.has(left) && !this.ends.has(right) && this.overlap(left, right);
  }

  private overlap(leftState: number, rightState: number): boolean {
    const rightSet = this.sets[rightState];
    for (const character of this.sets[leftState] ?? []) if (rightSet?.has(character) === true) return true;
    return false;
  }
}
