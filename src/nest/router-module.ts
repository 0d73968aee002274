import type { Constructor } from '../shared/types.js';
import type { NestInside } from './nest.js';

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
