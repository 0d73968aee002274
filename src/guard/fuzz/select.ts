import { ConfigError } from '../../shared/errors.js';
import { methodName } from '../../documents/openapi/methods.js';
import type { FuzzTarget } from './operations.js';
import type { FuzzOptions } from './types.js';

/** Methods that change nothing (RFC 9110, 9.2.1); TRACE is left out: it is for proxies. */
const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'QUERY'];

/** What is made comes before what is asked for, and what is deleted comes last. */
const ORDER: readonly string[] = ['POST', 'PUT', 'PATCH', 'GET', 'QUERY', 'HEAD', 'OPTIONS', 'DELETE'];

/**
 * The operations that the options name.
 * @throws ConfigError where they name one that the document has not, and where they leave none
 */
export function selectTargets(
  targets: readonly FuzzTarget[],
  { operations, methods }: Pick<FuzzOptions, 'operations' | 'methods'>,
  isLoopback: boolean,
): FuzzTarget[] {
  const wanted = methods?.map(methodName) ?? (isLoopback ? undefined : SAFE);
  for (const name of operations ?? [])
    if (!targets.some((target) => isNamed(target, name)))
      throw new ConfigError(
        `The document has no operation ${JSON.stringify(name)}: name one by its operationId, its path, or as in "GET /users/{id}".`,
      );
  const selected = targets.filter(
    (target) =>
      (wanted === undefined
        ? target.documented.method !== 'TRACE'
        : wanted.includes(target.documented.method)) &&
      (operations === undefined || operations.some((name) => isNamed(target, name))),
  );
  if (selected.length > 0) return selected;
  const found = [...new Set(targets.map(({ documented: { method } }) => method))].join(', ');
  throw new ConfigError(
    `Nothing is left to send: of the operations of the document (${found === '' ? 'none' : found}) none has a method that is sent${wanted === undefined ? '' : ` (${wanted.join(', ')})`}. Name others by methods, or --method of the command.`,
  );
}

function isNamed({ documented: { name, path }, operationId }: FuzzTarget, wanted: string): boolean {
  return [name, path, operationId].includes(wanted);
}

/** Shorter paths first: what they answer has the ids that longer ones need. */
export function inOrder(targets: readonly FuzzTarget[]): FuzzTarget[] {
  const rank = ({ documented: { method } }: FuzzTarget): number =>
    ORDER.includes(method) ? ORDER.indexOf(method) : ORDER.length - 1.5;
  const depth = ({ documented: { path } }: FuzzTarget): number => path.split('/').length;
  return [...targets].sort((a, b) => rank(a) - rank(b) || depth(a) - depth(b));
}
