import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Message, verifySignature, verifyStandardWebhook } from '../../../../src/webhooks/messages/index.js';
import { deliver } from '../../../support/webhooks/deliver.js';
import { startReceiver, type HostileReceiver } from '../../../support/webhooks/hostile-receiver.js';
import { needing, type Program } from '../../../support/programs/optional-programs.js';

const root = path.join(__dirname, '../../../..');
const page = readFileSync(path.join(root, 'docs/verifying.md'), 'utf8');

/** By the language of the page's snippet: the file that it names, Debian's command, and what comes before the cases. */
const LANGUAGES: Readonly<
  Record<string, { file: string; command: string; args: readonly string[]; programs?: readonly Program[] }>
> = {
  python: { file: 'verify.py', command: '/usr/bin/python3', args: ['-B', 'harness.py'] },
  go: { file: 'verify.go', command: '/usr/bin/go', args: ['run', 'harness.go', 'verify.go'] },
  php: { file: 'verify.php', command: '/usr/bin/php', args: ['harness.php'] },
  ruby: { file: 'verify.rb', command: '/usr/bin/ruby', args: ['harness.rb'] },
  bash: { file: 'verify.sh', command: '/bin/bash', args: ['harness.sh'], programs: ['bash', 'openssl'] },
};

const secretOf = (text: string) => `whsec_${Buffer.from(text.padEnd(32, '.')).toString('base64')}`;
const [OLD, NEW, OTHER] = ['old', 'new', 'other'].map(secretOf) as [string, string, string];
const ED25519 = `whsk_${Buffer.alloc(32, 7).toString('base64')}`;
const PLAIN = 'a secret – of text';

interface Judged {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly plainSecret: string;
}
type Verdict = readonly [standard: boolean, plain: boolean];

let receiver: HostileReceiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
afterEach(() => {
  jest.restoreAllMocks();
});

/** What the channel sends when its clock is so many seconds off, as the receiver has it. */
async function send(secrets: readonly string[], message: Message = json(), seconds = 0): Promise<Judged> {
  const now = Date.now() + seconds * 1_000;
  if (seconds !== 0) jest.spyOn(Date, 'now').mockReturnValue(now);
  await deliver(
    { defaultURL: receiver.url, standardWebhooks: { secrets }, signingSecret: PLAIN },
    message.addHeader('X-Tenant', 'a'),
  );
  jest.restoreAllMocks();
  const { body, headers } = receiver.requests.at(-1)!;
  return { body, headers: headers, secrets: [NEW], plainSecret: PLAIN };
}

const json = () => new Message().setJSON({ text: 'Grüße 😀', quote: '"\\', lines: 'a\r\nb' });
/** Not UTF-8, with zero bytes, and line breaks at its end. */
const bytes = () => new Message().setRaw(Buffer.from([0, 1, 255, 254, 13, 10, 0, 10, 10]));

async function listCases(): Promise<[string, Judged, Verdict][]> {
  const sent = await send([NEW]);
  const rotated = await send([NEW, OLD]);
  const binary = await send([OLD, NEW], bytes());
  const withHeader = (name: string, value: string): Judged => ({
    ...sent,
    headers: { ...sent.headers, [name]: value },
  });
  const signature = sent.headers['webhook-signature']!;
  return [
    ['as sent', sent, [true, true]],
    ['bytes that are no text', binary, [true, true]],
    ['an empty body, which X-Signature leaves out', await send([NEW], new Message()), [true, false]],
    ['one byte more', { ...sent, body: Buffer.concat([sent.body, Buffer.from('\n')]) }, [false, false]],
    ['one byte less', { ...binary, body: binary.body.subarray(0, -1) }, [false, false]],
    [
      'one byte changed',
      { ...sent, body: Buffer.from(sent.body.toString().replace('a', 'b')) },
      [false, false],
    ],
    ['another secret', { ...sent, secrets: [OTHER], plainSecret: 'another' }, [false, false]],
    ['no secret', { ...sent, secrets: [] }, [false, true]],
    ['rotated: the receiver has the new one', rotated, [true, true]],
    ['rotated: the receiver has the old one', { ...rotated, secrets: [OLD] }, [true, true]],
    ['rotated: the receiver has both', { ...rotated, secrets: [OLD, NEW] }, [true, true]],
    ['rotated: the receiver has neither', { ...rotated, secrets: [OTHER] }, [false, true]],
    ['not yet rotated, and the receiver has both', { ...sent, secrets: [OTHER, NEW] }, [true, true]],
    ['an Ed25519 signature beside it', await send([ED25519, NEW]), [true, true]],
    ['four minutes ago', await send([NEW], json(), -240), [true, true]],
    ['in four minutes', await send([NEW], json(), 240), [true, true]],
    ['ten minutes ago', await send([NEW], json(), -600), [false, true]],
    ['in ten minutes', await send([NEW], json(), 600), [false, true]],
    ['another id', withHeader('webhook-id', 'msg_other'), [false, true]],
    ['no id', withHeader('webhook-id', ''), [false, true]],
    ['a later timestamp', withHeader('webhook-timestamp', later(sent)), [false, true]],
    ['a timestamp that is none', withHeader('webhook-timestamp', 'soon'), [false, true]],
    ['an empty timestamp', withHeader('webhook-timestamp', ''), [false, true]],
    ['no signature', withHeader('webhook-signature', ''), [false, true]],
    ['another version', withHeader('webhook-signature', signature.replace('v1,', 'v2,')), [false, true]],
    ['a signature of another length', withHeader('webhook-signature', `${signature}=`), [false, true]],
    ['half a signature', withHeader('webhook-signature', signature.slice(0, 20)), [false, true]],
    ['no X-Signature', withHeader('x-signature', ''), [true, false]],
    ['X-Signature without its prefix', withHeader('x-signature', plainOf(sent).slice(7)), [true, false]],
    ['half an X-Signature', withHeader('x-signature', plainOf(sent).slice(0, 20)), [true, false]],
  ];
}

const later = ({ headers }: Judged) => String(Number(headers['webhook-timestamp']) + 1);
const plainOf = ({ headers }: Judged) => headers['x-signature']!;

describe('the page about verifying', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dtospec-verify-'));
  let cases: [string, Judged, Verdict][];

  beforeAll(async () => {
    cases = await listCases();
    mkdirSync(folder, { recursive: true });
    const judged = cases.map(([, one]) => ({ ...one, body: one.body.toString('base64') }));
    writeFileSync(path.join(folder, 'cases.json'), JSON.stringify(judged));
    const lines = judged.map(({ body, headers, plainSecret, secrets }) =>
      [
        body,
        ...['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-signature'].map(
          (name) => headers[name] ?? '',
        ),
        plainSecret,
        secrets.join(' '),
      ].join('|'),
    );
    writeFileSync(path.join(folder, 'cases.txt'), `${lines.join('\n')}\n`);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test('has test cases that our own functions verify', () => {
    const ours = cases.map(([name, { body, headers, secrets, plainSecret }]) => [
      name,
      verifyStandardWebhook(body, headers, secrets),
      verifySignature(body, headers['x-signature'], plainSecret),
    ]);
    expect(ours).toEqual(cases.map(([name, , verdict]) => [name, ...verdict]));
  });

  test('has only snippets that run', () => {
    const languages = [...page.matchAll(/^```(\w+)$/gm)].map((match) => match[1]!);
    expect(languages.sort()).toEqual(Object.keys(LANGUAGES).sort());
  });

  for (const [language, { file, command, args, programs = [] }] of Object.entries(LANGUAGES)) {
    // Under CI a language that is not there is a failure.
    const isHere = existsSync(command) || process.env.CI === 'true';
    const run = isHere ? needing(test, ...programs) : test.skip;
    run(
      `${language}: accepts what the channel sent, and nothing else`,
      async () => {
        const code = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(page)![1]!;
        expect(code.split('\n')[0]).toContain(file);
        writeFileSync(path.join(folder, file), code);
        const harness = `harness${path.extname(file)}`;
        copyFileSync(path.join(root, 'test/tools/verify', harness), path.join(folder, harness));
        const { stdout } = await promisify(execFile)(command, [...args, 'cases.json'], {
          cwd: folder,
          env: { ...process.env, GO111MODULE: 'off', GOFLAGS: '' },
        });
        const verdicts = JSON.parse(stdout) as Verdict[];
        expect(cases.map(([name], index) => [name, ...verdicts[index]!])).toEqual(
          cases.map(([name, , verdict]) => [name, ...verdict]),
        );
      },
      120_000,
    );
  }
});
