import { createHash, createHmac, randomBytes } from 'node:crypto';
import * as inNode from '../../../src/shared/bytes.js';
import { sha256 } from '../../../src/shared/sha256.js';
import type * as Digests from '../../../src/shared/digest.js';

/** The modules as a runtime without Node's own loads them. */
function withoutNode(): { bytes: typeof inNode; digests: typeof Digests } {
  let loaded: { bytes: typeof inNode; digests: typeof Digests } | undefined;
  const { Buffer: buffer, process } = globalThis;
  try {
    Object.assign(globalThis, { Buffer: undefined, process: undefined });
    jest.isolateModules(() => {
      loaded = {
        bytes: jest.requireActual<typeof inNode>('../../../src/shared/bytes.js'),
        digests: jest.requireActual<typeof Digests>('../../../src/shared/digest.js'),
      };
    });
  } finally {
    Object.assign(globalThis, { Buffer: buffer, process });
  }
  return loaded!;
}

const { bytes, digests } = withoutNode();

/** Lengths around the end of a block. */
const LENGTHS = [0, 1, 2, 3, 54, 55, 56, 63, 64, 65, 119, 120, 127, 128, 1000, 70_000];

test('has no Buffer in the other runtime', () => {
  expect(bytes.NodeBuffer).toBeUndefined();
  expect(inNode.NodeBuffer).toBe(Buffer);
});

test.each(LENGTHS)('SHA-256 of %i bytes is that of OpenSSL', (length) => {
  const data = randomBytes(length);
  expect(Buffer.from(sha256(data))).toEqual(createHash('sha256').update(data).digest());
  expect(digests.digestOf(data, 'base64url')).toBe(createHash('sha256').update(data).digest('base64url'));
});

test.each([1, 32, 64, 65, 200])('HMAC-SHA256 with a key of %i bytes is that of OpenSSL', (length) => {
  const key = randomBytes(length);
  for (const data of [randomBytes(100), 'Grüße 👋'])
    expect(digests.hmacOf(key, data, 'base64')).toBe(createHmac('sha256', key).update(data).digest('base64'));
  expect(digests.hmacOf('secret', 'text', 'hex')).toBe(
    createHmac('sha256', 'secret').update('text').digest('hex'),
  );
});

test('compares bytes', () => {
  for (const { equalBytes } of [
    digests,
    jest.requireActual<typeof Digests>('../../../src/shared/digest.js'),
  ]) {
    expect(equalBytes(Buffer.from('abc'), Buffer.from('abc'))).toBe(true);
    expect(equalBytes(Buffer.from('abc'), Buffer.from('abd'))).toBe(false);
    expect(equalBytes(Buffer.from('abc'), Buffer.from('ab'))).toBe(false);
  }
});

test.each(LENGTHS)('%i bytes have the texts that Buffer writes', (length) => {
  const data = randomBytes(length);
  for (const encoding of ['hex', 'base64', 'base64url'] as const) {
    expect(bytes.encodeBytes(data, encoding)).toBe(data.toString(encoding));
    expect(inNode.encodeBytes(new Uint8Array(data), encoding)).toBe(data.toString(encoding));
  }
  expect(Buffer.from(bytes.decodeBase64(data.toString('base64')))).toEqual(data);
  expect(Buffer.from(bytes.concatBytes([data.subarray(0, 3), data.subarray(3)]))).toEqual(data);
});

test.each(['', 'a', 'ab', 'abc', 'abcd', 'YWI=', 'YWI=YWI=', 'Y W\nI', '-_+/', 'YWJ*j', 'ä', '===='])(
  'decodes %j as Buffer does',
  (text) => {
    expect(Buffer.from(bytes.decodeBase64(text))).toEqual(Buffer.from(text, 'base64'));
  },
);

test('encodes text as UTF-8', () => {
  for (const text of ['', 'plain', 'Grüße 👋', '\ud800']) {
    expect(Buffer.from(bytes.utf8(text))).toEqual(Buffer.from(text));
    expect(bytes.utf8Length(text)).toBe(Buffer.byteLength(text));
  }
});

test('recognises bytes of every realm, and nothing else', () => {
  expect([new Uint8Array(1), Buffer.alloc(1)].map(inNode.isBytes)).toEqual([true, true]);
  for (const other of [
    null,
    undefined,
    'text',
    [1],
    new Uint16Array(1),
    new ArrayBuffer(1),
    new DataView(new ArrayBuffer(1)),
    { [Symbol.toStringTag]: 'Uint8Array' },
  ])
    expect(inNode.isBytes(other)).toBe(false);
});
