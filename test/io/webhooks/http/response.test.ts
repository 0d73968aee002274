import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { readStream } from '../../../../src/webhooks/messages/http/axios.js';
import {
  KEPT_BYTES,
  ResponseReader,
  type WebhookResponse,
} from '../../../../src/webhooks/messages/http/response.js';
import { startReceiver } from '../../../support/webhooks/hostile-receiver.js';
import { deliver } from '../../../support/webhooks/deliver.js';

/** Yields chunks of 4 KiB, and counts them. */
async function* chunks(
  count: number,
  pulled: { count: number },
  failAt = Infinity,
): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index += 1) {
    if (index === failAt) throw new Error('dropped');
    pulled.count += 1;
    yield await Promise.resolve(new Uint8Array(4096).fill(index));
  }
}

/** How many chunks a stream may take before somebody asks for them. */
const READ_AHEAD = 16;

describe('at most 16 KiB of the response are kept', () => {
  test.each([
    ['nothing', 0, Infinity, 0, false, 0],
    ['less', 1, Infinity, 4096, false, 1],
    ['exactly as much', 4, Infinity, KEPT_BYTES, false, 4],
    ['more', 1_000_000, Infinity, KEPT_BYTES, true, 5],
    ['what arrived before it broke off', 4, 2, 8192, true, 2],
  ])('%s', async (_, count, failAt, kept, truncated, read) => {
    const pulled = { count: 0 };
    const stream = Readable.from(chunks(count, pulled, failAt));
    const result = await new Promise<WebhookResponse>((resolve, reject) => {
      const reader = new ResponseReader('', 5_000, (response, error) => {
        stream.destroy();
        if (response) resolve(response);
        else reject(error as Error);
      });
      reader.head(200, {});
      readStream(stream, reader);
    });
    expect([result.body.length, result.truncated, result.stalled]).toEqual([kept, truncated, false]);
    expect(pulled.count).toBeLessThanOrEqual(read + READ_AHEAD);
    expect(result.body.buffer.byteLength).toBe(kept); // no larger buffer is held behind it
  });

  test('keeps compressed bytes unchanged', async () => {
    const body = gzipSync('text');
    const receiver = await startReceiver((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n`);
      socket.write(`Content-Length: ${body.length}\r\n\r\n`);
      socket.write(body);
    });
    const { response } = await deliver({ defaultURL: receiver.url });
    await receiver.close();
    expect(Buffer.from(response!.body).equals(body)).toBe(true);
    expect(response!.headers).toMatchObject({ 'content-encoding': 'gzip', 'set-cookie': 'a=1, b=2' });
    expect(response!.truncated).toBe(false);
  });
});
