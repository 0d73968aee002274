import { IsString } from 'class-validator';
import { Docs, operation, response } from '../../../src/index.js';
import { fetchOperations } from '../../../src/adapters/fetch.js';

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
