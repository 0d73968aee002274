import { Transform } from 'class-transformer';
import { IsInt, Min } from 'class-validator';
import { Docs, operation, response, TypeOf, type TypeInput } from '../../../src/index.js';
import { runnerOf } from '../../unit/operations/run.js';
import {
  ACCEPTED,
  faultsIn,
  OPERATIONS,
  OTHER_SPELLING,
  Query,
  received,
  REFUSED,
  Spaced,
  taking,
} from './literal-table.js';
import { FRAMEWORKS, serve } from './servers.js';

describe.each(FRAMEWORKS)('%s', (framework) => {
  it('passes to handlers what the document and class-validator accept, and nothing else', async () => {
    const { origin, close } = await serve(framework, OPERATIONS);
    received.length = 0;
    // A parser of the application may read it as a list.
    const rows = framework.includes('parsers') ? REFUSED : [...REFUSED, OTHER_SPELLING];
    const outcomes: unknown[] = [];
    for (const [what, [path, init]] of rows) {
      const answer = await fetch(origin + path, init);
      outcomes.push([what, answer.status, ...faultsIn(await answer.text())]);
    }
    expect(outcomes).toEqual(rows.map(([what, , fault]) => [what, 400, fault]));
    expect(received).toEqual([]);
    for (const [what, [path, init], expected] of ACCEPTED) {
      const answer = await fetch(origin + path, init);
      expect([what, answer.status, await answer.text()]).toEqual([what, 204, '']);
      expect([what, { ...(received.at(-1) as object) }]).toEqual([what, expected]);
    }
    await close();
  });
});

describe('the query', () => {
  const list = (unknownProperties: 'drop' | 'refuse'): ReturnType<typeof runnerOf> =>
    runnerOf(
      operation(
        { method: 'GET', path: '/', query: Query, responses: { 204: response('Seen') }, unknownProperties },
        () => undefined,
      ),
    );

  it.each([
    ['/?other=1', 'drop', 204],
    ['/?other=1', 'refuse', 400],
    ['/?filter[owner]=me&page=1', 'refuse', 204],
    ['/?filter%5Bowner%5D=me', 'refuse', 204],
  ] as const)('%s with unknownProperties: %s is %i', async (target, unknownProperties, status) => {
    expect((await list(unknownProperties)({ target })).status).toBe(status);
  });
});

it('documents what a @Transform or a setter converts as open, unless a type decorator describes it', () => {
  class Mixed extends Spaced {
    @TypeOf(() => String) @IsInt() @Min(0) @Transform(({ value }) => Number(value)) count!: number;
  }
  const docs = new Docs({ info: { title: 'x', version: '1' } });
  docs.bindOperations([taking('/x', { body: Mixed as TypeInput })]);
  expect(docs.buildSpec().components!.schemas!.Mixed).toEqual({
    type: 'object',
    properties: { word: {}, list: {}, size: { default: 0 }, count: { type: 'string' } },
    required: ['word', 'count'],
  });
});
