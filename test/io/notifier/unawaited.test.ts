import { runProgram } from '../../support/programs/run-program.js';

/** Sends without awaiting, and says which rejections the process saw. */
const PROGRAM = `
  import { Message, Notifier, WebhookChannel } from '../../src/webhooks/messages/index.js';
  const channel = new WebhookChannel({ timeout: 1_000, blockPrivateNetworks: false });
  const refused = { via: () => ['webhook'], toWebhook: () => new Message().setURL('http://127.0.0.1:1/') };
  const MISTAKES = {
    'unknown channel': [{ via: () => ['typo'] }],
    'missing URL': [{ via: () => ['webhook'], toWebhook: () => new Message() }],
    'throwOnFailure': [refused, { throwOnFailure: true }],
    'no mistake': [refused],
  };
  const notifier = new Notifier({ retry: () => null }).register(channel);
  if (process.env.WATCH) process.on('unhandledRejection', (error) => { console.log(error.code); });
  notifier.send('customer', ...MISTAKES[process.env.MISTAKE]);
  notifier.drain().then(() => console.log('drained'));
`;

describe('a rejection that is not awaited', () => {
  const run = (MISTAKE: string, WATCH = '') => runProgram(PROGRAM, { env: { MISTAKE, WATCH } });

  test.each([
    ['unknown channel', 'ERR_UNKNOWN_CHANNEL'],
    ['missing URL', 'ERR_MISSING_URL'],
    ['throwOnFailure', 'ERR_DELIVERY_FAILED'],
  ])('%s: the process sees it, whether or not it is drained', async (mistake, error) => {
    const { code, stderr } = await run(mistake);
    expect(code).toBe(1);
    expect(stderr).toContain(error);
    const watched = await run(mistake, 'yes');
    expect(watched.code).toBe(0);
    expect(watched.stdout.trim().split('\n').sort()).toEqual([error, 'drained'].sort());
  });

  test('a failed delivery is no rejection', async () => {
    expect(await run('no mistake')).toEqual({ code: 0, signal: null, stdout: 'drained\n', stderr: '' });
  });
});
