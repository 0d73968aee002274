import type { Schema } from '../json-schema/schema.js';

type Verdict = (value: unknown, limit: never) => boolean;

const isNumber = (value: unknown): value is number => typeof value === 'number';
/** `minLength` and `maxLength` count characters, not UTF-16 units. */
const lengthOf = (value: unknown): number | undefined =>
  typeof value === 'string' ? Array.from(value).length : undefined;

/** Keywords of which it is plain what they say of a scalar. */
const VERDICTS = {
  minLength: (value, limit: number) => (lengthOf(value) ?? limit) >= limit,
  maxLength: (value, limit: number) => (lengthOf(value) ?? limit) <= limit,
  minimum: (value, limit: number) => !isNumber(value) || value >= limit,
  maximum: (value, limit: number) => !isNumber(value) || value <= limit,
  exclusiveMinimum: (value, limit: number) => !isNumber(value) || value > limit,
  exclusiveMaximum: (value, limit: number) => !isNumber(value) || value < limit,
} as const satisfies Partial<Record<keyof Schema, Verdict>>;

/** The keywords that bound a scalar. */
export const BOUNDS = Object.keys(VERDICTS) as (keyof typeof VERDICTS)[];

/** Whether a scalar passes a keyword; `undefined` for keywords that are not decided here. */
export function passes(keyword: string, limit: unknown, value: unknown): boolean | undefined {
  return (VERDICTS as Readonly<Record<string, Verdict>>)[keyword]?.(value, limit as never);
}
