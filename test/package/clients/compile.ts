import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { FOLDER } from './generate.js';

const TSC = path.resolve(__dirname, '../../../node_modules/typescript-7/bin/tsc');

/** As an application of strict settings would compile. */
const SETTINGS = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  types: [],
  noErrorTruncation: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  paths: { 'openapi-fetch': [path.resolve(__dirname, '../../tools/node_modules/openapi-fetch')] },
};

/** What the compiler has against a file. */
export interface Problem {
  /** From the folder of the clients. */
  readonly file: string;
  readonly code: number;
  readonly message: string;
}

/**
 * What the compiler has against programs and what they import. TypeScript 7 reads the hundred files of some clients in a
 * quarter of the processor time. A file that cannot be parsed keeps it from judging the others: what is compiled for that
 * client, `document/generator`, is then left out.
 */
export function problemsOf(programs: Readonly<Record<string, string>>): readonly Problem[] {
  const problems = compile(Object.values(programs));
  const unparsed = problems.filter(({ code }) => code < 2000).map(({ file }) => clientOf(file));
  if (unparsed.length === 0) return problems;
  const others = Object.entries(programs).filter(([client]) => !unparsed.includes(client));
  return [...problems, ...compile(others.map(([, program]) => program))];
}

/** The client, `document/generator`, that a file is of. */
export function clientOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

const PROBLEM = /^(?<file>[^(]+)\(\d+,\d+\): error TS(?<code>\d+): (?<message>.*)$/;

function compile(files: readonly string[]): Problem[] {
  const project = path.join(FOLDER, 'tsconfig.json');
  writeFileSync(project, JSON.stringify({ compilerOptions: SETTINGS, files }));
  const { stdout } = spawnSync(process.execPath, [TSC, '-p', project, '--pretty', 'false'], {
    cwd: FOLDER,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const lines = stdout.split('\n').filter((line) => line.includes('error TS'));
  return lines.map((line) => {
    const { file, code, message } = PROBLEM.exec(line)?.groups ?? {};
    if (file === undefined || message === undefined) throw new Error(line);
    return { file, code: Number(code), message };
  });
}

/** A statement that the compiler refuses with the type in its message. */
export function askType(name: string, type: string): string {
  return `export const ${name}: never = null as unknown as { ${name}: ${type} };`;
}

const ANSWER = /^Type '\{ (?<name>\w+): (?<type>.*); \}' is not assignable to type 'never'\.$/;

/** What was asked for in a program, by its name. */
export function typesIn(file: string, problems: readonly Problem[]): ReadonlyMap<string, string> {
  const answers = problems.filter((problem) => problem.file === file);
  return new Map(
    answers.map(({ message }) => {
      const { name, type } = ANSWER.exec(message)?.groups ?? {};
      if (name === undefined || type === undefined) throw new Error(`${file}: ${message}`);
      return [name, type];
    }),
  );
}
