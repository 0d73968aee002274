import { LISTED } from '../../notifier/queue/in-process-engine.js';
import type { DeliveryFilter, EngineStatus } from '../../notifier/engine.js';
import type { StoredAttempt, StoredDelivery, StoredState } from '../../notifier/delivery.js';
import { READABLE, type SqliteConnection, type SqlValue } from './database.js';

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
  readonly stamp: number;
}

const COLUMNS =
  'id, message_id, channel, endpoint, event, origin, state, attempts_in_all, history, created, due, ended, stamp';

const SOURCES = [
  `SELECT ${COLUMNS} FROM dtospec_jobs WHERE ${READABLE}`,
  `SELECT id, message_id, channel, endpoint, event, origin, 'unreadable' AS state, 0 AS attempts_in_all,
    '[]' AS history, found AS created, NULL AS due, NULL AS ended, found AS stamp FROM dtospec_unreadable WHERE 1`,
];

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
  const where = given.map(([condition]) => ` AND ${condition}`).join('');
  const values = [...given.map(([, value]) => value), Math.min(limit, 2 ** 31)];
  const rows = SOURCES.flatMap((source) =>
    connection.prepare(`${source}${where} ORDER BY stamp DESC, seq DESC LIMIT ?`).all(...values),
  ) as DeliveryRow[];
  return rows
    .sort((a, b) => b.stamp - a.stamp)
    .slice(0, limit)
    .map(describe);
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
  // Uses the indexes only, since a row may be damaged.
  const row = connection
    .prepare(
      `SELECT
        (SELECT count(*) FROM dtospec_jobs WHERE state = 'waiting' AND ${READABLE}) AS waiting,
        (SELECT count(*) FROM dtospec_jobs INDEXED BY dtospec_jobs_due
          WHERE state = 'waiting' AND due <= ? AND ${READABLE}) +
        (SELECT count(*) FROM dtospec_jobs INDEXED BY dtospec_jobs_taken
          WHERE worker IS NOT NULL AND due > ?) AS due,
        (SELECT count(*) FROM dtospec_jobs WHERE state = 'dead') AS dead`,
    )
    .get(now, now);
  return { isPaused, ...(row as Omit<EngineStatus, 'isPaused'>) };
}
