import { always, atLeast, exactly, oneOf, optionsOf, scalarsOf } from './say.js';
import type { RuleContext, RuleSchema, RuleTable } from './types.js';

/** class-validator's `typechecker` decorators; `isDate` is with the dates. */
export const typeCheckerRules: RuleTable = {
  isString: always(exactly({ type: 'string' })),
  isBoolean: always(exactly({ type: 'boolean' })),
  isInt: always(exactly({ type: 'integer' })),
  isNumber: ([options]) => numberWith(optionsOf(options).maxDecimalPlaces),
  isArray: always(exactly({ type: 'array' })),
  isObject: always(exactly({ type: 'object' })),
  isEnum: ([entity], context) => memberOf(entity, context),
};

function numberWith(maxDecimalPlaces: unknown): RuleSchema {
  if (maxDecimalPlaces === undefined) return exactly({ type: 'number' });
  if (typeof maxDecimalPlaces === 'number' && maxDecimalPlaces >= 0 && maxDecimalPlaces < 1) {
    return exactly({ type: 'integer' });
  }
  return atLeast(
    { type: 'number' },
    'the places are counted in the decimal text; multipleOf divides in floating point and rejects 0.07 for 0.01',
  );
}

function memberOf(entity: unknown, { contract }: RuleContext): RuleSchema {
  const members = Object.entries(entity ?? {});
  // A numeric enum maps its values back to its names, and the validator takes those names for values too.
  const declared = members.filter(([key, value]) => !isReverse(entity, key, value));
  return oneOf(scalarsOf((contract === 'exact' ? members : declared).map(([, value]) => value as unknown)));
}

function isReverse(entity: unknown, key: string, value: unknown): boolean {
  if (typeof value !== 'string' || Array.isArray(entity)) return false;
  const back: unknown = (entity as Record<string, unknown>)[value];
  return typeof back === 'number' && String(back) === key;
}
