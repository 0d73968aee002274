import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');

test('the generators of the guide make of our documents what docs/client-generators.md lists', () => {
  const args = ['scripts/report-generators.mjs', '--check', '--guide'];
  execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' });
}, 300_000);
