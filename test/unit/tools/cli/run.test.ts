import {
  type Command,
  type CommandTerminal,
  type CommandTable,
  EXIT,
  InputError,
} from '../../../../src/tools/cli/command.js';
import { run } from '../../../../src/tools/cli/run.js';

interface Ran {
  readonly code: number;
  readonly printed: string;
  readonly noted: string;
}

const echo: Command = {
  usage: '<word> [options]',
  help: 'Prints a word.',
  examples: ['hello', '-l hello'],
  options: {
    '-l, --loud': 'In capitals',
    '--times <count>': 'How often [1]',
  },
  positionals: [1, 2],
  run: ([word = ''], { loud, times = '1' }, { print }) => {
    if (word === 'bad') throw new InputError('No bad words.');
    if (word === 'broken') throw new TypeError('A defect.');
    print((loud === true ? word.toUpperCase() : word).repeat(Number(times)));
    return Promise.resolve(word === 'no' ? EXIT.found : EXIT.done);
  },
};

const loaded: string[] = [];
const TABLE: CommandTable = {
  say: {
    summary: 'Says something',
    commands: {
      word: { summary: 'A word', load: () => (loaded.push('word'), Promise.resolve(echo)) },
      other: { summary: 'Another', load: () => Promise.reject(new Error('Nobody asked for it.')) },
    },
  },
};

async function call(line: string): Promise<Ran> {
  let [printed, noted] = ['', ''];
  const context: CommandTerminal = {
    cwd: '/',
    print: (text) => (printed += text),
    note: (text) => (noted += text),
    stop: AbortSignal.abort(),
  };
  const code = await run(line.split(' ').filter(Boolean), context, '1.2.3', TABLE);
  return { code, printed, noted };
}

test.each<[string, Partial<Ran>]>([
  ['say word hi', { code: 0, printed: 'hi', noted: '' }],
  ['say word -l hi --times 2', { code: 0, printed: 'HIHI', noted: '' }],
  ['say word no', { code: 1, printed: 'no' }],
  ['say word bad', { code: 3, printed: '', noted: 'No bad words.\n' }],
  ['--version', { code: 0, printed: '1.2.3\n' }],
  ['version', { code: 0, printed: '1.2.3\n' }],
  ['help say word', { code: 0, printed: expect.stringMatching(/^Usage: dtospec say word <word>/) as string }],
])('%s', async (line, expected) => {
  expect(await call(line)).toMatchObject(expected);
});

test.each<[string, RegExp]>([
  ['', /^Usage: dtospec <command>\n\nCommands:\n {2}say {2}Says something\n/],
  ['sya', /^dtospec has no command "sya"\. Did you mean say\? Run dtospec --help/],
  ['toString', /has no command "toString"/],
  ['say', /^Usage: dtospec say <command>/],
  ['say nothing', /^dtospec say has no command "nothing"\. Run dtospec say --help/],
  ['say word', /^dtospec say word: Missing <word>\.\nUsage: dtospec say word <word> \[options\]\n/],
  ['say word a b c', /^dtospec say word: Unexpected argument "c"\.\nUsage: dtospec say word/],
  [
    'say word a --laud',
    /^dtospec say word: Unknown option '--laud'\. Did you mean --loud\? Run dtospec say word --help/,
  ],
  ['say word a --times', /^dtospec say word: Option '--times <value>' argument missing\./],
])('rejects invalid arguments: dtospec %s', async (line, noted) => {
  const ran = await call(line);
  expect(ran).toMatchObject({ code: 2, printed: '' });
  expect(ran.noted).toMatch(noted);
  expect(ran.noted).not.toMatch(/^\s+at /m);
});

test('prints the help of a group of commands and of a command, and exits with 0', async () => {
  expect(await call('say --help')).toMatchObject({ code: 0, noted: '' });
  expect((await call('say word --help')).printed).toBe(`Usage: dtospec say word <word> [options]

Prints a word.

Options:
  -l, --loud           In capitals
      --times <count>  How often [1]
  -h, --help           Show this help

Examples:
  dtospec say word hello
  dtospec say word -l hello
`);
});

test('prints a defect with its place', async () => {
  const { code, noted } = await call('say word broken');
  expect(code).toBe(4);
  expect(noted).toMatch(/^TypeError: A defect\.\n\s+at /);
});

test('loads only the command that is called', async () => {
  loaded.length = 0;
  await call('say');
  expect(loaded).toEqual([]);
  await call('say word hi');
  expect(loaded).toEqual(['word']);
});
