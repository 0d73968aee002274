import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');

test('frameworks and operations read requests as docs/parsers.md lists', () => {
  const args = ['scripts/report-parsers.mjs', '--check'];
  const { stderr, status } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
}, 300_000);
