import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const pictures = path.join(root, 'docs/pictures');
const guides = readdirSync(path.join(root, 'docs')).filter((file) => file.endsWith('.md'));

let drawn: string;
beforeAll(() => {
  drawn = mkdtempSync(path.join(tmpdir(), 'diagrams-'));
  execFileSync(process.execPath, [path.join(root, 'scripts/draw.mjs'), drawn]);
});
afterAll(() => {
  rmSync(drawn, { recursive: true });
});

test('the diagrams are those that scripts/draw.mjs draws, and each is in a guide', () => {
  const names = readdirSync(drawn);
  expect(names).toHaveLength(5);
  const text = guides.map((file) => readFileSync(path.join(root, 'docs', file), 'utf8')).join();
  for (const name of names) {
    expect(readFileSync(path.join(pictures, name), 'utf8')).toBe(
      readFileSync(path.join(drawn, name), 'utf8'),
    );
    expect(text).toContain(`](pictures/${name})`);
  }
});
