import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RE2JS } from 're2js';

/** A pattern and the values to ask about. */
export interface Question {
  readonly pattern: string;
  readonly values: readonly string[];
}

/** Of each value whether the pattern matches somewhere in it, or why the pattern does not compile. */
export type Answer = readonly (boolean | undefined)[] | { readonly refused: string };

/** An engine of regular expressions, as a validator of JSON Schema in its language uses it. */
export interface Engine {
  readonly name: string;
  /** `$` also matches before a line break at the end. */
  readonly endsBeforeBreak: RegExp | undefined;
  readonly isInstalled: () => boolean;
  readonly ask: (questions: readonly Question[]) => Answer[];
}

/** In this process. The first is the one that decides. */
export const OWN_ENGINES: readonly Engine[] = [
  inProcess('ECMAScript with u', (pattern) => {
    const expression = new RegExp(pattern, 'u');
    return (value) => expression.test(value);
  }),
  inProcess('ECMAScript without u', (pattern) => {
    const expression = new RegExp(pattern);
    return (value) => expression.test(value);
  }),
  inProcess('RE2', (pattern) => {
    const expression = RE2JS.compile(pattern);
    return (value) => expression.matcher(value).find();
  }),
];

/** Programs of other languages. */
const LANGUAGES: readonly Engine[] = [
  program('Python', ['python3', '-B', join(__dirname, 'match.py')], /\n$/),
  program(
    'Java',
    ['java', '-XX:TieredStopAtLevel=1', join(__dirname, 'Match.java')],
    /(?:\r\n|[\n\r\u0085\u2028\u2029])$/,
  ),
  {
    name: '.NET',
    endsBeforeBreak: /\n$/,
    isInstalled: () => isCommand('mcs') && isCommand('mono'),
    ask: askDotNet,
  },
  { name: 'Rust', endsBeforeBreak: undefined, isInstalled: () => isCommand('rg'), ask: askRust },
];

export const engines: readonly Engine[] = [...OWN_ENGINES, ...LANGUAGES];

/** The patterns that an engine reads otherwise than ECMAScript with `u`, each with a value. */
export function disagreements({ ask, endsBeforeBreak }: Engine, asked: readonly Question[]): object[] {
  const [expected, answers] = [OWN_ENGINES[0]!.ask(asked), ask(asked)];
  return asked.flatMap(({ pattern, values }, at): object[] => {
    const answer = answers[at]!;
    const truth = expected[at] as readonly boolean[];
    if ('refused' in answer) return [{ pattern, refused: answer.refused }];
    return values
      .filter((value, index) => {
        const verdict = answer[index];
        if (verdict === undefined || verdict === truth[index]) return false;
        // There `$` accepts one line break more, never less.
        const shorter = endsBeforeBreak && value.replace(endsBeforeBreak, '');
        return !(verdict && shorter !== undefined && new RegExp(pattern, 'u').test(shorter));
      })
      .map((value) => ({ pattern, value }));
  });
}

/** The engines that can be asked here. In CI all of them have to be. */
export function installed(): Engine[] {
  const found = engines.filter(({ isInstalled }) => isInstalled());
  const lacking = engines.filter((engine) => !found.includes(engine)).map(({ name }) => name);
  if (process.env.CI === 'true' && lacking.length > 0)
    throw new Error(`not installed: ${lacking.join(', ')}; .ci/run installs them`);
  if (lacking.length > 0) process.stderr.write(`skipped, not installed: ${lacking.join(', ')}\n`);
  return found;
}

function inProcess(name: string, compile: (pattern: string) => (value: string) => boolean): Engine {
  const answer = ({ pattern, values }: Question): Answer => {
    try {
      return values.map(compile(pattern));
    } catch (error) {
      return { refused: String(error) };
    }
  };
  return {
    name,
    endsBeforeBreak: undefined,
    isInstalled: () => true,
    ask: (questions) => questions.map(answer),
  };
}

function program(name: string, command: readonly [string, ...string[]], endsBeforeBreak: RegExp): Engine {
  return {
    name,
    endsBeforeBreak,
    isInstalled: () => isCommand(command[0]),
    ask: (questions) => askProgram(command, questions),
  };
}

function isCommand(command: string): boolean {
  return spawnSync(command, ['--version']).error === undefined;
}

/** All questions of one process: a line in for each, and a line out. */
function askProgram(
  [command, ...given]: readonly [string, ...string[]],
  questions: readonly Question[],
): Answer[] {
  const token = (text: string) => `.${Buffer.from(text).toString('base64')}`;
  const input = questions.map(({ pattern, values }) => [pattern, ...values].map(token).join(' ')).join('\n');
  const output = execFileSync(command, given, { input: `${input}\n`, maxBuffer: 2 ** 28, encoding: 'utf8' });
  return output
    .split('\n')
    .slice(0, questions.length)
    .map((line) =>
      line.startsWith('!') ? { refused: line.slice(1) } : Array.from(line, (verdict) => verdict === '1'),
    );
}

function askDotNet(questions: readonly Question[]): Answer[] {
  return inFolder((folder) => {
    const executable = join(folder, 'match.exe');
    execFileSync('mcs', [`-out:${executable}`, join(__dirname, 'Match.cs')]);
    return askProgram(['mono', executable], questions);
  });
}

/**
 * Rust's regex by way of ripgrep: each value is a file, which -U searches as a whole; one for all patterns that are asked
 * about it. It lists no empty file, so nothing is known of an empty value.
 */
function askRust(questions: readonly Question[]): Answer[] {
  return inFolder((folder) => {
    const files = new Map<string, string>();
    for (const value of questions.flatMap(({ values }) => values)) {
      if (files.has(value)) continue;
      const file = String(files.size);
      writeFileSync(join(folder, file), value);
      files.set(value, file);
    }
    const options = ['--no-config', '-U', '-a', '-E', 'none', '-uuu', '-l', '--null', '--no-messages'];
    return questions.map(({ pattern, values }) => {
      const asked = values.map((value) => files.get(value)!);
      const { status, stdout, stderr } = spawnSync('rg', [...options, '--', `(?-m:${pattern})`, ...asked], {
        cwd: folder,
        encoding: 'utf8',
      });
      if (status === 2) return { refused: stderr || `(?-m:${pattern})` };
      const matched = new Set(stdout.split('\0'));
      return values.map((value, index) => (value === '' ? undefined : matched.has(asked[index]!)));
    });
  });
}

function inFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'engines-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
