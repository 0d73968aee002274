import * as classValidator from 'class-validator';
import { decoratorOf } from '../../../../src/documents/rules/rule-table.js';

/** What class-validator calls each rule at run time. */
const RULES = Object.entries(classValidator).flatMap(([name, value]) =>
  /^[A-Z0-9_]+$/.test(name) && typeof value === 'string' ? [value] : [],
);

it('contains every rule of class-validator', () => {
  expect(RULES.length).toBeGreaterThan(100);
});

it.each(RULES)('%s is named by its decorator, as class-validator exports it', (rule) => {
  const [, decorator] = /^@(\w+)\(\)$/.exec(decoratorOf({ name: rule })) ?? [];
  expect(classValidator).toHaveProperty(decorator ?? '', expect.any(Function));
});

it.each([
  ['isUuid', '@IsUUID()'],
  ['isIso8601', '@IsISO8601()'],
  ['isLength', '@Length()'],
  ['isOdd', 'The rule isOdd'],
])('%s is %s', (rule, decorator) => {
  expect(decoratorOf({ name: rule })).toBe(decorator);
});
