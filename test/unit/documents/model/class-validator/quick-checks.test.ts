import { isEmail } from 'class-validator';
import fc from 'fast-check';
import { quickCheckOf } from '../../../../../src/documents/model/class-validator/quick-checks.js';

describe('isEmail', () => {
  const check = quickCheckOf('isEmail', [undefined])!;

  it.each(['ada@example.com', 'A.b+c_d-1@sub-1.example.co'])('accepts %s', (email) => {
    expect(check(email)).toBe(true);
  });

  it('accepts only what class-validator accepts', () => {
    const word = fc.string({ unit: fc.constantFrom(...'aZ09_+-.'), minLength: 1, maxLength: 12 });
    const label = fc.string({ unit: fc.constantFrom(...'aaZ09-_'), minLength: 1, maxLength: 4 });
    const emails = fc
      .tuple(word, fc.array(label, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '.co', '.c', '@'))
      .map(([user, labels, end]) => `${user}@${labels.join('.')}${end}`);
    let accepted = 0;
    fc.assert(
      fc.property(emails, (email) => {
        if (check(email)) accepted += 1;
        return !check(email) || isEmail(email);
      }),
      { numRuns: 5_000, seed: 1 },
    );
    expect(accepted).toBeGreaterThan(50);
  });

  it('leaves options and other values to the rule', () => {
    expect(quickCheckOf('isEmail', [{ require_tld: false }])).toBeUndefined();
    expect([check(1), check('ada@localhost'), check(`${'a'.repeat(64)}@example.com`)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
