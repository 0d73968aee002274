import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchFile } from '../../../../../src/webhooks/messages/dns/watched-file.js';

test('is read again when it has changed, and empty where there is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'watched-'));
  const file = join(folder, 'hosts');
  const read = watchFile(file);
  expect(read()).toBe('');
  writeFileSync(file, 'One');
  expect([read(), read()]).toEqual(['one', 'one']);
  writeFileSync(file, 'two');
  utimesSync(file, 1, 1);
  expect(read()).toBe('two');
  rmSync(folder, { recursive: true });
  expect(read()).toBe('');
});
