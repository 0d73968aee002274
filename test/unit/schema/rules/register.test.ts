import { IsInt, IsString, ValidateBy } from 'class-validator';
import { jsonSchemaOf } from '../../../../src/schema/json-schema.js';
import { ruleEntryOf } from '../../../../src/schema/rules/index.js';
import { registerRule } from '../../../../src/schema/rules/register.js';

const context = { contract: 'declared', component: () => ({}) } as const;

describe('issue 3 point 1: registerRule', () => {
  it('says what a custom validator means, with its constraints', () => {
    registerRule('isMultiple', ([of]) => ({ type: 'integer', multipleOf: of as number }));
    expect(ruleEntryOf('isMultiple')?.([4], context)).toEqual({ schema: { type: 'integer', multipleOf: 4 } });
  });

  it.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new Error('no limit');
      },
      'throws: no limit',
    ],
    ['returns nothing', () => undefined, 'throws: it returned undefined'],
    ['returns a text', () => 'integer', 'throws: it returned integer'],
  ])('that %s leaves its property to the other rules, and says so', (name, keywords, message) => {
    registerRule(name, keywords as never);
    class Order {
      @IsString() @ValidateBy({ name, validator: { validate: () => true } }) a!: string;
      @IsInt() b!: number;
    }
    const errors: string[] = [];
    const schema = jsonSchemaOf(Order, {
      onDiagnostic: (one) => errors.push(`${one.severity} ${one.code} ${one.place} ${one.message}`),
    });
    expect(schema).toMatchObject({
      $defs: { Order: { properties: { a: { type: 'string' }, b: { type: 'integer' } } } },
    });
    expect(errors).toEqual([
      expect.stringContaining(`error broken-rule Order.a What registerRule('${name}', …)`),
    ]);
    expect(errors.join()).toContain(message);
  });

  it('knows nothing of a validator that nobody described, nor of what every object has', () => {
    expect(ruleEntryOf('isUnheardOf')).toBeUndefined();
    expect(ruleEntryOf('toString')).toBeUndefined();
  });
});
