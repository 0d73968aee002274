import type { Parameter } from '../documents/openapi/types/parts.js';
import { normalizePath, readCustomMethod } from '../documents/openapi/paths/path.js';
import type { Finding } from '../shared/diagnostics.js';
import type { Operation } from './operations.js';
import type { Handler } from './routes.js';

/** Returns the names of the parameters in a path of Nest. */
export function pathNamesOf(path: string): readonly string[] {
  return normalizePath(readCustomMethod(path), () => undefined, '').parameters;
}

/**
 * Returns a function that reports each path parameter which none of the paths of its handler has: its value
 * is always undefined. Numbers are the names of groups and wildcards.
 */
export function createPathNameCheck(
  operations: readonly Operation[],
  report: (finding: Finding) => void,
): (handler: Handler, parameters: readonly Parameter[]) => void {
  const namesByHandler = new Map<object, Set<string>>();
  for (const { route } of operations) {
    const names = namesByHandler.get(route.handler.callback) ?? new Set();
    namesByHandler.set(route.handler.callback, names);
    for (const name of pathNamesOf(route.path)) names.add(name);
  }
  return ({ callback, place }, parameters) => {
    const names = namesByHandler.get(callback);
    // One report for a handler with several operations.
    if (names === undefined) return;
    namesByHandler.delete(callback);
    const known = [...names].map((name) => `:${name}`).join(', ') || 'no parameters';
    for (const { in: location, name } of parameters)
      if (location === 'path' && !names.has(name) && !/^\d+$/.test(name))
        report({
          code: 'path-parameter-not-in-path',
          message: `The path has ${known}, so @Param(${JSON.stringify(name)}) is undefined. Correct the name in the path or in @Param.`,
          place,
        });
  };
}
