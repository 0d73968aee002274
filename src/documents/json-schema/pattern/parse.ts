import { tokensOf } from './syntax.js';

/** A part of a pattern. Each item of `alternatives` is a sequence of elements. */
export type Element =
  | { readonly kind: 'start' | 'assertion' | 'reference' }
  | { readonly kind: 'set'; readonly source: string }
  | { readonly kind: 'group' | 'look-ahead' | 'look-behind'; readonly alternatives: Alternatives }
  | { readonly kind: 'repeat'; readonly element: Element; readonly min: number; readonly max: number };

export type Alternatives = readonly (readonly Element[])[];

/** Parses a pattern that compiles with the flag `u`. Flags of a group are ignored. */
export function parsePattern(pattern: string): Alternatives {
  return alternatives(tokensOf(pattern).values());
}

/** An iterator of an array, which a loop does not close. */
type Tokens = IterableIterator<string>;

/** Reads up to the end of the group, or of the pattern. */
function alternatives(tokens: Tokens): Alternatives {
  let sequence: Element[] = [];
  const read = [sequence];
  for (const token of tokens) {
    if (token === ')') break;
    const count = COUNT.exec(token);
    const last = sequence.at(-1);
    if (token === '|') read.push((sequence = []));
    else if (count === null) sequence.push(element(token, tokens));
    // A question mark behind another quantifier only changes the order in which counts are tried.
    else if (last !== undefined && !(token === '?' && last.kind === 'repeat'))
      sequence.splice(-1, 1, { kind: 'repeat', element: last, ...boundsOf(token, count) });
  }
  return read;
}

const COUNT = /^(?:[*+?]|\{([0-9]+)(,?)([0-9]*)\})$/;

function boundsOf(token: string, [, low, comma, high]: RegExpExecArray): { min: number; max: number } {
  if (token === '?') return { min: 0, max: 1 };
  if (low === undefined) return { min: token === '+' ? 1 : 0, max: Infinity };
  const min = Number(low);
  if (comma === '') return { min, max: min };
  return { min, max: high === '' ? Infinity : Number(high) };
}

function element(token: string, tokens: Tokens): Element {
  if (token === '^') return { kind: 'start' };
  if (token === '$' || /^\\[bB]$/.test(token)) return { kind: 'assertion' };
  if (/^\\(?:[1-9]|k<)/.test(token)) return { kind: 'reference' };
  if (!token.startsWith('(')) return { kind: 'set', source: token };
  if (token === '(?') for (const flag of tokens) if (flag === ':') break;
  const look = LOOKS[token];
  return { kind: look ?? 'group', alternatives: alternatives(tokens) };
}

const LOOKS: Readonly<Record<string, 'look-ahead' | 'look-behind' | undefined>> = {
  '(?=': 'look-ahead',
  '(?!': 'look-ahead',
  '(?<=': 'look-behind',
  '(?<!': 'look-behind',
};
