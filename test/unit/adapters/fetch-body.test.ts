import { IsString } from 'class-validator';
import { Docs, operation, response } from '../../../src/index.js';
import { fetchOperations } from '../../../src/adapters/fetch.js';
import { fetchRawBody } from '../../../src/webhooks/messages/receiving/raw-body.js';

class Note {
  @IsString() text!: string;
}

const serve = fetchOperations(
  new Docs({ info: { title: 'Notes', version: '1' } }),
  [
    operation(
      { method: 'POST', path: '/notes', body: Note, responses: { 200: response('It', Note) } },
      ({ body }) => body,
    ),
  ],
  { maxBodyBytes: 40 },
);

const send = async (text: string, headers: Record<string, string>): Promise<number> => {
  const body = JSON.stringify({ text });
  const all = { 'content-type': 'application/json', ...headers };
  const answer = await serve(new Request('http://localhost/notes', { method: 'POST', headers: all, body }));
  return answer!.status;
};

// A Request that no HTTP server made may say of its length what it likes.
test.each<[string, string, Record<string, string>, number]>([
  ['short', 'hi', { 'content-length': '13' }, 200],
  ['short, of no length', 'hi', {}, 200],
  ['short, of a length that is none', 'hi', { 'content-length': 'many' }, 200],
  ['long', 'x'.repeat(100), { 'content-length': '111' }, 413],
  ['long, of no length', 'x'.repeat(100), {}, 413],
  ['long, of a length that is none', 'x'.repeat(100), { 'content-length': 'many' }, 413],
  ['longer than it says', 'x'.repeat(100), { 'content-length': '2' }, 413],
])('reads or rejects a body that is %s', async (_name, text, headers, status) => {
  expect(await send(text, headers)).toBe(status);
});

// srvx sets `statusCode` and `status`, SvelteKit `status` to the error of a body that is longer than their own limit.
test.each<[string, Record<string, number>, number]>([
  ['status', { status: 413 }, 413],
  ['statusCode', { statusCode: 413 }, 413],
])('responds with the %s of a server that refuses the body', async (_name, fields, status) => {
  const refused = (): ReadableStream =>
    new ReadableStream({ pull: (controller) => controller.error(Object.assign(new Error('limit'), fields)) });
  for (const headers of [{}, { 'content-length': '30' }]) {
    const all = { 'content-type': 'application/json', ...headers };
    const send = (): Request =>
      new Request('http://localhost/notes', {
        method: 'POST',
        headers: all,
        body: refused(),
        duplex: 'half',
      });
    const answer = await serve(send());
    expect([answer!.status, await answer!.json()]).toEqual([
      status,
      expect.objectContaining({ status, detail: 'The body is longer than the server allows.' }),
    ]);
    await expect(fetchRawBody(send())).rejects.toMatchObject({
      status,
      code: 'ERR_RAW_BODY_TOO_LARGE',
    });
  }
});

test.each([{}, { status: 500 }, { status: '413' }])(
  'rejects with RequestAbortedError if the body breaks off with the error %j',
  async (fields) => {
    const cause = Object.assign(new Error('reset'), fields);
    const body = new ReadableStream({ pull: (controller) => controller.error(cause) });
    const headers = { 'content-type': 'application/json' };
    const answered = serve(
      new Request('http://localhost/notes', { method: 'POST', headers, body, duplex: 'half' }),
    );
    await expect(answered).rejects.toMatchObject({ name: 'RequestAbortedError', cause });
  },
);
