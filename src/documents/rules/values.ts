import { FALSE_SCHEMA } from '../json-schema/impossible.js';
import type { Schema } from '../json-schema/schema.js';
import { scalarsOf, type Scalar } from './entries.js';
import type { EnumMember, RuleTable, RuleType } from './types.js';

/** Options of a decorator, from any caller. */
type Options = Readonly<Record<string, unknown>> | null | undefined;

const NUMBER: Schema = { type: 'number' };
const INTEGER: Schema = { type: 'integer' };

export const valueRules: RuleTable = {
  isDefined: { schema: {} },
  // It also accepts null and absence, which the property decides.
  isEmpty: { schema: { type: 'string', const: '' }, writesNull: () => 'always' },
  isNotEmpty: {
    schema: (_, { type }) => {
      if (type === 'string') return { type, minLength: 1 };
      return type === undefined ? { not: { const: '' } } : {};
    },
  },
  equals: { type: (values) => typeOfValues(values), schema: ([value]) => oneOf(scalarsOf([value])) },
  notEquals: { schema: ([value]) => noneOf(scalarsOf([value])) },
  isIn: { type: ([values]) => typeOfValues(values), schema: ([values]) => oneOf(scalarsOf(values)) },
  isNotIn: { schema: ([values]) => noneOf(scalarsOf(values)) },
  isEnum: {
    type: ([entity]) => enumOf(entity),
    schema: ([entity]) => oneOf(scalarsOf(membersOf(entity).map(([, value]) => value))),
  },
  isString: { type: 'string', schema: { type: 'string' } },
  isBoolean: { type: 'boolean', schema: { type: 'boolean' } },
  isInt: { type: 'integer', schema: INTEGER },
  isNumber: {
    type: ([options]) => (isWhole(options) ? 'integer' : 'number'),
    schema: ([options]) => (isWhole(options) ? INTEGER : NUMBER),
    writesNull: ([options]) => {
      const known = options as Options;
      return known?.allowNaN === true || known?.allowInfinity === true ? 'responses' : undefined;
    },
    looser: ([options], { type }) =>
      type === 'integer' || (options as Options)?.maxDecimalPlaces === undefined
        ? undefined
        : 'decimal places are not counted: multipleOf divides in floating point, which rejects 0.07 for 0.01',
  },
  isArray: { type: 'array', schema: { type: 'array' } },
  isObject: { type: 'object', schema: { type: 'object' } },
  isNotEmptyObject: {
    type: 'object',
    schema: (_, { instance }) => (instance ? { type: 'object' } : { type: 'object', minProperties: 1 }),
    looser: ([options], _schema, { instance }) => {
      // If the compiler defines fields (ES2022), a field without a value counts as a property, too.
      if (instance) return 'the fields that the class declares are counted, be they set or not';
      return (options as Options)?.nullable === false
        ? 'properties whose value is null are counted'
        : undefined;
    },
  },
  isInstance: {
    schema: ([target]) => (isApplicationClass(target) ? { type: 'object' } : {}),
    looser: 'JSON has no classes: @Type creates the instance',
  },
};

function isWhole(options: unknown): boolean {
  const places = (options as Options)?.maxDecimalPlaces;
  return typeof places === 'number' && places >= 0 && places < 1;
}

function membersOf(entity: unknown): [name: string, value: unknown][] {
  const members = Object.entries(entity ?? {}) as [string, unknown][];
  return members.filter(([name, value]) => !isReverse(entity, name, value));
}

function enumOf(entity: unknown): RuleType | undefined {
  const members = membersOf(entity).map(([name, value]) => ({ name, value }) as EnumMember);
  return members.every(({ value }) => typeof value === 'string' || Number.isFinite(value))
    ? { enum: members }
    : undefined;
}

function isReverse(entity: unknown, key: string, value: unknown): boolean {
  if (typeof value !== 'string' || Array.isArray(entity)) return false;
  const back: unknown = (entity as Record<string, unknown>)[value];
  return typeof back === 'number' && String(back) === key;
}

function isApplicationClass(target: unknown): boolean {
  if (typeof target !== 'function') return false;
  return (globalThis as Record<string, unknown>)[target.name] !== target;
}

function oneOf(values: readonly Scalar[]): Schema {
  const [first, ...rest] = values;
  if (first === undefined) return FALSE_SCHEMA;
  const type = jsonTypeOf(values);
  const listing: Schema = rest.length === 0 ? { const: first } : { enum: [...values] };
  return type === undefined ? listing : { type, ...listing };
}

function noneOf(values: readonly Scalar[]): Schema {
  if (values.length === 0) return {};
  return { not: values.length === 1 ? { const: values[0] } : { enum: [...values] } };
}

/** Returns the type of values in JSON, or undefined if they have several or none. */
function jsonTypeOf(values: readonly unknown[]): 'string' | 'integer' | 'number' | 'boolean' | undefined {
  const type = typeof values[0];
  let isWhole = true;
  for (const value of values) {
    if (typeof value !== type || (type === 'number' && !Number.isFinite(value))) return undefined;
    isWhole &&= Number.isInteger(value);
  }
  if (type === 'number') return isWhole ? 'integer' : 'number';
  return type === 'string' || type === 'boolean' ? type : undefined;
}

function typeOfValues(values: unknown): RuleType | undefined {
  const type = Array.isArray(values) ? jsonTypeOf(values) : undefined;
  return type === 'integer' ? 'number' : type;
}
