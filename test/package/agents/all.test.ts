import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');

test('clients of other projects call our tools as docs/mcp.md lists', () => {
  const args = ['scripts/report-agents.mjs', '--check'];
  const { stderr, status } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
}, 300_000);
