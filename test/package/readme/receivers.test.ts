import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

// With 2xx the sender takes a message for delivered. So a receiver refuses one without a name, and names one that it does
// not know.

const ROOT = path.resolve(__dirname, '../../..');

const listed = (folder: string, ending: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.includes('node_modules'))
    .map((name) => path.join(folder, name));

const programs = [
  ...listed('docs', '.md'),
  ...listed('samples', '.ts'),
  'src/tools/cli/init/task-programs.ts',
]
  .flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    const programs = file.endsWith('.md')
      ? [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([code]) => code)
      : [text];
    return programs.map((code) => [file, code] as const);
  })
  .filter(([, code]) => code.includes('receiveWebhooks('));

test('there are such programs', () => {
  expect(programs.length).toBeGreaterThan(8);
});

test.each(programs)('%s refuses a message without a name', (_, code) => {
  expect(code).toMatch(/if \(name === undefined\)\s+throw new WebhookRefusedError/);
});

test.each(programs)('%s does something for an event that it does not know', (_, code) => {
  const handled = code.split(/if \(event\b/).slice(1);
  for (const rest of handled) expect(rest).toMatch(/^[^\n]*\n\s*else/);
});
