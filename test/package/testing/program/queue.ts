import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SqliteEngine } from 'dtospec/sqlite';

test('the queue opens SQLite in the runner', async () => {
  const file = path.join(tmpdir(), `queue-${process.pid}.sqlite`);
  const engine = new SqliteEngine({ file });
  expect(await engine.status()).toMatchObject({ waiting: 0 });
  await engine.stop();
  for (const end of ['', '-shm', '-wal']) rmSync(file + end, { force: true });
});
