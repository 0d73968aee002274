import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { json, text } from 'node:stream/consumers';
import { isCommand } from './optional-programs.js';

const root = path.join(__dirname, '../../..');
const folder = path.join(root, 'test/tools');

/** Installs what `test/tools/package.json` lists; needs the registry the first time, hence for `beforeAll`. */
export function prepareTools(): void {
  execFileSync(process.execPath, [path.join(root, 'scripts/prepare.mjs'), 'tools']);
}

/** A file of a package that `test/tools/package.json` lists. */
export function toolFile(file: string): string {
  return path.join(folder, 'node_modules', file);
}

/** Runs one of the programs in `test/tools`, which reads JSON and prints JSON. */
export function runTool(program: string, input: unknown): Promise<unknown> {
  return runProgram(process.execPath, [path.join(folder, program)], input);
}

const PYTHON = '/usr/bin/python3';
// Debian's Go packages are sources in one folder, without modules.
const GO = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '' };

/** Compiles the Go program, unless it is there and as new as its source: `go run` would link it for each question. */
function buildKin(): string {
  const source = path.join(folder, 'kin-openapi/main.go');
  const program = path.join(root, 'build/tests/kin-openapi');
  const built = statSync(program, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (built < statSync(source).mtimeMs) {
    // Workers may all want it: each makes its own, and the last one is as good as the first.
    mkdirSync(path.dirname(program), { recursive: true });
    const making = `${program}-${process.pid}`;
    execFileSync('go', ['build', '-o', making, source], { env: { ...process.env, ...GO } });
    renameSync(making, program);
  }
  return program;
}

/** Programs of Debian's packages in `.ci/run`: the command that runs them, and a file of the package. */
const DEBIAN = {
  'kin-openapi': {
    command: 'go',
    package: '/usr/share/gocode/src/github.com/getkin/kin-openapi',
    run: (input: unknown) => runProgram(buildKin(), [], input),
  },
  'python-jsonschema': {
    command: PYTHON,
    package: '/usr/lib/python3/dist-packages/jsonschema',
    run: (input: unknown) => runProgram(PYTHON, [path.join(folder, 'json_schema.py')], input),
  },
};

export type DebianTool = keyof typeof DEBIAN;

/** Runs a program that needs a package of Debian's. */
export function runDebianTool(tool: DebianTool, input: unknown): Promise<unknown> {
  return DEBIAN[tool].run(input);
}

/** A describe block for such a program. Without it the block is skipped with a line, but under CI it fails. */
export function describeWith(tool: DebianTool, name: string, body: () => void): void {
  const needed = DEBIAN[tool];
  const isInstalled = existsSync(needed.package) && isCommand(needed.command);
  if (isInstalled || process.env.CI === 'true') {
    describe(name, body);
    return;
  }
  process.stderr.write(`skipped, no ${tool} (.ci/run names Debian's package): ${name}\n`);
  describe.skip(name, body);
}

/** Runs a program with JSON as its input; resolves to the JSON that it prints. */
async function runProgram(
  command: string,
  args: readonly string[],
  input: unknown,
  env: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  const printed = json(child.stdout).catch(() => undefined);
  const errors = text(child.stderr);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  // A program that ends early says why on stderr.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(input));
  const code = await ended;
  if (code !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${String(code)}:\n${await errors}`);
  return printed;
}
