import { ruleEntryOf } from '../../../../src/documents/rules/rule-table.js';
import { registerRule } from '../../../../src/documents/rules/register.js';
import type { RuleContext } from '../../../../src/documents/rules/types.js';

const context: RuleContext = {
  type: undefined,
  scalarItems: false,
  lowercase: false,
  instance: false,
  component: () => ({}),
};

function registered(name: string, constraints: readonly unknown[]): unknown {
  const schema = ruleEntryOf(name)?.schema;
  return typeof schema === 'function' ? schema(constraints, context) : schema;
}

describe('registerRule', () => {
  it('returns the keywords of a custom validator for its constraints', () => {
    registerRule('isMultiple', ([of]) => ({ type: 'integer', multipleOf: of as number }));
    expect(registered('isMultiple', [4])).toEqual({ type: 'integer', multipleOf: 4 });
  });

  it('overrides the table, and a later call overrides an earlier one', () => {
    registerRule('isString', () => ({ type: 'string', minLength: 1 }));
    registerRule('isString', () => ({ type: 'string' }));
    expect(registered('isString', [])).toEqual({ type: 'string' });
  });

  it.each([undefined, null, 'integer'])('refuses keywords that are no schema: %p', (keywords) => {
    registerRule('isOdd', () => keywords as never);
    expect(() => registered('isOdd', [])).toThrow(new TypeError(`it returned ${String(keywords)}`));
  });

  it('returns undefined for an unregistered validator', () => {
    expect(ruleEntryOf('isUnheardOf')).toBeUndefined();
  });
});
