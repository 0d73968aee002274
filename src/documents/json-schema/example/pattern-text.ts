import { type Alternatives, type Element, parsePattern } from '../pattern/parse.js';
import { isSlowPattern } from '../pattern/slow-pattern.js';

/** Repeats beyond the minimum that are tried, so that one of the texts has the required length. */
const REPEATS = [0, 1, 2, 3, 5, 8, 13, 21, 34, 64];

/** Largest minimum of a repetition that is written out. */
const MOST_REPEATS = 1000;

/**
 * Returns texts that probably match a pattern, from the shortest. The caller checks them: assertions and
 * references are ignored. A pattern that may take exponential time has no text.
 */
export function textsOfPattern(pattern: string): string[] {
  try {
    if (isSlowPattern(pattern) !== false) return [];
    const [first = [], ...others] = parsePattern(pattern);
    const alternatives = [first, ...others];
    const texts = REPEATS.flatMap((repeats) =>
      alternatives.map((sequence) => textOfSequence(sequence, repeats)),
    );
    return [...new Set(texts)];
  } catch {
    // A pattern of another regular expression engine.
    return [];
  }
}

function textOfSequence(sequence: readonly Element[], repeats: number): string {
  return sequence.map((element) => textOf(element, repeats)).join('');
}

function textOf(element: Element, repeats: number): string {
  switch (element.kind) {
    case 'set':
      return characterOf(element.source);
    case 'group':
      return textOfGroup(element.alternatives, repeats);
    case 'repeat': {
      const count = Math.min(element.min + repeats, element.max, MOST_REPEATS);
      return textOf(element.element, repeats).repeat(count);
    }
    case 'start':
    case 'assertion':
    case 'reference':
    case 'look-ahead':
    case 'look-behind':
      return '';
  }
}

function textOfGroup([first = []]: Alternatives, repeats: number): string {
  return textOfSequence(first, repeats);
}

/** Readable characters first. */
const CHARACTERS = [
  ...Array.from('aA1bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ023456789'),
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  ...Array.from('\n\tàéßΩж中'),
];

function characterOf(source: string): string {
  const set = new RegExp(`^${source}$`, 'su');
  return CHARACTERS.find((character) => set.test(character)) ?? '';
}
