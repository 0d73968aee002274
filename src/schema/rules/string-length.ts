import type { Schema } from '../../json-schema/schema.js';
import { atLeast, exactly, nothing, text, textAtLeast } from './say.js';
import type { RuleContext, RuleSchema, RuleTable } from './types.js';
import { weighing, type WeightClass } from './weigh.js';

/** class-validator's length rules. */
export const stringLengthRules: RuleTable = {
  isLength: ([min, max], context) => lengthBetween(min, max, context),
  minLength: ([min], context) => lengthBetween(min, undefined, context),
  maxLength: ([max], context) => lengthBetween(0, max, context),
  isByteLength: ([min, max]) => bytesBetween(min, max),
};

interface Bounds {
  readonly min: number;
  /** `Infinity` where there is none. */
  readonly max: number;
}

/** The bounds as the validator compares them; `undefined` if nothing can lie between. */
function boundsOf(min: unknown, max: unknown): Bounds | undefined {
  const from = Math.max(0, Math.ceil(Number(min) || 0));
  const to = max === undefined ? Infinity : Math.floor(Number(max));
  return to >= from && Number.isFinite(from) ? { min: from, max: to } : undefined;
}

// A character with the variation selector behind it counts once, a selector elsewhere too. JSON Schema counts both.
const COUNTED = '(?:[^\\uFE0E\\uFE0F](?:[\\uFE0E\\uFE0F]|(?![\\uFE0E\\uFE0F]))|[\\uFE0E\\uFE0F])';
/** A longer repetition makes engines slow or fails to compile. */
const LONGEST_REPETITION = 10_000;

function lengthBetween(min: unknown, max: unknown, { contract }: RuleContext): RuleSchema {
  const bounds = boundsOf(min, max);
  if (!bounds) return nothing;
  const keywords = lengthKeywords(bounds);
  if (contract === 'declared' || (bounds.min === 0 && bounds.max === Infinity)) return exactly(keywords);
  if (Math.max(bounds.min, Number.isFinite(bounds.max) ? bounds.max : 0) > LONGEST_REPETITION) {
    return atLeast(
      { type: 'string', ...lengthKeywords({ min: bounds.min, max: Infinity }) },
      'too long to count',
    );
  }
  return text(`^${COUNTED}${repeated(bounds)}$`);
}

function lengthKeywords({ min, max }: Bounds): Schema {
  return {
    type: 'string',
    ...(min > 0 && { minLength: min }),
    ...(Number.isFinite(max) && { maxLength: max }),
  };
}

function repeated({ min, max }: Bounds): string {
  return `{${min},${Number.isFinite(max) ? max : ''}}`;
}

/** What UTF-8 writes in several bytes. Half a surrogate pair has no bytes: the validator throws on it. */
const BYTES: readonly WeightClass[] = [
  { chars: '\\u0080-\\u07FF', weight: 2 },
  { chars: '\\u0800-\\uFFFF', weight: 3 },
  { chars: '\\u{10000}-\\u{10FFFF}', weight: 4 },
];
const WHOLE = '[^\\uD800-\\uDFFF]';

function bytesBetween(min: unknown, max: unknown): RuleSchema {
  const bounds = boundsOf(min, max);
  if (!bounds) return nothing;
  const tooFew = bounds.min === 0 ? '' : bytesAtMost(bounds.min - 1);
  const most = bounds.max === Infinity ? `${WHOLE}*$` : bytesAtMost(bounds.max);
  if (tooFew === undefined || most === undefined) return manyBytes(bounds);
  return text(`^${tooFew === '' ? '' : `(?!${tooFew})`}(?:${most})`);
}

function bytesAtMost(total: number): string | undefined {
  return weighing(WHOLE, total, BYTES, true);
}

/** Of many bytes only an outline: text of one kind of characters exactly, mixed text roughly. */
function manyBytes(bounds: Bounds): RuleSchema {
  const keywords = lengthKeywords({ min: Math.ceil(bounds.min / 4), max: bounds.max });
  const longest = Math.max(bounds.min, Number.isFinite(bounds.max) ? bounds.max : 0);
  const why = 'a schema counts characters, not bytes';
  if (longest > LONGEST_REPETITION) return atLeast(keywords, why);
  const heavy = [2, 3, 4].map((weight) => {
    const chars = BYTES.filter((one) => one.weight >= weight).map((one) => one.chars);
    return `(?!(?:[^${chars.join('')}]*[${chars.join('')}]){${Math.floor(bounds.max / weight) + 1}})`;
  });
  const most = Number.isFinite(bounds.max) ? heavy.join('') : '';
  return textAtLeast(
    `^(?:[\\x00-\\x7F]${repeated(bounds)}$|(?=[\\s\\S]*[^\\x00-\\x7F])${most}${WHOLE}*$)`,
    why,
    keywords,
  );
}
