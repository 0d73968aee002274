import { LISTED } from '../../notifier/queue/in-process-engine.js';
import type { CheckedFilter } from '../../notifier/delivery-filter.js';
import type { EndpointStatus } from '../../notifier/engine.js';
import type { StoreStatus } from '../shared/store-engine.js';
import type { StoredAttempt, StoredDelivery } from '../../notifier/delivery.js';
import { READABLE, type SqliteConnection, type SqlValue } from './database.js';

/** A delivery, with null for a missing member, and its history as JSON. */
type DeliveryRow = Record<keyof StoredDelivery | 'stamp' | 'seq', SqlValue>;

const IDENTITY = 'seq, id, message_id AS messageId, channel, endpoint, event, origin';

const SOURCES = [
  `SELECT ${IDENTITY}, state, attempts_in_all AS attempts, history, created AS createdAt, due AS nextAt,
    ended AS endedAt, stamp FROM dtospec_jobs WHERE ${READABLE}`,
  `SELECT ${IDENTITY}, 'unreadable' AS state, 0 AS attempts, '[]' AS history, found AS createdAt, NULL AS nextAt,
    NULL AS endedAt, found AS stamp FROM dtospec_unreadable WHERE 1`,
];

export function listDeliveries(
  connection: SqliteConnection,
  { id, messageId, endpoint, event, since, until, state, limit = LISTED }: CheckedFilter,
): StoredDelivery[] {
  const conditions: [string, SqlValue | undefined][] = [
    ['id = ?', id],
    ['message_id = ?', messageId],
    ['endpoint = ?', endpoint],
    ['event = ?', event],
    ['stamp >= ?', since],
    ['stamp < ?', until],
    ['state = ?', state],
  ];
  const present = conditions.filter((one): one is [string, SqlValue] => one[1] !== undefined);
  const where = present.map(([condition]) => ` AND ${condition}`).join('');
  const values = [...present.map(([, value]) => value), Math.min(limit, 2 ** 31)];
  const rows = SOURCES.flatMap((source) =>
    connection.prepare(`${source}${where} ORDER BY stamp DESC, seq DESC LIMIT ?`).all(...values),
  ) as DeliveryRow[];
  return rows
    .sort((a, b) => Number(b.stamp) - Number(a.stamp))
    .slice(0, limit)
    .map(describe);
}

function describe({ stamp, seq, history, ...row }: DeliveryRow): StoredDelivery {
  const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  return { ...given, history: JSON.parse(history as string) as StoredAttempt[] } as unknown as StoredDelivery;
}

/** Due jobs that no worker has. It uses the index only. */
const DUE = `FROM dtospec_jobs INDEXED BY dtospec_jobs_due WHERE state = 'waiting' AND due <= ? AND ${READABLE}`;

export function readStatus(
  connection: SqliteConnection,
  isPaused: boolean,
  byEndpoint: boolean,
): StoreStatus {
  const now = Date.now();
  // Uses the indexes only, since a row may be damaged.
  const row = connection
    .prepare(
      `SELECT
        (SELECT count(*) FROM dtospec_jobs WHERE state = 'waiting' AND ${READABLE}) AS waiting,
        (SELECT count(*) ${DUE}) +
        (SELECT count(*) FROM dtospec_jobs INDEXED BY dtospec_jobs_taken
          WHERE worker IS NOT NULL AND due > ?) AS due,
        (SELECT coalesce(? - min(due), 0) ${DUE}) AS oldestDue,
        (SELECT count(*) FROM dtospec_jobs WHERE state = 'dead') AS dead,
        (SELECT count(*) FROM dtospec_jobs WHERE state = 'paused') AS paused`,
    )
    .get(now, now, now, now) as Omit<StoreStatus, 'isPaused'>;
  // libsql adds a member of its own to each row.
  const { waiting, due, oldestDue, dead, paused } = row;
  const status = { isPaused, waiting, due, oldestDue, dead, paused };
  if (!byEndpoint) return status;
  const endpoints = connection
    .prepare(
      `SELECT endpoint, count(*) AS due, ? - min(due) AS oldestDue ${DUE} AND endpoint IS NOT NULL
        GROUP BY endpoint ORDER BY oldestDue DESC`,
    )
    .all(now, now) as EndpointStatus[];
  return { ...status, endpoints: Array.from(endpoints, (one) => ({ ...one })) };
}
