import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');

test('all ten generators make of our documents what docs/client-generators.md lists', () => {
  const args = ['scripts/report-generators.mjs', '--check'];
  execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' });
}, 300_000);
