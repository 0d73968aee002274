import type { Constructor } from '../shared/types.js';
import { insideOf, KEYS, type NestApplicationLike, type NestInside } from './nest.js';

/** What `RouterModule.register` is given. */
interface RouteTree {
  readonly path?: string;
  readonly module?: Constructor;
  readonly children?: readonly (RouteTree | Constructor)[];
}

/** The token under which RouterModule keeps them; a symbol of Nest's that it does not export. */
const TOKEN = 'ROUTES';

/** The path that a RouterModule gives a module: in preview mode it has not told the module yet. */
export function routedPathOf(module: Constructor, modules: NestInside['modules']): string | undefined {
  for (const { providers } of modules.values())
    for (const [token, { instance }] of providers) {
      if (typeof token !== 'symbol' || token.description !== TOKEN || !Array.isArray(instance)) continue;
      const path = findIn(instance as RouteTree[], '', module);
      if (path !== undefined) return path;
    }
  return undefined;
}

/**
 * Gives the modules of an application the paths that RouterModule gives them when it is created, for readers of their
 * metadata such as @nestjs/swagger: in preview mode it never is.
 */
export function setRouterPaths(app: NestApplicationLike): void {
  const { modules } = insideOf(app);
  for (const { metatype } of modules.values()) {
    const path = routedPathOf(metatype, modules);
    if (path !== undefined)
      Reflect.defineMetadata(KEYS.modulePath + (modules.applicationId ?? ''), path, metatype);
  }
}

/** The path of a module in a tree: children are below their parent's. */
function findIn(
  trees: readonly (RouteTree | Constructor)[],
  parent: string,
  module: Constructor,
): string | undefined {
  for (const tree of trees) {
    if (tree === module) return parent;
    if (typeof tree === 'function') continue;
    const path = join(parent, tree.path ?? '');
    if (tree.module === module) return path;
    const found = findIn(tree.children ?? [], path, module);
    if (found !== undefined) return found;
  }
  return undefined;
}

function join(parent: string, path: string): string {
  const text = `${parent}/${path}`.replace(/\/+/g, '/').replace(/\/$/, '');
  return text === '' ? '/' : text;
}
