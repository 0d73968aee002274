import {
  below,
  ConfigError,
  isRecord,
  lookUp,
  type MatchPath,
  METHODS,
  type OpenApiDocument,
  type OperationObject,
  operationsOf,
  type PathItemObject,
  pathMatcher,
  rankOf,
  type RoutePart,
  type Server,
} from 'dtospec/internal';

export interface DocumentedOperation {
  /** Method and path, as in `GET /users/{id}`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** The place of the operation in the document. */
  readonly pointer: string;
  /** Matchers of the path below each server. */
  readonly matches: readonly MatchPath[];
  /** Matchers of the path without the server's path, which a proxy may add. Empty if `basePath` is set. */
  readonly proxied: readonly MatchPath[];
  /** The path below each server. */
  readonly templates: readonly string[];
  /** Sorts concrete paths before templated ones. */
  readonly rank: string;
}

export class OperationTable {
  readonly operations: readonly DocumentedOperation[];

  constructor(document: OpenApiDocument, basePath?: string) {
    this.operations = Object.entries((document as Partial<OpenApiDocument>).paths ?? {})
      .filter(([path, item]) => path.startsWith('/') && isRecord(item))
      .flatMap(([path, item]) => operationsAt(path, item, document, basePath))
      .sort((a, b) => Number(a.rank > b.rank) - Number(a.rank < b.rank));
  }

  /**
   * Returns the operation of a request. If several paths match, it prefers concrete ones ("concrete
   * definitions are matched before their templated counterparts"). A HEAD request uses the operation of GET.
   */
  find(method: string, pathname: string): DocumentedOperation | undefined {
    const operations = this.at(pathname);
    const of = (name: string): DocumentedOperation | undefined =>
      operations.find((operation) => operation.method === name);
    return of(method) ?? (method === 'HEAD' ? of('GET') : undefined);
  }

  at(pathname: string): readonly DocumentedOperation[] {
    const paths = [pathname, otherSlash(pathname)];
    for (const matchers of ['matches', 'proxied'] as const)
      for (const path of paths) {
        const matching = this.operations.filter((operation) =>
          operation[matchers].some((match) => match(path) !== undefined),
        );
        if (matching.length > 0) return matching;
      }
    return [];
  }
}

/** Returns the path with or without a final slash, whichever was not given; routers ignore it. */
export function otherSlash(pathname: string): string {
  return pathname.endsWith('/') ? pathname.slice(0, -1) : `${pathname}/`;
}

function operationsAt(
  path: string,
  source: PathItemObject,
  document: OpenApiDocument,
  basePath: string | undefined,
): DocumentedOperation[] {
  const item = pathItemOf(source, document);
  const template = routeParts(path);
  const rank = rankOf(path);
  return operationsOf(item).flatMap(([method, operation]) => {
    if (!isRecord(operation)) return [];
    const servers = operation.servers ?? item.servers ?? document.servers;
    const bases = basePath === undefined ? serverPaths(servers) : [routeParts(basePath.replace(/\/+$/, ''))];
    const answered = bases.map((base) => joined([...base, ...template]));
    const proxied = basePath === undefined ? [joined(template)] : [];
    return {
      name: `${method} ${path}`,
      method,
      path,
      pointer: below('#/paths', path, ...operationKeys(item, method)),
      matches: answered.map((parts) => pathMatcher(parts, 'whole')),
      proxied: proxied.map((parts) => pathMatcher(parts, 'whole')),
      templates: answered.map(templateOf),
      rank,
    };
  });
}

function operationKeys(item: PathItemObject, method: string): string[] {
  const field = method.toLowerCase();
  if (METHODS.has(method)) return [field];
  if (method === 'QUERY') return ['query' in item ? 'query' : 'x-query'];
  return ['additionalOperations', method];
}

/** Returns a path item merged with its reference: it may have fields beside it. */
function pathItemOf(item: PathItemObject, document: OpenApiDocument): PathItemObject {
  const target = typeof item.$ref === 'string' ? lookUp(document, item.$ref) : undefined;
  return isRecord(target) ? { ...(target as PathItemObject), ...item } : item;
}

export function operationIn(
  document: OpenApiDocument,
  { path, method }: DocumentedOperation,
): { readonly item: PathItemObject; readonly object: OperationObject } {
  const item = pathItemOf(document.paths[path] ?? {}, document);
  const entry = operationsOf(item).find(([name]) => name === method);
  return { item, object: entry?.[1] ?? { responses: {} } };
}

function serverPaths(servers: readonly Server[] | undefined): RoutePart[][] {
  const urls = (servers ?? []).filter((server) => isRecord(server)).flatMap(serverUrls);
  const paths = (urls.length === 0 ? ['/'] : urls).map((url) =>
    url.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '').replace(/^\.?\/?|[?#].*$|\/+$/g, ''),
  );
  return [...new Set(paths)].map((path) => (path === '' ? [] : routeParts(`/${path}`)));
}

function serverUrls({ url, variables }: Server): string[] {
  return Object.entries(variables ?? {}).reduce<string[]>(
    (urls, [name, variable]) => {
      const values = new Set([variable.default, ...(variable.enum ?? [])].map(String));
      return urls.flatMap((url) => [...values].map((value) => url.replaceAll(`{${name}}`, value)));
    },
    [url],
  );
}

function routeParts(template: string): RoutePart[] {
  return template
    .split(/(\{[^}]*\})/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^\{.*\}$/.test(piece) ? { parameter: piece.slice(1, -1) } : { text: piece }));
}

function templateOf(parts: readonly RoutePart[]): string {
  return parts.map((part) => ('text' in part ? part.text : `{${part.parameter}}`)).join('');
}

function joined(parts: readonly RoutePart[]): RoutePart[] {
  return parts.reduce<RoutePart[]>((all, part) => {
    const last = all.at(-1);
    if (last === undefined || !('text' in last) || !('text' in part)) return [...all, part];
    return [...all.slice(0, -1), { text: last.text + part.text }];
  }, []);
}

/**
 * Returns the target of a reference with its pointer.
 * @throws ConfigError for a reference to another file
 */
export function followReference<T>(
  source: T,
  pointer: string,
  document: object,
): { object: T; pointer: string } {
  let current = { object: source as unknown, pointer };
  const followed = new Set<string>();
  while (isRecord(current.object) && typeof current.object.$ref === 'string') {
    const { $ref } = current.object;
    const object = followed.has($ref) ? undefined : lookUp(document, $ref);
    if (object === undefined)
      throw new ConfigError(
        `The reference ${$ref} at ${current.pointer} has no target in the document. Bundle the document into one file first.`,
      );
    followed.add($ref);
    current = { object, pointer: $ref };
  }
  return current as { object: T; pointer: string };
}
