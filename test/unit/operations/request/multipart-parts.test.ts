import { setImmediate } from 'node:timers/promises';
import { type Part, partsOf } from '../../../../src/operations/request/multipart-parts.js';

const LIMITS = { maxFileBytes: 1e9, maxFiles: 10, maxFields: 10, maxFieldBytes: 1000 };
const HEAD = '--XX\r\ncontent-disposition: form-data; name="video"; filename="x"\r\n\r\n';

it('reads bytes only on demand, and not those after an early end', async () => {
  let taken = 0;
  let isLeft = false;
  async function* endless(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield Buffer.from(HEAD);
      for (;;) {
        await setImmediate();
        taken += 1;
        yield Buffer.alloc(16 * 1024, 'x');
      }
    } finally {
      isLeft = true;
    }
  }
  const parts = partsOf(
    endless(),
    'multipart/form-data; boundary=XX',
    new Map([['video', undefined]]),
    LIMITS,
  );
  const part = (await parts.next()).value as Extract<Part, { filename: unknown }>;
  const bytes = part.content[Symbol.asyncIterator]();
  let read = 0;
  for (let turn = 0; turn < 50; turn++) {
    read += ((await bytes.next()).value as Uint8Array).byteLength;
    for (let idle = 0; idle < 20; idle++) await setImmediate();
    // What waits is what the streams between hold, however long nobody reads.
    expect(taken * 16 * 1024 - read).toBeLessThan(200 * 1024);
  }
  await parts.return();
  for (let idle = 0; idle < 20; idle++) await setImmediate();
  expect(isLeft).toBe(true);
  await expect(bytes.next()).rejects.toThrow('not read to its end');
});
