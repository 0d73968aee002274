import { escapeKey } from '../../shared/json-pointer.js';
import { fieldOf, type Cursor, type SpecDocument } from './document.js';
import type { Collector, Site } from './collector.js';
import { compareLifecycle } from './parts/lifecycle.js';
import { compareParameters } from './parts/parameters.js';
import { compareRequestBody } from './parts/request-body.js';
import { compareResponses } from './parts/responses.js';
import { compareSecurity } from './parts/security.js';
import { compareServers } from './parts/servers.js';

/** The fixed fields of a Path Item Object that are operations; `query` since OpenAPI 3.2. */
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** An operation, with what its path item says for all of its operations. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly item: Cursor;
  readonly operation: Cursor;
}

/** Compares the operations of all paths, the webhooks, and the callbacks inside. */
export function compareOperations(collector: Collector): void {
  const { old, new: current } = collector;
  const pathsOf = (document: SpecDocument): [string, Cursor][] =>
    document.entries(document.child(document.root, 'paths')).filter(([path]) => path.startsWith('/'));
  const nameOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path}`;
  comparePaths(pathsOf(old), pathsOf(current), collector, nameOf, false);
  const webhooksOf = (document: SpecDocument): [string, Cursor][] =>
    document.entries(document.child(document.root, 'webhooks'));
  comparePaths(
    webhooksOf(old),
    webhooksOf(current),
    collector,
    ({ method, path }) => `webhook ${path} ${method.toUpperCase()}`,
    true,
  );
}

function comparePaths(
  before: readonly [string, Cursor][],
  after: readonly [string, Cursor][],
  collector: Collector,
  nameOf: (operation: Operation) => string,
  isWebhook: boolean,
): void {
  const old = operationsOf(before, collector.old);
  const current = operationsOf(after, collector.new);
  const likeOf = new Map<string, Operation[]>();
  for (const operation of current) {
    const key = likenessOf(operation);
    likeOf.set(key, [...(likeOf.get(key) ?? []), operation]);
  }
  const taken = new Set<Operation>();
  for (const operation of old) {
    const same = likeOf.get(likenessOf(operation)) ?? [];
    const match = same.find(({ path }) => path === operation.path) ?? same.find((other) => !taken.has(other));
    if (match === undefined) removed(operation, collector, nameOf(operation), isWebhook);
    else {
      taken.add(match);
      compareOperation(operation, match, collector, {
        operation: nameOf(match),
        isWebhook,
        direction: isWebhook ? 'response' : 'request',
      });
    }
  }
  for (const operation of current)
    if (!taken.has(operation))
      collector.add(nameOf(operation), {
        rule: isWebhook ? 'webhook-added' : 'operation-added',
        verdict: 'compatible',
        direction: isWebhook ? 'response' : 'request',
        part: isWebhook ? 'webhook' : 'operation',
        pointer: operation.operation.pointer,
        where: isWebhook ? 'webhook' : 'operation',
        message: `${nameOf(operation)} was added.`,
      });
}

function removed({ operation }: Operation, collector: Collector, name: string, isWebhook: boolean): void {
  const sunset = fieldOf(operation, 'x-sunset');
  const announced =
    fieldOf(operation, 'deprecated') === true
      ? ` It was deprecated${typeof sunset === 'string' ? `, with sunset ${sunset}` : ''}.`
      : '';
  collector.add(name, {
    rule: isWebhook ? 'webhook-removed' : 'operation-removed',
    verdict: 'breaking',
    direction: isWebhook ? 'response' : 'request',
    part: isWebhook ? 'webhook' : 'operation',
    pointer: operation.pointer,
    where: isWebhook ? 'webhook' : 'operation',
    message: `${name} was removed.${announced}`,
    witness: {
      message: name,
      reason: isWebhook
        ? 'The old document promises this message, the new one knows none such.'
        : 'The old document answers this request, the new one knows none such.',
    },
  });
}

function operationsOf(paths: readonly [string, Cursor][], document: SpecDocument): Operation[] {
  return paths.flatMap(([path, item]) => {
    const fixed = METHODS.map((method) => [method, document.child(item, method)] as const);
    const additional = document.entries(document.child(item, 'additionalOperations'));
    return [...fixed, ...additional].flatMap(([method, operation]) =>
      operation === undefined || typeof operation.value !== 'object'
        ? []
        : [{ method, path, item, operation }],
    );
  });
}

/** OpenAPI 3.1, 4.8.8.2: templates that differ only in the names of their expressions are the same path. */
export function templateOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}');
}

/** Of two operations with the same, one is the other with its path's expressions renamed. */
function likenessOf({ method, path }: Operation): string {
  return `${method} ${templateOf(path)}`;
}

function compareOperation(old: Operation, current: Operation, collector: Collector, site: Site): void {
  compareLifecycle(old.operation, current.operation, collector, site);
  compareParameters(old, current, collector, site);
  compareRequestBody(old.operation, current.operation, collector, site);
  compareResponses(old.operation, current.operation, collector, site);
  compareSecurity(old.operation, current.operation, collector, site);
  compareServers([old.operation, old.item], [current.operation, current.item], collector, site.operation);
  compareCallbacks(old.operation, current.operation, collector, site);
}

/** What the service sends because of this operation: webhooks by another name. */
function compareCallbacks(old: Cursor, current: Cursor, collector: Collector, site: Site): void {
  const flat = (document: SpecDocument, operation: Cursor): [string, Cursor][] =>
    document
      .entries(document.child(operation, 'callbacks'))
      .flatMap(([name, callback]) =>
        document
          .entries(callback)
          .map(([expression, item]): [string, Cursor] => [`${escapeKey(name)} ${expression}`, item]),
      );
  comparePaths(
    flat(collector.old, old),
    flat(collector.new, current),
    collector,
    ({ method, path }) => `${site.operation} callback ${path} ${method.toUpperCase()}`,
    true,
  );
}
