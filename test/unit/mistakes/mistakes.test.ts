import { Docs } from '../../../src/index.js';
import { type Answer, type Channel, MISTAKES } from './mistakes.js';
import type { Called } from '../../support/programs/call-command.js';

/** What is told of a mistake, by channel. */
type Told = Readonly<Record<Channel, string[]>>;

/** Runs a program, and returns all that it tells. */
async function listen(program: () => unknown): Promise<Told> {
  const told: Told = { throw: [], diagnostic: [], warning: [], response: [], command: [] };
  const spy = jest
    .spyOn(process, 'emitWarning')
    .mockImplementation((message) => void told.warning.push(String(message)));
  try {
    const result = await program();
    if (result instanceof Docs) tellDiagnostics(result, told);
    else if (isAnswer(result)) told.response.push(result.text);
    else if (isCalled(result) && result.code !== 0) told.command.push(result.noted);
  } catch (error) {
    told.throw.push((error as Error).message);
  } finally {
    spy.mockRestore();
  }
  return told;
}

function tellDiagnostics(docs: Docs, told: Told): void {
  for (const { code, message } of docs.diagnostics()) told.diagnostic.push(`${code}: ${message}`);
}

const isAnswer = (value: unknown): value is Answer => (value as Answer | undefined)?.text !== undefined;
const isCalled = (value: unknown): value is Called => (value as Called | undefined)?.noted !== undefined;

// A new mistake gets a row: nothing fails silently.
it.each(MISTAKES)('%s is told by a %s', async (_mistake, channel, expected, program) => {
  const told = await listen(program);
  expect(told[channel].join('\n')).toContain(expected);
});

it('has a row for each mistake once, and each says something', () => {
  expect(new Set(MISTAKES.map(([mistake]) => mistake)).size).toBe(MISTAKES.length);
  expect(MISTAKES.filter(([, , expected]) => expected.length < 10)).toEqual([]);
});
