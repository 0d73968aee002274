/* oxlint-disable typescript/no-unnecessary-type-parameters -- types are compared */
import { IsInt, IsString } from 'class-validator';
import { csv, Docs, file, operation, response } from '../../../src/index.js';
import { runnerOf } from './run.js';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Equal<A, B>): void => undefined;

class Json {
  @IsString() text!: string;
}
class Form {
  @IsInt() count!: number;
}
class Parts {
  @IsString() part!: string;
}
class Row {
  @IsInt() cell!: number;
}

let got: unknown;
const anyOfThem = operation(
  {
    method: 'POST',
    path: '/b',
    body: {
      required: true,
      content: {
        'application/json': Json,
        'application/x-www-form-urlencoded': Form,
        'multipart/form-data': Parts,
        'text/csv': csv([Row]),
        'text/plain': String,
        'application/pdf': { schema: file() },
      },
    },
    responses: { 204: response('Taken') },
  },
  ({ body }) => {
    same<typeof body, Json | Form | Parts | Row[] | string | Uint8Array>(true);
    got = body;
  },
);

const MULTIPART = '--x\r\nContent-Disposition: form-data; name="part"\r\n\r\na\r\n--x--\r\n';

describe('a body of several media types', () => {
  test.each<[string, string, unknown]>([
    ['application/json', '{"text":"a"}', Object.assign(new Json(), { text: 'a' })],
    ['application/x-www-form-urlencoded', 'count=1', Object.assign(new Form(), { count: 1 })],
    ['multipart/form-data; boundary=x', MULTIPART, Object.assign(new Parts(), { part: 'a' })],
    ['text/csv', 'cell\r\n1\r\n', [Object.assign(new Row(), { cell: 1 })]],
    ['text/plain', 'a', 'a'],
    ['application/pdf', 'a', new Uint8Array([97])],
  ])('is read as %s', async (type, body, value) => {
    const { status } = await runnerOf(anyOfThem)({ target: '/b', headers: { 'content-type': type }, body });
    expect([status, got]).toEqual([204, value]);
  });

  test.each([
    ['application/json', '{"count":1}', 400],
    ['application/x-www-form-urlencoded', 'text=a', 400],
    ['text/csv', 'cell\r\na\r\n', 400],
    ['application/xml', '<a/>', 415],
  ])('is validated by its own type: %s', async (type, body, expected) => {
    const { status } = await runnerOf(anyOfThem)({ target: '/b', headers: { 'content-type': type }, body });
    expect(status).toBe(expected);
  });

  it('is documented by each type', () => {
    const docs = new Docs({ info: { title: 'T', version: '1' } });
    docs.bindOperations([anyOfThem], {});
    expect(docs.validate()).toBeNull();
  });
});
