import { escapeKey } from 'dtospec/internal';
import { type Collector, type Place, type Site } from './collector.js';
import { DiffError, fieldOf, type Cursor, type SpecDocument } from './document.js';
import { compareRequestBody } from './parts/body.js';
import { compareLifecycle } from './parts/lifecycle.js';
import { compareParameters } from './parts/parameters.js';
import { compareResponses } from './parts/responses.js';
import { compareSecurity, compareSecuritySchemes } from './parts/security.js';
import { compareServers } from './parts/servers.js';

export function compareDocumentParts(collector: Collector): void {
  compareServers([], [], collector);
  compareSecuritySchemes(collector);
  const tagsOf = (document: SpecDocument): string[] =>
    document.items(document.child(document.root, 'tags')).map((tag) => String(fieldOf(tag, 'name')));
  const before = tagsOf(collector.old);
  const after = tagsOf(collector.new);
  const place: Place = { direction: 'both', part: 'document', pointer: '#/tags', where: 'tags' };
  for (const name of before)
    if (!after.includes(name))
      collector.add(place, { rule: 'tag-removed', message: `The tag ${name} was removed.` });
  for (const name of after)
    if (!before.includes(name))
      collector.add(place, { rule: 'tag-added', message: `The tag ${name} was added.` });
}

/** The fields of a Path Item Object that are operations; `query` since OpenAPI 3.2. */
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly item: Cursor;
  readonly operation: Cursor;
}

type Items = readonly [string, Cursor][];

export function compareOperations(collector: Collector): void {
  const { old, new: current, options } = collector;
  const isWanted = pathFilter(options.paths ?? []);
  const pathsIn = (document: SpecDocument, prefix = ''): Items =>
    document
      .entries(document.child(document.root, 'paths'))
      .filter(([path]) => path.startsWith('/'))
      .map(([path, item]): [string, Cursor] => [withoutPrefix(path, prefix), item])
      .filter(([path]) => isWanted(path));
  const before = pathsIn(old, options.prefixes?.old);
  const after = pathsIn(current, options.prefixes?.new);
  if (options.paths !== undefined && before.length + after.length === 0)
    throw new DiffError(`Neither document has a path that matches ${options.paths.join(', ')}.`);
  comparePaths(before, after, collector, ({ method, path }) => `${method.toUpperCase()} ${path}`, false);
  const webhooksIn = (document: SpecDocument): Items =>
    document.entries(document.child(document.root, 'webhooks'));
  comparePaths(
    webhooksIn(old),
    webhooksIn(current),
    collector,
    ({ method, path }) => `webhook ${path} ${method.toUpperCase()}`,
    true,
  );
}

/** Returns a filter by globs. `*` matches a part of a segment, `**` any number of segments. */
function pathFilter(globs: readonly string[]): (path: string) => boolean {
  const patternOf = (glob: string): RegExp => {
    const source = glob
      .replace(/[.+^${}()|[\]\\?]/g, '\\$&')
      .replace(/\/\*\*$|\*\*?/g, (star) => STARS[star] ?? '');
    return new RegExp(`^${source}$`);
  };
  const wanted = globs.filter((glob) => !glob.startsWith('!')).map(patternOf);
  const unwanted = globs.filter((glob) => glob.startsWith('!')).map((glob) => patternOf(glob.slice(1)));
  return (path) =>
    (wanted.length === 0 || wanted.some((pattern) => pattern.test(path))) &&
    !unwanted.some((pattern) => pattern.test(path));
}

const STARS: Readonly<Record<string, string>> = { '/**': '(?:/.*)?', '**': '.*', '*': '[^/]*' };

function withoutPrefix(path: string, prefix: string): string {
  const root = prefix.replace(/\/$/, '');
  return root !== '' && `${path}/`.startsWith(`${root}/`) ? path.slice(root.length) || '/' : path;
}

function comparePaths(
  before: Items,
  after: Items,
  collector: Collector,
  operationName: (operation: Operation) => string,
  isWebhook: boolean,
): void {
  const direction = isWebhook ? 'response' : 'request';
  const current = operationsOf(after, collector.new);
  const matched = new Set<Operation>();
  const byTemplate = new Map<string, Operation[]>();
  for (const operation of current) {
    const key = templateKey(operation);
    byTemplate.set(key, [...(byTemplate.get(key) ?? []), operation]);
  }
  for (const operation of operationsOf(before, collector.old)) {
    const same = byTemplate.get(templateKey(operation)) ?? [];
    const match =
      same.find(({ path }) => path === operation.path) ?? same.find((other) => !matched.has(other));
    if (match !== undefined) {
      matched.add(match);
      compareOperation(operation, match, collector, {
        operation: operationName(match),
        isWebhook,
        direction,
      });
    } else
      reportRemoved(operation.operation, collector, {
        operation: operationName(operation),
        isWebhook,
        direction,
      });
  }
  for (const operation of current)
    if (!matched.has(operation))
      reportAdded(operation.operation, collector, {
        operation: operationName(operation),
        isWebhook,
        direction,
      });
}

function reportAdded(
  { pointer }: Cursor,
  collector: Collector,
  { operation, isWebhook, direction }: Site,
): void {
  const part = isWebhook ? 'webhook' : 'operation';
  collector.add(
    { operation, direction, part, where: part, pointer },
    { rule: `${part}-added`, message: `${operation} was added.` },
  );
}

function reportRemoved(
  removed: Cursor,
  collector: Collector,
  { operation, isWebhook, direction }: Site,
): void {
  const part = isWebhook ? 'webhook' : 'operation';
  const sunset = fieldOf(removed, 'x-sunset');
  const announced =
    fieldOf(removed, 'deprecated') === true
      ? ` It was deprecated${typeof sunset === 'string' ? `, with sunset ${sunset}` : ''}.`
      : '';
  collector.add(
    { operation, direction, part, pointer: removed.pointer, where: part },
    {
      rule: `${part}-removed`,
      message: `${operation} was removed.${announced}`,
      ...collector.sunsetOf(removed),
      witness: {
        message: operation,
        reason: isWebhook
          ? 'The old document promises this message, the new one does not.'
          : 'The old document answers this request, the new one does not.',
      },
    },
  );
}

function operationsOf(paths: Items, document: SpecDocument): Operation[] {
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
function templateKey({ method, path }: Operation): string {
  return `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
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

function compareCallbacks(old: Cursor, current: Cursor, collector: Collector, site: Site): void {
  const itemsOf = (document: SpecDocument, operation: Cursor): Items =>
    document
      .entries(document.child(operation, 'callbacks'))
      .flatMap(([name, callback]) =>
        document
          .fields(callback)
          .map(([expression, item]): [string, Cursor] => [`${escapeKey(name)} ${expression}`, item]),
      );
  comparePaths(
    itemsOf(collector.old, old),
    itemsOf(collector.new, current),
    collector,
    ({ method, path }) => `${site.operation} callback ${path} ${method.toUpperCase()}`,
    true,
  );
}
