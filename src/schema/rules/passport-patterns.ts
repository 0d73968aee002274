import { isPassportNumber } from 'class-validator';
import { answers } from './answers.js';
import { PASSPORTS } from './passports.js';
import { atLeast, nameOf, nothing, rowOf, text } from './say.js';
import type { RuleContext, RuleSchema } from './types.js';
import { weighing, type WeightClass } from './weigh.js';

/** A passport number of a country; to the letter with blanks anywhere and in any case. */
export function passport(country: unknown, { contract }: RuleContext): RuleSchema {
  const code = nameOf(country);
  const knows = (one: string) => answers(() => isPassportNumber('', one));
  // A country that the validator's table has throws in lower case, one that it has not rejects everything.
  if (!knows(code) || knows(code.toLowerCase())) return nothing;
  const format = rowOf(PASSPORTS, code);
  if (format === undefined) return atLeast({ type: 'string' }, 'the country is not in our table');
  if (contract === 'declared') return text(`^(?:${spellFormat(format, spellAtom)})$`);
  const plain = spellFormat(format, spellLoosely);
  const joined = spellFormat(LIGATED[code] ?? format, spellJoined);
  const ahead = LIGATED[code] === undefined ? '' : TWO_LETTERS;
  return text(`^\\s*(?:(?![\\s\\S]*[${DOUBLE}${TRIPLE}])(?:${plain})|${ahead}(?:${joined}))$`);
}

/** One atom of a format: a class or a sign, how often it stands there, and whether anything may stand around it. */
interface Atom {
  readonly chars: string;
  readonly count: string;
  readonly afterAnything: boolean;
  readonly beforeAnything: boolean;
  readonly beforeDigit: boolean;
}

const FORMAT_ATOM = /(…?)(\[[^\]]+\]|[A-Z-])(\{[\d,]+\}|\?)?(?=([…D]?))/g;
const SHORT: Readonly<Record<string, string>> = { L: '[A-Z]', D: '\\d', X: '[A-Z0-9]' };

function spellFormat(format: string, spell: (atom: Atom) => string): string {
  return format
    .replace(FORMAT_ATOM, (_, before: string, chars: string, count: string | undefined, after: string) => {
      const atom = { chars: SHORT[chars] ?? chars, count: count ?? '' };
      return (
        before +
        spell({
          ...atom,
          afterAnything: before !== '',
          beforeAnything: after === '…',
          beforeDigit: after === 'D',
        })
      );
    })
    .replaceAll('…', '[\\s\\S]*');
}

function spellAtom({ chars, count }: Atom): string {
  return chars + count;
}

function spellLoosely({ chars, count }: Atom): string {
  return `(?:${anyCaseAtom(chars)}\\s*)${count}`;
}

function anyCaseAtom(chars: string): string {
  if (chars === '\\d' || chars === '-') return chars;
  const inner = chars.replace(/^\[|\]$/g, '');
  const takes = new RegExp(`[${inner}]`);
  const lower = inner.toLowerCase().replace(/0-9/g, '');
  return `[${inner}${lower}${takes.test('I') ? '\\u0131' : ''}${takes.test('S') ? '\\u017F' : ''}]`;
}

// Letters that become two or three in upper case: sharp s and the Latin ligatures.
const DOUBLE = '\\u00DF\\uFB00-\\uFB02\\uFB05\\uFB06';
const TRIPLE = '\\uFB03\\uFB04';
const JOINED = ['\u00DF', '\uFB00', '\uFB01', '\uFB02', '\uFB03', '\uFB04', '\uFB05', '\uFB06'];

/** Where letters of two atoms may be joined, the atoms as one. */
const LIGATED: Readonly<Record<string, string>> = { NL: 'X{8}D' };
/** Looks ahead: what the atom that is lost there said. */
const TWO_LETTERS = `(?!\\s*(?:[^\\d\\s${DOUBLE}${TRIPLE}]\\s*)?\\d)`;

/** Letters that stand for several may take the place of as many. */
function spellJoined(atom: Atom): string {
  const { chars, count } = atom;
  if (!chars.startsWith('[') && !/[A-Z]/.test(chars)) return spellLoosely(atom);
  const [least = 1, most = least] = count.match(/\d+/g)?.map(Number) ?? [];
  const classes = [2, 3].flatMap((weight) => joinedOf(chars, weight));
  const one = `(?:[${[anyCaseAtom(chars).slice(1, -1), ...classes.map((joined) => joined.chars)].join('')}]\\s*)`;
  const lengths = Array.from({ length: most - least + 1 }, (_, index) => least + index);
  return `(?:${lengths.map((length) => runOf(atom, length, one, classes)).join('|')})`;
}

function joinedOf(chars: string, weight: number): WeightClass[] {
  const takes = new RegExp(`^${chars}+$`);
  const fitting = JOINED.filter(
    (one) => one.toUpperCase().length === weight && takes.test(one.toUpperCase()),
  );
  return fitting.length === 0 ? [] : [{ chars: fitting.join(''), weight }];
}

/** A run of letters of a length: short ones spelled out, long ones weighed. */
function runOf(atom: Atom, length: number, one: string, classes: readonly WeightClass[]): string {
  if (length > 3)
    return weighing(one, length, classes, false, atom.beforeDigit ? '\\d\\s*' : '') ?? `${one}*`;
  const of = (weight: number) =>
    classes.filter((joined) => joined.weight === weight).map(({ chars }) => `[${chars}]\\s*`);
  const single = `${anyCaseAtom(atom.chars)}\\s*`;
  const singles = Array.from({ length }, () => single);
  // Anything around takes the letters that are left over.
  if (atom.afterAnything) singles[0] = one;
  if (atom.beforeAnything) singles[length - 1] = one;
  const wider = atom.afterAnything || atom.beforeAnything ? of(3).filter(() => length === 2) : [];
  const three = length === 3 ? [...of(3), ...of(2).flatMap((two) => [single + two, two + single])] : [];
  return [singles.join(''), ...(length === 2 ? of(2) : []), ...three, ...wider].join('|');
}
