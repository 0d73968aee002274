import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteEngine } from '../../../src/webhooks/engines/sqlite/index.js';
import { callCommand, type Called } from '../../support/programs/call-command.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { answer, startReceiver } from '../../support/webhooks/hostile-receiver.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'queue-command-'));
  const engine = join(__dirname, '../../../src/webhooks/engines/sqlite/engine');
  writeFileSync(
    join(folder, 'queue.js'),
    `const { SqliteEngine } = require(${JSON.stringify(engine)});
     exports.engine = new SqliteEngine({ file: ${JSON.stringify(join(folder, 'queue.sqlite'))} });
     exports.other = 42;`,
  );
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

let calls = 0;
/** The arguments of a command, with a copy of `queue.js`: each process opens an engine of its own. */
function argumentsOf(line: string): string[] {
  calls += 1;
  const copy = `queue-${calls}.js`;
  copyFileSync(join(folder, 'queue.js'), join(folder, copy));
  return line.replace('queue.js', copy).split(' ');
}
const call = async (line: string): Promise<Called> => callCommand(folder, argumentsOf(line));

/** Two deliveries that were refused for good, and one that waits. */
async function fill(): Promise<string[]> {
  const receiver = await startReceiver(answer('422 Unprocessable Content'));
  const engine = new SqliteEngine({ file: join(folder, 'queue.sqlite') });
  const notifier = openShop(engine, receiver.url);
  await notifier.start();
  await notifier.send(['ann', 'bob'], new Ordered('m-1'));
  while ((await engine.dead()).length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  await engine.pause();
  await notifier.send('cem', new Ordered('m-2'));
  const ids = (await engine.dead()).map(({ id }) => id);
  await notifier.stop();
  await receiver.close();
  return ids;
}

test('status, dead, redeliver, pause and resume call the engine', async () => {
  const ids = await fill();
  const status = async () => JSON.parse((await call('queue status queue.js --json')).printed) as unknown;
  expect(await status()).toEqual({
    oldestDue: expect.any(Number) as number,
    isPaused: true,
    waiting: 1,
    due: 1,
    dead: 2,
    paused: 0,
    pausedEndpoints: [],
  });
  expect((await call('queue status queue.js')).printed).toMatch(
    /^1 waiting \(1 due(?:, the oldest for \d+ s)?\), 2 dead, paused\n$/,
  );

  const { printed } = await call('queue dead queue.js --endpoint ann --since 1h');
  expect(printed).toMatch(/^dlv_\w+ {2}\S+Z {2}webhook {2}ann {2}http:\S+ {2}1 attempt {2}.*422.*\n$/);
  const { printed: lines } = await call('queue dead queue.js --json');
  const listed = lines
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id);
  expect(listed.sort()).toEqual([...ids].sort());

  expect(await call(`queue redeliver queue.js ${ids[0]!}`)).toMatchObject({
    code: 0,
    printed: `${ids[0]!} is queued again\n`,
  });
  expect(await call(`queue redeliver queue.js ${ids[0]!}`)).toMatchObject({
    code: 1,
    printed: `No dead delivery has the id ${ids[0]!}\n`,
  });
  const shown = (await call(`queue show queue.js ${ids[1]!}`)).printed.split('\n');
  expect(shown).toEqual([
    expect.stringContaining(ids[1]!),
    expect.stringMatching(/^dead, message m-1, stored \S+Z$/),
    expect.stringMatching(/^#1 {2}\S+Z {2}\d+ ms {2}422 {2}\S+ answered 422/),
    '',
  ]);
  const ofMessage = (await call('queue show queue.js m-1')).printed;
  expect(ofMessage.match(/^dlv_\w+/gm)?.sort()).toEqual([...ids].sort());
  expect(ofMessage.match(/^(?:dead|waiting, .*), message m-1/gm)).toHaveLength(2);
  expect(await call('queue show queue.js none')).toMatchObject({
    code: 1,
    printed: 'No delivery and no message has the id none\n',
  });
  expect((await call('queue redeliver queue.js --all')).printed).toBe('1 queued again\n');
  expect((await call('queue dead queue.js')).printed).toBe('No dead deliveries.\n');
  expect(await call('queue resume queue.js')).toMatchObject({ printed: 'resumed\n' });
  expect(await status()).toEqual({
    oldestDue: expect.any(Number) as number,
    isPaused: false,
    waiting: 3,
    due: 3,
    dead: 0,
    paused: 0,
    pausedEndpoints: [],
  });
  expect(await call('queue pause queue.js')).toMatchObject({ printed: 'paused\n' });
  expect(await status()).toMatchObject({ isPaused: true });
});

test('pauses and resumes one endpoint, and sends or deletes what was kept', async () => {
  const engine = new SqliteEngine({ file: join(folder, 'queue.sqlite') });
  expect(await call('queue pause queue.js --endpoint ann')).toMatchObject({ printed: 'paused\n' });
  const receiver = await startReceiver();
  const notifier = openShop(engine, receiver.url);
  await notifier.start();
  const keep = async (id: string) => {
    await notifier.send('ann', new Ordered(id));
    while ((await engine.status()).paused === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  await keep('m-1');
  expect((await call('queue status queue.js')).printed).toBe(
    '0 waiting (0 due), 0 dead, 1 kept for paused endpoints, paused endpoints: ann\n',
  );
  const resumed = await call('queue resume queue.js --endpoint ann --skip');
  expect(resumed).toMatchObject({ code: 0, printed: 'resumed, 1 deleted\n' });
  await call('queue pause queue.js --endpoint ann');
  await keep('m-2');
  expect((await call('queue resume queue.js --endpoint ann')).printed).toBe('resumed, 1 queued again\n');
  while (receiver.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(['m-2']);
  await notifier.stop();
  await receiver.close();
});

test('counts endpoints by state; --watch prints changes until it is interrupted', async () => {
  await fill();
  const { printed } = await call('queue endpoints queue.js --json');
  expect(
    printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { endpoint: 'ann', counts: { dead: 1 }, lastError: expect.stringContaining('422') as string },
    { endpoint: 'bob', counts: { dead: 1 }, lastError: expect.stringContaining('422') as string },
    { endpoint: 'cem', counts: { waiting: 1 } },
  ]);
  const interrupt = new AbortController();
  let text = '';
  const watching = callCommand(
    folder,
    argumentsOf('queue endpoints queue.js -w'),
    interrupt.signal,
    (more) => (text += more),
  );
  const until = async (pattern: RegExp) => {
    while (!pattern.test(text)) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  await until(/^cem {2}1 waiting$/m);
  const engine = new SqliteEngine({ file: join(folder, 'queue.sqlite') });
  const [ended] = (await engine.dead()).filter(({ endpoint }) => endpoint === 'bob');
  await engine.redeliver(ended!.id);
  await until(/^bob {2}1 waiting {2}.*422/m);
  await engine.stop();
  interrupt.abort();
  expect(await watching).toMatchObject({ code: 0 });
  expect(text.match(/^ann/gm)).toHaveLength(1);
  expect(text.match(/^bob/gm)).toHaveLength(2);
});

test('cancel ends what waits, by id or by filter, and --dry-run only counts it', async () => {
  await fill();
  const engine = new SqliteEngine({ file: join(folder, 'queue.sqlite') });
  const shop = openShop(engine, 'http://127.0.0.1:9');
  await shop.send(['ann', 'bob'], new Ordered('m-3'));
  const [cem] = await engine.deliveries({ endpoint: 'cem' });
  const states = async (): Promise<string[]> =>
    (await engine.deliveries())
      .map(({ endpoint, messageId, state }) => `${messageId} ${endpoint} ${state}`)
      .sort();
  const before = await states();
  for (const [line, printed] of [
    [`${cem!.id} --dry-run`, `${cem!.id} would be cancelled\n`],
    ['--all --dry-run', '3 would be cancelled\n'],
    ['--all --message m-3 --dry-run', '2 would be cancelled\n'],
    ['--all --message m-1 --dry-run', '0 would be cancelled\n'],
    ['--all --until 1h', '0 cancelled\n'],
  ] as const)
    expect(await call(`queue cancel queue.js ${line}`)).toMatchObject({ code: 0, printed });
  expect(await states()).toEqual(before);

  const some = await call('queue cancel queue.js --all --message m-3 --endpoint ann --since 1h');
  expect(some).toMatchObject({ code: 0, printed: '1 cancelled\n' });
  const byId = await call(`queue cancel queue.js ${cem!.id} none`);
  expect(byId).toMatchObject({
    code: 1,
    printed: `${cem!.id} is cancelled\nNo waiting delivery has the id none\n`,
  });
  expect((await call('queue cancel queue.js --all')).printed).toBe('1 cancelled\n');
  expect(await states()).toEqual([
    'm-1 ann dead',
    'm-1 bob dead',
    'm-2 cem cancelled',
    'm-3 ann cancelled',
    'm-3 bob cancelled',
  ]);
  await shop.stop();
});

test('erase removes what ended messages contain, and --dry-run only counts their deliveries', async () => {
  await fill();
  const engine = new SqliteEngine({ file: join(folder, 'queue.sqlite') });
  const kept = async (): Promise<boolean[]> =>
    Promise.all((await engine.deliveries()).map(async ({ id }) => (await engine.job(id)) !== undefined));
  const dry = await call('queue erase queue.js m-1 m-2 m-9 --dry-run');
  expect(dry).toMatchObject({ code: 1, printed: 'm-1: 2 would be erased\nm-9: 0 would be erased\n' });
  expect(dry.noted).toMatch(/^The message "m-2" cannot be erased, .* have not ended: dlv_/);
  expect(await kept()).toEqual([true, true, true]);
  const erased = await call('queue erase queue.js m-2 m-1');
  expect(erased).toMatchObject({ code: 1, printed: 'm-1: 2 erased\n' });
  expect(erased.noted).toMatch(/"m-2" cannot be erased/);
  await call('queue cancel queue.js --all');
  expect(await call('queue erase queue.js m-2')).toMatchObject({ code: 0, printed: 'm-2: 1 erased\n' });
  expect(await kept()).toEqual([false, false, false]);
  await engine.stop();
});

test.each([
  ['queue status none.js', 3, 'The file none.js does not exist'],
  ['queue status queue.js --export other', 3, 'exports no durable engine as "other"'],
  ['queue redeliver queue.js', 2, 'needs ids or --all'],
  [
    'queue redeliver queue.js --all --state waiting',
    2,
    '--state must be one of dead, paused, cancelled, sent',
  ],
  ['queue cancel queue.js', 2, 'needs ids or --all'],
  ['queue cancel queue.js id --all', 2, 'needs ids or --all, and not both'],
  ['queue erase queue.js', 2, 'needs the ids of messages'],
  ['queue resume queue.js --skip', 2, '--skip needs --endpoint'],
  ['queue dead queue.js --since lately', 2, '--since must be a date'],
  ['queue dead queue.js --limit 0', 2, '--limit must be a number of at least 1'],
])('%s is a mistake that is told', async (line, code, message) => {
  expect(await call(line)).toMatchObject({ code, noted: expect.stringContaining(message) as string });
});
