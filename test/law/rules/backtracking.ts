import { parsePattern } from '../../../src/schema/rules/pattern/parse.js';
import type { PatternNode } from '../../../src/schema/rules/pattern/syntax.js';

/** What comes after: given where to go on, whether the rest matches. */
type Next = (at: number) => boolean;
type Matcher = (at: number, next: Next) => boolean;

/** Thrown when a search takes more steps than anyone would wait for. */
export class TooManySteps extends Error {}

const LIMIT = 2_000_000;

/**
 * A backtracking matcher as plain as the textbook's, which counts the characters that it looks at: what a
 * pattern costs, without a clock.
 */
export function compileCounting(pattern: string): (text: string) => { matches: boolean; steps: number } {
  const root = parsePattern(pattern, true);
  return (text) => {
    const search = new Search(Array.from(text));
    const matcher = search.compile(root);
    const starts = Array.from({ length: search.chars.length + 1 }, (_, at) => at);
    return { matches: starts.some((at) => matcher(at, () => true)), steps: search.steps };
  };
}

class Search {
  steps = 0;
  private readonly captured: (readonly [number, number] | undefined)[] = [];

  constructor(readonly chars: readonly string[]) {}

  compile(node: PatternNode): Matcher {
    switch (node.kind) {
      case 'atom':
        return this.atom(node.source);
      case 'sequence':
        return node.parts
          .map((part) => this.compile(part))
          .reduceRight<Matcher>(
            (rest, first) => (at, next) => first(at, (end) => rest(end, next)),
            (at, next) => next(at),
          );
      case 'alternatives': {
        const options = node.options.map((option) => this.compile(option));
        return (at, next) => options.some((option) => option(at, next));
      }
      case 'group':
        return node.opening === '(?:' ? this.compile(node.body) : this.capture(this.compile(node.body));
      case 'look':
        return this.look(node.opening, this.compile(node.body));
      case 'assertion':
        return (at, next) => this.holds(node.source, at) && next(at);
      case 'backreference':
        return this.reference(Number(node.source.slice(1)));
      case 'repeat':
        return this.repeat(this.compile(node.body), node);
    }
  }

  private step(): void {
    this.steps += 1;
    if (this.steps > LIMIT) throw new TooManySteps();
  }

  private atom(source: string): Matcher {
    const takes = takerOf(source);
    return (at, next) => {
      this.step();
      const char = this.chars[at];
      return char !== undefined && takes(char) && next(at + 1);
    };
  }

  private capture(body: Matcher): Matcher {
    const index = this.captured.push(undefined) - 1;
    return (at, next) => {
      const before = this.captured[index];
      const found = body(at, (end) => {
        this.captured[index] = [at, end];
        return next(end);
      });
      if (!found) this.captured[index] = before;
      return found;
    };
  }

  private reference(number: number): Matcher {
    return (at, next) => {
      const [from, to] = this.captured[number - 1] ?? [0, 0];
      this.steps += to - from;
      const same = this.chars.slice(from, to).every((char, index) => this.chars[at + index] === char);
      return same && next(at + to - from);
    };
  }

  private look(opening: string, body: Matcher): Matcher {
    const wanted = opening.endsWith('=');
    if (!opening.includes('<')) return (at, next) => body(at, () => true) === wanted && next(at);
    return (at, next) => {
      const found = Array.from({ length: at + 1 }, (_, from) => from).some((from) =>
        body(from, (end) => end === at),
      );
      return found === wanted && next(at);
    };
  }

  private holds(source: string, at: number): boolean {
    if (source === '^') return at === 0;
    if (source === '$') return at === this.chars.length;
    const isWord = (char: string | undefined) => char !== undefined && /\w/.test(char);
    const boundary = isWord(this.chars[at - 1]) !== isWord(this.chars[at]);
    return boundary === (source === '\\b');
  }

  private repeat(
    body: Matcher,
    { min, max, lazy }: { readonly min: number; readonly max: number; readonly lazy: boolean },
  ): Matcher {
    const from = (count: number, at: number, next: Next): boolean => {
      const more = () =>
        count < max && body(at, (end) => (end > at || count < min) && from(count + 1, end, next));
      if (count < min) return more();
      return lazy ? next(at) || more() : more() || next(at);
    };
    return (at, next) => from(0, at, next);
  }
}

const takers = new Map<string, (char: string) => boolean>();

function takerOf(source: string): (char: string) => boolean {
  const known = takers.get(source);
  if (known) return known;
  const expression = new RegExp(`^(?:${source})$`, 'u');
  const verdicts = new Map<string, boolean>();
  const takes = (char: string): boolean => {
    const verdict = verdicts.get(char) ?? expression.test(char);
    verdicts.set(char, verdict);
    return verdict;
  };
  takers.set(source, takes);
  return takes;
}
