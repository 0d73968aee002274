import { portabilityOf } from './pattern/portability.js';
import { translatePattern } from './pattern/translate.js';
import type { RuleEntry } from './types.js';

/** The application's own expression. */
export const matches: RuleEntry = {
  type: 'string',
  schema: (constraints) => {
    const pattern = patternOf(constraints);
    return { type: 'string', ...(pattern !== undefined && { pattern }) };
  },
  looser: (constraints) =>
    patternOf(constraints) === undefined
      ? 'the expression cannot be written as a pattern, which has no flags but u'
      : undefined,
  portability: (constraints) => {
    const pattern = patternOf(constraints);
    return pattern === undefined ? undefined : portabilityOf(pattern);
  },
};

const patterns = new Map<string, string | undefined>();

function patternOf([expression, flags]: readonly unknown[]): string | undefined {
  const original = expression instanceof RegExp ? expression : compile(expression, flags);
  if (original === undefined) return undefined;
  const key = String(original);
  if (!patterns.has(key)) patterns.set(key, translatePattern(original));
  return patterns.get(key);
}

/** As the validator does it, which leaves it to `RegExp` what to make of a source and of flags. */
function compile(source: unknown, flags: unknown): RegExp | undefined {
  try {
    return new RegExp(source as string, flags as string | undefined);
  } catch {
    return undefined;
  }
}
