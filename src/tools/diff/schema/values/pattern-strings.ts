import type { AST, RegExpParser } from '@eslint-community/regexpp';
import type { SlowPatterns } from './slow-patterns.js';

const MAX_REPEATS = 3;

export class PatternStrings {
  private readonly known = new Map<string, readonly string[]>();

  constructor(
    private readonly parser: RegExpParser,
    private readonly slow: SlowPatterns,
  ) {}

  /** Returns false for a slow pattern, which no text is tested with. */
  test(pattern: string, text: string): boolean {
    return !this.slow.has(pattern) && new RegExp(pattern, 'u').test(text);
  }

  of(pattern: string): readonly string[] {
    const known = this.known.get(pattern);
    if (known !== undefined) return known;
    const strings = this.generate(pattern);
    this.known.set(pattern, strings);
    return strings;
  }

  private generate(pattern: string): readonly string[] {
    try {
      const { alternatives } = this.parser.parsePattern(pattern, undefined, undefined, { unicode: true });
      const strings = [0, 1, 2, MAX_REPEATS, 8, 20, 64].flatMap((repeats) =>
        alternatives.flatMap((alternative) =>
          [0, 1, 2].map((turn) => textOfAlternative(alternative, { repeats, turn })),
        ),
      );
      return [...new Set(strings)].sort((a, b) => a.length - b.length);
    } catch {
      return [];
    }
  }
}

interface Choice {
  readonly repeats: number;
  readonly turn: number;
}

function textOfAlternative({ elements }: AST.Alternative, choice: Choice): string {
  return elements.map((element) => textOfElement(element, choice)).join('');
}

function textOfElement(element: AST.Element, choice: Choice): string {
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value);
    case 'CharacterSet':
      return characterOfSet(element, choice);
    case 'CharacterClass':
      return characterOfClass(element, choice);
    case 'Group':
    case 'CapturingGroup':
      return textOfAlternative(pick(element.alternatives, choice.turn), choice);
    case 'Quantifier': {
      const count = Math.min(element.min + choice.repeats, element.max);
      return textOfElement(element.element, choice).repeat(count);
    }
    case 'Assertion':
    case 'Backreference':
    case 'ExpressionCharacterClass':
      return '';
  }
}

function characterOfSet(element: AST.CharacterSet | AST.EscapeCharacterSet, { turn }: Choice): string {
  switch (element.kind) {
    case 'digit':
      return element.negate ? pick(['a', '-'], turn) : pick(['0', '1', '9'], turn);
    case 'space':
      return element.negate ? pick(['a', '0'], turn) : ' ';
    case 'word':
      return element.negate ? pick(['-', ' '], turn) : pick(['a', 'Z', '0'], turn);
    case 'any':
      return pick(['a', '0', '-'], turn);
    case 'property':
      return PRINTABLE.find((character) => new RegExp(element.raw, 'u').test(character)) ?? 'a';
  }
}

function characterOfClass(element: AST.CharacterClass, { turn }: Choice): string {
  const matches = (() => {
    const test = new RegExp(element.raw, 'u');
    return PRINTABLE.filter((character) => test.test(character));
  })();
  if (matches.length > 0) return pick([...matches.slice(0, 1), ...matches.slice(-2)], turn);
  const [first] = element.elements;
  if (first?.type === 'CharacterClassRange') return String.fromCodePoint(first.min.value);
  return first?.type === 'Character' ? String.fromCodePoint(first.value) : '';
}

const PRINTABLE: readonly string[] = [
  ...Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'),
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  ...Array.from('\n\tàéßΩж中'),
];

function pick<T>(items: readonly T[], turn: number): T {
  return items[turn % items.length] as T;
}

export const FORMAT_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  date: ['2024-02-29'],
  time: ['13:45:30Z', '13:45:30+02:00'],
  'iso-time': ['13:45:30'],
  'date-time': ['2024-02-29T13:45:30Z', '2024-02-29T13:45:30.123+02:00'],
  'iso-date-time': ['2024-02-29T13:45:30', '2024-02-29 13:45:30'],
  duration: ['P1D', 'PT1H30M'],
  uri: ['https://example.com/a', 'urn:isbn:0451450523'],
  url: ['https://example.com/a'],
  'uri-reference': ['/a/b', 'https://example.com/a'],
  'uri-template': ['/a/{b}'],
  email: ['a@example.com'],
  hostname: ['example.com'],
  ipv4: ['192.0.2.1'],
  ipv6: ['2001:db8::1'],
  regex: ['^a$'],
  uuid: ['123e4567-e89b-12d3-a456-426614174000'],
  'json-pointer': ['/a/0'],
  'relative-json-pointer': ['1/a'],
  byte: ['AAAA', 'AAA='],
};
