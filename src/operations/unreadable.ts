import { ConfigError } from '../shared/errors.js';
import type { AnyRequestBody, MediaType } from '../documents/openapi/endpoint.js';
import type { BoundParameter } from '../documents/openapi/parameter-class.js';
import type { Operation } from './operation.js';

// What a document can say, and operations do not read.

/** Items that come one by one would be a stream of objects. */
export function refuseItems(body: AnyRequestBody, place: string): void {
  const isSequence = [body, ...Object.values(body.content ?? {})].some(
    (one) => (one as MediaType).itemSchema !== undefined,
  );
  if (!isSequence) return;
  throw new ConfigError(
    `operation ${place} takes a body of items (itemSchema), which operations do not read one by one. Give it a schema, or take the bytes as they come: { schema: FileStream, contentType: 'application/jsonl', required: true }.`,
  );
}

const PLACES = { params: 'path', query: 'query', headers: 'header', cookies: 'cookie' } as const;

/** A handler finds the values of a place in one object: a class's instance, or the explicit ones by name. */
export function refuseMixedPlaces({ definition }: Operation, place: string): void {
  for (const [field, location] of Object.entries(PLACES)) {
    const target = definition[field as keyof typeof PLACES];
    const explicit = (definition.parameters ?? []).find((parameter) => parameter.in === location);
    if (target === undefined || explicit === undefined) continue;
    const [what, name] = '~standard' in target ? ['schema', 'it'] : [`class ${target.name}`, target.name];
    throw new ConfigError(
      `operation ${place} has the ${what} for its ${location} parameters, and ${explicit.name} in parameters beside. Add a property to ${name}.`,
    );
  }
}

/** What is written by a media type is not read by a style. */
export function refuseUnread(parameters: readonly BoundParameter[], place: string): void {
  const unread = parameters.find(({ parameter }) => parameter.content !== undefined);
  if (unread === undefined) return;
  const { in: location, name } = unread.parameter;
  throw new ConfigError(
    `operation ${place} has the ${location} parameter ${name}, whose content has a media type, which operations do not read. Give it a schema instead, or take the request apart in the handler.`,
  );
}
