import type { Schema } from 'dtospec/internal';
import { shown } from '../../rule.js';
import { ASSERTED_FORMATS } from '../values/validator.js';
import { impliesLower, isWhole, lowerBound, mayBe, upperBound } from './bounds.js';
import { bound, forTypes, type GroupsOf, messageOf, type NamedChange, type Proof } from './keyword.js';

/** The rules of keywords for strings; `format` also applies to numbers. */
export const STRING_RULES = {
  'min-length-raised': shown('minLength was added or raised'),
  'min-length-lowered': shown('minLength was lowered or removed'),
  'max-length-raised': shown('maxLength was raised or removed'),
  'max-length-lowered': shown('maxLength was added or lowered'),
  'pattern-added': shown('A pattern was added'),
  'pattern-changed': shown('The pattern changed'),
  'pattern-removed': shown('The pattern was removed'),
  'format-changed': shown('The format changed: unclear for formats that validators do not check'),
  'content-changed': shown(
    'contentEncoding, contentMediaType or contentSchema changed, which validators do not check',
  ),
} as const;

type Named = NamedChange<keyof typeof STRING_RULES>;

const ofStrings = (proof: Proof): Proof => forTypes(['string'], proof);

export const STRING_KEYWORDS = {
  minLength: {
    keywords: ['minLength'],
    name: bound('min-length-raised', 'min-length-lowered', -1),
    proves: ofStrings((a, { minLength = 0 }) => (a.minLength ?? 0) >= minLength),
  },
  maxLength: {
    keywords: ['maxLength'],
    name: bound('max-length-raised', 'max-length-lowered', Infinity),
    proves: ofStrings((a, { maxLength = Infinity }) => (a.maxLength ?? Infinity) <= maxLength),
  },
  pattern: {
    keywords: ['pattern'],
    name: namePattern,
    proves: ofStrings(
      (a, { pattern }) => spellOut(a.pattern) === spellOut(pattern) || MATCH_ALL.has(pattern ?? ''),
    ),
  },
  format: {
    keywords: ['format'],
    name: nameFormat,
    proves: provesFormat,
  },
  content: {
    keywords: ['contentEncoding', 'contentMediaType', 'contentSchema'],
    name: (old, current, keywords) => [
      {
        rule: 'content-changed',
        message: messageOf(keywords, old, current),
        fixed: {
          verdict: 'unclear',
          reason: 'Validators treat these keywords as annotations and do not check the content of a string.',
        },
      },
    ],
    // Annotations never reject a value.
    proves: () => true,
  },
} as const satisfies GroupsOf<typeof STRING_RULES>;

function namePattern(old: Schema, current: Schema, keywords: readonly string[]): readonly Named[] {
  const message = messageOf(keywords, old, current);
  if (old.pattern === undefined) return [{ rule: 'pattern-added', message }];
  return [{ rule: current.pattern === undefined ? 'pattern-removed' : 'pattern-changed', message }];
}

function nameFormat(old: Schema, current: Schema, keywords: readonly string[]): readonly Named[] {
  const message = messageOf(keywords, old, current);
  const formats = [old.format, current.format].filter((format) => format !== undefined);
  const unknown = formats.filter((format) => !ASSERTED_FORMATS.has(format));
  if (unknown.length === 0) return [{ rule: 'format-changed', message }];
  return [
    {
      rule: 'format-changed',
      message,
      fixed: {
        verdict: 'unclear',
        reason: `The format ${unknown.join(' and ')} is not checked by validators, so no value shows a difference.`,
      },
    },
  ];
}

const FORMATS_OF_NUMBERS: ReadonlySet<string> = new Set(['int32', 'int64']);

function provesFormat(a: Schema, { format = '' }: Schema): boolean {
  if (a.format === format) return true;
  if (!ASSERTED_FORMATS.has(format)) return true;
  if (!FORMATS_OF_NUMBERS.has(format)) return !mayBe(a, 'string');
  if (!mayBe(a, 'number', 'integer')) return true;
  const asked = { type: 'integer', format } as const;
  return (
    isWhole(a) &&
    impliesLower(lowerBound(a), lowerBound(asked)) &&
    upperBound(a).limit <= upperBound(asked).limit
  );
}

/**
 * Writes classes as ranges and quantifiers in their short forms: `\\d` and `[0-9]` are equal in ECMAScript,
 * `{1,}` and `+` as well. A lazy quantifier matches the same strings.
 */
function spellOut(pattern: string | undefined): string | undefined {
  let isInside = false;
  return pattern?.replace(TOKENS, (token) => {
    if (token === '[' || token === ']') isInside = token === '[';
    const range = RANGES[token];
    if (range !== undefined) return isInside ? range : `[${range}]`;
    if (isInside || !/^[*+?{]/.test(token)) return token;
    const eager = token.replace(/(?<=.)\?$/, '');
    return QUANTIFIERS[eager] ?? eager;
  });
}

const TOKENS = /\\u\{[^}]*\}|\\.|\(\?|[[\]]|(?:[*+?]|\{\d+(?:,\d*)?\})\??/gs;

const QUANTIFIERS: Readonly<Record<string, string>> = { '{0,}': '*', '{1,}': '+', '{0,1}': '?', '{1}': '' };

const RANGES: Readonly<Record<string, string>> = { '\\d': '0-9', '\\w': 'A-Za-z0-9_' };

const MATCH_ALL: ReadonlySet<string> = new Set([
  '',
  '.*',
  '^',
  '$',
  '^.*',
  '.*$',
  '[\\s\\S]*',
  '^[\\s\\S]*$',
]);
