import { ConfigError } from '../shared/errors.js';
import { isRecord } from '../shared/values.js';

// Rejects content that nothing describes. A document may lack a schema, but an operation would take and send anything.

/** A request body, a response, a parameter or a header. */
interface Described {
  readonly schema?: unknown;
  readonly itemSchema?: unknown;
  readonly contentType?: string | readonly string[] | undefined;
  readonly content?: Readonly<Record<string, unknown>> | undefined;
}

/** @throws ConfigError for a media type without a schema */
export function refuseOpenContent(part: Described | undefined, where: string): void {
  const { contentType, content = {} } = part ?? {};
  const own = contentType === undefined ? [] : [contentType].flat();
  const open =
    Object.keys(content).find((name) => !hasSchema(content[name])) ??
    (hasSchema(part) || Object.keys(content).length > 0 ? undefined : own[0]);
  if (open === undefined) return;
  throw new ConfigError(
    `operation ${where} has ${open} without a schema, so any value would pass. Add one, as in { schema: User }, or { schema: schema('any') } if any value is allowed.`,
  );
}

function hasSchema(part: unknown): boolean {
  return isRecord(part) && (part.schema ?? part.itemSchema) !== undefined;
}
