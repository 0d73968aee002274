import { ConfigError, messageOf } from '../../../shared/errors.js';
import type { OpenBoss } from './boss.js';
import type { ResolvedPostgresOptions } from './postgres-options.js';

type Schema = Pick<ResolvedPostgresOptions, 'schema'>;

/** SQLSTATE of a missing privilege. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** SQLSTATE of a change in a transaction that only reads. */
const READ_ONLY = '25006';

/** The privileges that a worker needs on a table. */
const PRIVILEGES = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;

/** Adds the remedy to the error of a connection that may not create or change what is missing. */
export function explainPrivileges(cause: unknown, { schema }: Schema): unknown {
  const code = (cause as { readonly code?: unknown } | null)?.code;
  if (code === READ_ONLY)
    return new ConfigError(
      `The PostgresEngine's connection only reads (${messageOf(cause)}). Connect it to the primary server, by a role for which default_transaction_read_only is off.`,
      { cause },
    );
  if (code !== INSUFFICIENT_PRIVILEGE) return cause;
  return new ConfigError(
    `The role of the PostgresEngine's connection lacks a privilege in the schema "${schema}" (${messageOf(cause)}). ` +
      `Let a role that may create tables run "await engine.status()" once, for example in your migrations and after each update of pg-boss, then run: ${grants(schema)}`,
    { cause },
  );
}

/**
 * Checks what a worker needs, since `send` needs less:
 * without it, deliveries would be queued and never leave.
 * @throws ConfigError
 */
export async function requirePrivileges({ db }: OpenBoss, { schema }: Schema): Promise<void> {
  const { rows }: { rows: { missing: string }[] } = await db.executeSql(
    `SELECT relname || ' (' || string_agg(privilege, ', ') || ')' AS missing
      FROM pg_class, unnest($2::text[] || '{row security}') AS privilege
      WHERE relnamespace = to_regnamespace($1) AND relkind IN ('r', 'p')
        AND (relname IN ('job', 'queue', 'dtospec_settings')
          OR pg_class.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass($1 || '.job')))
        AND CASE privilege WHEN 'row security'
          THEN row_security_active(pg_class.oid) AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = pg_class.oid)
          ELSE NOT has_table_privilege(pg_class.oid, privilege) END
      GROUP BY relname ORDER BY relname`,
    [schema, [...PRIVILEGES]],
  );
  if (rows.length === 0) return;
  const missing = rows.map((row) => row.missing).join(', ');
  throw new ConfigError(
    `The role of the PostgresEngine's connection cannot make attempts, since it lacks privileges in the schema "${schema}": ${missing}. ${remedy(missing, schema)}`,
  );
}

function remedy(missing: string, schema: string): string {
  const run = `Run: ${grants(schema)}`;
  // Rows without a policy are hidden, so the end of an attempt could not be stored.
  return missing.includes('row security')
    ? `Disable row security of its tables, or add a policy. ${run}`
    : run;
}

function grants(schema: string): string {
  return [
    `GRANT USAGE ON SCHEMA ${schema} TO <role>;`,
    `GRANT ${PRIVILEGES.join(', ')} ON ALL TABLES IN SCHEMA ${schema} TO <role>;`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO <role>;`,
    `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO <role>;`,
  ].join(' ');
}
