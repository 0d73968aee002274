import { ConfigError } from '../shared/errors.js';
import { isRecord } from '../shared/values.js';

// Rejects content that nothing describes. A document may lack
// a schema, but an operation would take and send anything.

/** A request body, a response, a parameter or a header. */
interface Described {
  readonly schema?: unknown;
  readonly itemSchema?: unknown;
  readonly contentType?: string | readonly string[] | undefined;
  readonly content?: Readonly<Record<string, unknown>> | undefined;
}

/** @throws ConfigError for a body without a media type, since every request would be refused */
export function refuseEmptyBody(body: Described | undefined, place: string): void {
  if (body === undefined || hasSchema(body) || Object.keys(body.content ?? {}).length > 0) return;
  throw new ConfigError(
    `operation ${place} requestBody has no media type, so every request would be refused with 415. Add a schema, as in { schema: User }.`,
  );
}

/** @throws ConfigError for a media type without a schema, and for a schema that is null */
export function refuseOpenContent(part: Described | undefined, where: string): void {
  const { contentType, content = {} } = part ?? {};
  if (part?.schema === null)
    throw new ConfigError(
      `operation ${where} has a schema that is null. Write a type, as in { schema: User }, or leave the field out.`,
    );
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
