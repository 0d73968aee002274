import type * as crypto from 'node:crypto';
import { equalText } from '../../../../../src/webhooks/messages/signatures/signing-keys.js';
import { verifySignature } from '../../../../../src/webhooks/messages/index.js';
import { signBody } from '../../../../../src/webhooks/messages/signatures/sign.js';

jest.mock('node:crypto', () => ({ ...jest.requireActual<typeof crypto>('node:crypto') }));
const compare = jest.spyOn(jest.requireMock<typeof crypto>('node:crypto'), 'timingSafeEqual');
beforeEach(() => compare.mockClear());

describe('signatures are compared in constant time', () => {
  test.each<[string, string, boolean, number]>([
    ['sha256=ab', 'sha256=ab', true, 1],
    ['sha256=ab', 'sha256=ac', false, 1],
    ['sha256=ab', 'Sha256=ab', false, 1],
    ['', '', true, 1],
    // The length is no secret.
    ['sha256=ab', 'sha256=a', false, 0],
    ['', 'sha256=ab', false, 0],
    // As many characters, and more bytes.
    ['sha256=ab', 'sha256=aé', false, 0],
    ['é', 'è', false, 1],
  ])('%j and %j: %s', (one, other, equal, comparisons) => {
    expect(equalText(one, other)).toBe(equal);
    expect(compare).toHaveBeenCalledTimes(comparisons);
  });

  test('verifySignature compares whole signatures', () => {
    const body = Buffer.from('{}');
    const signature = signBody(body, 'secret');
    expect(verifySignature(body, signature, 'secret')).toBe(true);
    expect(verifySignature(body, signature.replace(/.$/, 'x'), 'secret')).toBe(false);
    expect(compare.mock.calls.map(([left, right]) => [left.byteLength, right.byteLength])).toEqual([
      [71, 71],
      [71, 71],
    ]);
  });
});
