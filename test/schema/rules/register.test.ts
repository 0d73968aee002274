import { ruleEntryOf } from '../../../src/schema/rules/index.js';
import { registerRule } from '../../../src/schema/rules/register.js';

const context = { contract: 'declared', component: () => ({}) } as const;

describe('issue 3 point 1: registerRule', () => {
  it('says what a custom validator means, with its constraints', () => {
    registerRule('isMultiple', ([of]) => ({ type: 'integer', multipleOf: of as number }));
    expect(ruleEntryOf('isMultiple')?.([4], context)).toEqual({ schema: { type: 'integer', multipleOf: 4 } });
  });

  it('knows nothing of a validator that nobody described, nor of what every object has', () => {
    expect(ruleEntryOf('isUnheardOf')).toBeUndefined();
    expect(ruleEntryOf('toString')).toBeUndefined();
  });
});
