import { FALSE_SCHEMA } from '../json-schema/impossible.js';
import type { Schema } from '../json-schema/schema.js';
import { isScalar, optionsOf, scalarsOf, type Scalar } from './entries.js';
import type { EnumMember, RuleTable, RuleType } from './types.js';

export const valueRules: RuleTable = {
  isDefined: { schema: {} },
  // It also accepts null and absence, which the property decides.
  isEmpty: { schema: { type: 'string', const: '' }, writesNull: () => true },
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
  isInt: { type: 'integer', schema: { type: 'integer' } },
  isNumber: {
    type: ([options]) => (isWhole(options) ? 'integer' : 'number'),
    schema: ([options]) => ({ type: isWhole(options) ? 'integer' : 'number' }),
    writesNull: ([options], direction) => {
      const { allowNaN, allowInfinity } = optionsOf(options);
      return direction === 'output' && (allowNaN === true || allowInfinity === true);
    },
    looser: ([options]) =>
      isWhole(options) || optionsOf(options).maxDecimalPlaces === undefined
        ? undefined
        : 'decimal places are not counted: multipleOf divides in floating point, which rejects 0.07 for 0.01',
  },
  isArray: { type: 'array', schema: { type: 'array' } },
  isObject: { type: 'object', schema: { type: 'object' } },
  isNotEmptyObject: {
    type: 'object',
    schema: (_, { instance }) => (instance ? { type: 'object' } : { type: 'object', minProperties: 1 }),
    looser: ([options], { instance }) => {
      // If the compiler defines fields (ES2022), a field without a value counts as a property, too.
      if (instance) return 'the fields that the class declares are counted, be they set or not';
      return optionsOf(options).nullable === false ? 'properties whose value is null are counted' : undefined;
    },
  },
  isInstance: {
    schema: ([target]) => (isApplicationClass(target) ? { type: 'object' } : {}),
    looser: 'JSON has no classes: @Type creates the instance',
  },
};

function isWhole(options: unknown): boolean {
  const { maxDecimalPlaces } = optionsOf(options);
  return typeof maxDecimalPlaces === 'number' && maxDecimalPlaces >= 0 && maxDecimalPlaces < 1;
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
  return { ...(type && { type }), ...(rest.length === 0 ? { const: first } : { enum: [...values] }) };
}

function noneOf(values: readonly Scalar[]): Schema {
  if (values.length === 0) return {};
  return { not: values.length === 1 ? { const: values[0] } : { enum: [...values] } };
}

function jsonTypeOf(values: readonly Scalar[]): 'string' | 'integer' | 'number' | 'boolean' | undefined {
  const types = new Set(values.map((value) => typeof value));
  const [type] = types;
  if (types.size !== 1 || type === 'object') return undefined;
  if (type === 'number') return values.every(Number.isInteger) ? 'integer' : 'number';
  return type as 'string' | 'boolean';
}

function typeOfValues(values: unknown): RuleType | undefined {
  if (!Array.isArray(values) || values.length === 0 || !values.every(isScalar)) return undefined;
  const type = jsonTypeOf(values);
  return type === 'integer' ? 'number' : type;
}
