import * as classValidator from 'class-validator';
import { sayList, typeOfRules } from '../../../src/model/rule-types.js';
import type { Rule } from '../../../src/model/types.js';
import { say } from './walk.js';

const rule = (name: string, ...constraints: unknown[]): Rule => ({
  name,
  constraints,
  each: false,
  acceptsNull: false,
  conditional: false,
});

describe('design 5: the rules that decide a type', () => {
  it.each([
    [['isString'], 'string'],
    [['isEmail'], 'string'],
    [['isUuid'], 'string'],
    [['matches'], 'string'],
    [['maxLength'], 'string'],
    [['isNumberString'], 'string'],
    [['isBooleanString'], 'string'],
    [['isDateString'], 'string'],
    [['isMobilePhone'], 'string'],
    [['isInt'], 'integer'],
    [['isNumber'], 'number'],
    [['isPositive'], 'number'],
    [['min'], 'number'],
    [['isDivisibleBy'], 'number'],
    [['isBoolean'], 'boolean'],
    [['isDate'], 'date'],
    [['minDate'], 'date'],
    [['isObject'], 'object'],
    [['isNotEmptyObject'], 'object'],
    [['min', 'isInt', 'isNumber'], 'integer'],
    [['isNumber', 'isInt'], 'integer'],
    [['isEmail', 'isString', 'maxLength'], 'string'],
  ])('%j say %s', (names, type) => {
    expect(say(typeOfRules(names.map((name) => rule(name)))!)).toBe(type);
    expect(say(typeOfRules([...names].reverse().map((name) => rule(name)))!)).toBe(type);
  });

  /** Each name that class-validator exports as a constant: `IS_JWT` is `isJwt`. */
  const keys = Object.entries(classValidator).flatMap(([name, value]) =>
    /^[A-Z0-9_]+$/.test(name) && typeof value === 'string' ? [value] : [],
  );
  const silent = [
    'isOptional',
    'isDefined',
    'isEmpty',
    'isNotEmpty',
    'notEquals',
    'isIn',
    'isNotIn',
    'equals',
  ]
    .concat('isInstance', 'isLatitude', 'isLongitude')
    .concat(keys.filter((key) => sayList([rule(key)])));

  it.each(keys.filter((key) => !silent.includes(key)))('%s decides a type, under its runtime key', (key) => {
    expect(typeOfRules([rule(key, {})])).toBeDefined();
  });

  it.each([
    ['isIn', [['asc', 'desc']], 'string'],
    ['isIn', [[1, 2]], 'number'],
    ['equals', ['v1'], 'string'],
    ['equals', [true], 'boolean'],
  ])('%s of %j lists values of one type', (name, constraints, type) => {
    expect(say(typeOfRules([rule(name, ...constraints)])!)).toBe(type);
  });

  it.each([
    ['isIn', [['a', 1]]],
    ['isIn', [[null]]],
    ['isIn', [[]]],
    ['equals', [{}]],
  ])('%s of %j does not', (name, constraints) => {
    expect(typeOfRules([rule(name, ...constraints)])).toBeUndefined();
  });

  it.each([
    ['isDefined'],
    ['isNotEmpty'],
    ['isEmpty'],
    ['equals'],
    ['isIn'],
    ['isInstance'],
    ['isEven'],
    ['isArray'],
  ])('%s says nothing of the value', (name) => {
    expect(typeOfRules([rule(name)])).toBeUndefined();
  });

  it('an enum is narrower than any other type', () => {
    const members = { A: 'a', B: 'b' };
    expect(say(typeOfRules([rule('isString'), rule('isEnum', members)])!)).toBe('enum("a", "b")');
  });

  it.each([
    ['isArray', true],
    ['arrayMinSize', true],
    ['arrayMaxSize', true],
    ['arrayNotEmpty', true],
    ['arrayUnique', true],
    ['arrayContains', true],
    ['arrayNotContains', true],
    ['isString', false],
    ['isNotEmpty', false],
  ])('%s says that the value is a list: %s', (name, list) => {
    expect(sayList([rule('isDefined'), rule(name)])).toBe(list);
  });

  it('each says so too', () => {
    expect(sayList([{ ...rule('isString'), each: true }])).toBe(true);
    expect(sayList([])).toBe(false);
  });
});
