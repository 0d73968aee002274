import { LISTED } from '../../notifier/queue/in-process-engine.js';
import type { DeliveryFilter, EngineStatus } from '../../notifier/engine.js';
import type { StoredAttempt, StoredDelivery, StoredState } from '../../notifier/queue/stored-delivery.js';
import type { SqliteConnection, SqlValue } from './database.js';

interface DeliveryRow {
  readonly id: string;
  readonly message_id: string;
  readonly channel: string;
  readonly endpoint: string | null;
  readonly event: string | null;
  readonly origin: string;
  readonly state: StoredState;
  readonly attempts_in_all: number;
  readonly history: string;
  readonly created: number;
  readonly due: number | null;
  readonly ended: number | null;
}

const COLUMNS =
  'id, message_id, channel, endpoint, event, origin, state, attempts_in_all, history, created, due, ended';

export function listDeliveries(
  connection: SqliteConnection,
  { endpoint, event, since, state, limit = LISTED }: DeliveryFilter,
): StoredDelivery[] {
  const conditions: [string, SqlValue | undefined][] = [
    ['endpoint = ?', endpoint],
    ['event = ?', event],
    ['stamp >= ?', since],
    ['state = ?', state],
  ];
  const given = conditions.filter((one): one is [string, SqlValue] => one[1] !== undefined);
  const where = given.map(([condition]) => condition).join(' AND ') || '1';
  const sql = `SELECT ${COLUMNS} FROM dtospec_jobs WHERE ${where} ORDER BY stamp DESC, seq DESC LIMIT ?`;
  const rows = connection.prepare(sql).all(...given.map(([, value]) => value), Math.min(limit, 2 ** 31));
  return (rows as DeliveryRow[]).map(describe);
}

function describe(row: DeliveryRow): StoredDelivery {
  return {
    id: row.id,
    messageId: row.message_id,
    channel: row.channel,
    ...(row.endpoint !== null && { endpoint: row.endpoint }),
    ...(row.event !== null && { event: row.event }),
    origin: row.origin,
    state: row.state,
    attempts: row.attempts_in_all,
    history: JSON.parse(row.history) as StoredAttempt[],
    createdAt: row.created,
    ...(row.due !== null && { nextAt: row.due }),
    ...(row.ended !== null && { endedAt: row.ended }),
  };
}

export function readStatus(connection: SqliteConnection, now: number, isPaused: boolean): EngineStatus {
  const row = connection
    .prepare(
      `SELECT
        (SELECT count(*) FROM dtospec_jobs WHERE state = 'waiting') AS waiting,
        (SELECT count(*) FROM dtospec_jobs WHERE state = 'waiting' AND (due <= ? OR worker IS NOT NULL)) AS due,
        (SELECT count(*) FROM dtospec_jobs WHERE state = 'dead') AS dead`,
    )
    .get(now);
  return { isPaused, ...(row as Omit<EngineStatus, 'isPaused'>) };
}
