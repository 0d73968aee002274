import * as classValidator from 'class-validator';
import { Docs, response } from '../../../../src/index.js';
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

it('a rule with the name of one of class-validator and another message is a warning', () => {
  class User {
    @classValidator.ValidateBy({
      name: 'isEmail',
      validator: { validate: () => true, defaultMessage: () => '$property must be a mail address' },
    })
    email!: string;
  }
  const docs = new Docs({ info: { title: 'T', version: '1' } });
  docs.add({ method: 'GET', path: '/user', responses: { 200: response('It', User) } });
  expect(docs.diagnostics()).toContainEqual(
    expect.objectContaining({
      code: 'changed-rule',
      place: 'User.email',
      message: expect.stringContaining(
        'the name of @IsEmail() of class-validator, but another default message',
      ),
    }),
  );
});
