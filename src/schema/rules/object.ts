import type { Schema } from '../../json-schema/schema.js';
import { answers } from './answers.js';
import { atLeast, exactly, nothing, optionsOf } from './say.js';
import type { RuleContext, RuleSchema, RuleTable } from './types.js';

/** class-validator's `object` decorators. */
export const objectRules: RuleTable = {
  isNotEmptyObject: ([options], context) => notEmpty(optionsOf(options).nullable === false, context),
  isInstance: ([target]) => instanceOf(target),
};

/** Keys that never reach the instance: class-transformer leaves out what an object has from its prototype. */
const INHERITED_KEYS = Object.getOwnPropertyNames(Object.prototype);

function notEmpty(withValue: boolean, { contract }: RuleContext): RuleSchema {
  if (contract === 'declared') {
    const empty: Schema = withValue ? { not: { additionalProperties: { type: 'null' } } } : {};
    const propertyNames: Schema = { not: { enum: INHERITED_KEYS } };
    return exactly({ type: 'object', minProperties: 1, propertyNames, ...empty });
  }
  const inherited = { enum: INHERITED_KEYS };
  if (!withValue) return exactly({ type: 'object', not: { propertyNames: inherited } });
  // By pattern, because `__proto__` as a key of an object literal would be lost.
  const patternProperties = { [`^(?:${INHERITED_KEYS.join('|')})$`]: {} };
  return exactly({ type: 'object', not: { patternProperties, additionalProperties: { type: 'null' } } });
}

const PRIMITIVES: readonly unknown[] = [String, Number, Boolean, Symbol, BigInt];

function instanceOf(target: unknown): RuleSchema {
  if (typeof target !== 'function' || PRIMITIVES.includes(target)) return nothing;
  // What has no prototype, an arrow function say, makes `instanceof` throw.
  if (!answers(() => ({}) instanceof target)) return nothing;
  if (target === Array) return exactly({ type: 'array' });
  if (target === Object) return exactly({ anyOf: [{ type: 'object' }, { type: 'array' }] });
  if (isBuiltIn(target))
    return atLeast({}, 'how an instance of a built-in class is written is its type’s to say');
  return exactly({ type: 'object' });
}

function isBuiltIn(target: unknown): boolean {
  const name = (target as { name: string }).name;
  return (globalThis as Record<string, unknown>)[name] === target;
}
