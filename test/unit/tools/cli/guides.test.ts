import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import type { CommandTable } from '../../../../src/tools/cli/command.js';
import { COMMANDS } from '../../../../src/tools/cli/commands.js';
import { run } from '../../../../src/tools/cli/run.js';
import { callCommand } from '../../../support/programs/call-command.js';

const ROOT = path.resolve(__dirname, '../../../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const texts = [
  'README.md',
  'samples/README.md',
  ...readdirSync(path.join(ROOT, 'docs')).map((name) => `docs/${name}`),
]
  .filter((file) => file.endsWith('.md'))
  .map(read);

/** Calls of the command: lines of shell, of scripts in a package.json, and in the text. */
const CALL = /(?:npx |&& )dtospec (?![^\n`]*[…<|])[^\n`]+/g;
const calls = [
  ...new Set(texts.flatMap((text) => text.match(CALL) ?? []).map((call) => call.replace(/^(npx|&&) /, ''))),
];

/** Words as a shell splits them, without what it redirects and comments. */
function wordsOf(line: string): string[] {
  const [command = ''] = line.split(/ (?:#|>|&)/);
  return (command.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []).map((word) =>
    word.replaceAll(/^["']|["')]$/g, ''),
  );
}

/** The same commands, none of which does anything. */
function idle(commands: CommandTable): CommandTable {
  return Object.fromEntries(
    Object.entries(commands).map(([name, entry]) => [
      name,
      'commands' in entry
        ? { ...entry, commands: idle(entry.commands) }
        : { ...entry, load: async () => ({ ...(await entry.load()), run: () => Promise.resolve(0) }) },
    ]),
  );
}

test('the guides contain calls of the command', () => {
  expect(calls.length).toBeGreaterThan(15);
});

test.each(calls)('accepts the documented call %s', async (line) => {
  let noted = '';
  const note = (text: string): void => void (noted += text);
  const context = { cwd: ROOT, print: () => undefined, note, stop: AbortSignal.abort() };
  const code = await run(wordsOf(line).slice(1), context, '1.2.3', idle(COMMANDS));
  expect({ code, noted }).toEqual({ code: 0, noted: '' });
});

test('each workflow step in docs/ci.md has run or uses', () => {
  const [, shown = ''] = /^```yaml\n([^]*?)```$/m.exec(read('docs/ci.md')) ?? [];
  const { on, jobs } = parse(shown) as { on: string; jobs: Record<string, { steps: object[] }> };
  expect(on).toBe('pull_request');
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  expect(steps.length).toBeGreaterThan(5);
  expect(steps.filter((step) => !('run' in step || 'uses' in step))).toEqual([]);
});

test('the image in docs/production.md builds and starts what dtospec init writes', () => {
  const [, shown = ''] = /^```dockerfile\n([^]*?)```$/m.exec(read('docs/production.md')) ?? [];
  const command = JSON.parse(/^CMD (.*)$/m.exec(shown)?.[1] ?? '[]') as string[];
  const scripts = read('src/tools/cli/init/project-files.ts');
  expect(scripts).toContain(`start: 'NODE_ENV=production ${command.join(' ')}'`);
  expect(scripts).toContain(`build: '${/^RUN npx (\w+) &&/m.exec(shown)?.[1]}'`);
});

test('reports the diagnostic that docs/types.md shows', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'guides-'));
  const module = `
    const { Description, Docs, response } = require(${JSON.stringify(path.join(ROOT, 'src/index'))});
    class Order {}
    Description('What was ordered')(Order.prototype, 'items');
    exports.docs = new Docs({ info: { title: 'Orders', version: '1.0.0' } }).add({
      method: 'GET', path: '/orders', responses: { 200: response('All orders', [Order]) },
    });`;
  writeFileSync(path.join(folder, 'docs.js'), module);
  const { printed } = await callCommand(folder, ['validate', 'docs.js']);
  rmSync(folder, { recursive: true });
  const [, shown] = /^```\n(warning [^]*?)```$/m.exec(read('docs/types.md')) ?? [];
  expect(printed).toBe(shown);
});
