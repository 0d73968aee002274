import { ConfigError } from '../shared/errors.js';
import type { BoundOperation } from './bind.js';
import { placeOf, type Operation } from './operation.js';

/** The operation of each method and path. */
export type ClaimedRoutes = ReadonlyMap<string, Operation>;

/**
 * The routes that are claimed once these operations are registered as well. A router would answer with the first of two,
 * and the document has the last. What is registered again in another call, for another server, claims nothing new.
 * @throws ConfigError for two operations with one method and path
 */
export function claimRoutes(
  before: ClaimedRoutes,
  operations: readonly Operation[],
  bound: readonly Pick<BoundOperation, 'method' | 'parts'>[],
): ClaimedRoutes {
  const routes = new Map(before);
  for (const [index, operation] of operations.entries()) {
    const key = routeOf(bound[index]);
    const other = routes.get(key);
    if (other !== undefined && (other !== operation || before.get(key) !== operation))
      throw twice(operation, other, index, before.has(key) ? undefined : operations.indexOf(other));
    routes.set(key, operation);
  }
  return routes;
}

/** Paths that differ in the names of their parameters only are one (OpenAPI 3.2, 4.8.1). */
function routeOf(
  { method, parts }: Pick<BoundOperation, 'method' | 'parts'> = { method: '', parts: [] },
): string {
  return `${method} ${parts.map((part) => ('text' in part ? part.text : '{}')).join('')}`;
}

/** @param first where the other stands in the same call, from 0 */
function twice(
  operation: Operation,
  other: Operation,
  second: number,
  first: number | undefined,
): ConfigError {
  const where =
    first === undefined
      ? 'which is registered already'
      : `number ${first + 1} of the call, while this is number ${second + 1}`;
  return new ConfigError(
    `operation ${named(operation)} has the method and the path of ${named(other)}, ${where}: one of them would never be asked. Change its method or path, or take it away.`,
  );
}

/** With what tells it from another of the same place. */
function named({ definition }: Operation): string {
  const { operationId, summary } = definition;
  const name = operationId ?? summary;
  return `${placeOf(definition)}${name === undefined ? '' : ` (${name})`}`;
}
