import { parseRetryAfter } from '../../../../src/webhooks/messages/http/attempt.js';
import { runProgram } from '../../../support/programs/run-program.js';
import { answer, startReceiver } from '../../../support/webhooks/hostile-receiver.js';
import { deliver } from '../../../support/webhooks/deliver.js';

const now = Date.parse('1994-11-06T08:49:37Z');

describe('Retry-After (RFC 9110, 10.2.3)', () => {
  test.each([
    ['120', 120_000],
    ['0', 0],
    [' 7 ', 7_000],
    ['Sun, 06 Nov 1994 08:49:47 GMT', 10_000],
    ['Sunday, 06-Nov-94 08:49:47 GMT', 10_000],
    ['Sun Nov  6 08:49:47 1994', 10_000],
    ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
    ['Sun, 06 Nov 1994 08:49:47', undefined],
    ['1994-11-06T08:49:47Z', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('parses %j', (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected);
  });

  test('treats a date without a zone as GMT in every time zone', async () => {
    const program = `
      import { parseRetryAfter } from '../../src/webhooks/messages/http/attempt.js';
      console.log(parseRetryAfter('Sun Nov  6 08:49:47 1994', Date.UTC(1994, 10, 6, 8, 49, 37)));
    `;
    expect(await runProgram(program, { env: { TZ: 'Asia/Tokyo' } })).toMatchObject({ stdout: '10000\n' });
  });

  test.each([
    ['seconds', () => '2', 2_000],
    ['a date', () => new Date(Date.now() + 60_000).toUTCString(), 5_000],
    ['nonsense', () => 'later', 250],
  ])('waits as %s requires', async (_, header, expected) => {
    const receiver = await startReceiver((socket, request, index) => {
      answer('503 Busy', [`Retry-After: ${header()}`])(socket, request, index);
    });
    const waits: number[] = [];
    const sleep = (milliseconds: number): Promise<void> => {
      waits.push(milliseconds);
      return Promise.resolve();
    };
    await deliver({ defaultURL: receiver.url }, undefined, { runtime: { sleep, random: () => 0.5 } });
    expect(waits[0]).toBe(expected);
    await receiver.close();
  });
});
