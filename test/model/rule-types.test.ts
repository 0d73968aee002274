import { sayList, typeOfRules } from '../../src/model/rule-types.js';
import type { Rule } from '../../src/model/types.js';
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
