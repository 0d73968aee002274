import { Allow, IsInt } from 'class-validator';
import { plainToInstance } from 'class-transformer';
import { operation, response } from '../../../../src/index.js';
import { runnerOf } from '../run.js';

class Report {
  @Allow() title: unknown = () => 'untitled';
  @IsInt() pages!: number;
}

it('leaves a function that a new instance has, as class-transformer does', async () => {
  const sent = { title: 'June', pages: 2 };
  expect(typeof plainToInstance(Report, sent).title).toBe('function');
  const seen: Report[] = [];
  const run = runnerOf(
    operation(
      { method: 'POST', path: '/reports', body: Report, responses: { 204: response('Done') } },
      ({ body }) => void seen.push(body),
    ),
  );
  const headers = { 'content-type': 'application/json' };
  for (const body of [sent, sent])
    expect(await run({ target: '/reports', headers, body: JSON.stringify(body) })).toMatchObject({
      status: 204,
    });
  expect(seen.map(({ title, pages }) => [typeof title, pages])).toEqual([
    ['function', 2],
    ['function', 2],
  ]);
});
