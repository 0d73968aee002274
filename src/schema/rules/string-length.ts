import type { Schema } from '../schema.js';
import { atLeast, exactly, nothing, text, textAtLeast } from './say.js';
import type { RuleContext, RuleSchema, RuleTable } from './types.js';

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

function bytesBetween(min: unknown, max: unknown): RuleSchema {
  const bounds = boundsOf(min, max);
  if (!bounds) return nothing;
  const why = 'a schema counts characters, not bytes';
  // At most four bytes are one character, and each character is at least one byte.
  const keywords = lengthKeywords({ min: Math.ceil(bounds.min / 4), max: bounds.max });
  if (Math.max(bounds.min, Number.isFinite(bounds.max) ? bounds.max : 0) > LONGEST_REPETITION) {
    return atLeast(keywords, why);
  }
  return textAtLeast(`^[\\x00-\\x7F]${repeated(bounds)}$|[^\\x00-\\x7F]`, why, keywords);
}
