import type { Finding } from '../shared/diagnostics.js';
import type { Operation } from './operations.js';

/**
 * Reports operations that never run. Express runs the first route that matches, so `/users/:id` answers `/users/me` too
 * if its handler comes first. Fastify prefers concrete paths.
 */
export function reportUnreachable(
  operations: readonly Operation[],
  platform: string,
  report: (finding: Finding) => void,
): void {
  if (platform !== 'express') return;
  for (const [index, operation] of operations.entries()) {
    const first = operations.slice(0, index).find((earlier) => answers(earlier, operation));
    if (first === undefined) continue;
    const { path, handler } = operation.route;
    report({
      code: 'unreachable-route',
      message: `${operation.method} ${path} never runs: Express runs ${first.route.handler.place} for it, by ${first.route.path}. Declare ${handler.methodName} before ${first.route.handler.methodName}.`,
      place: handler.place,
    });
  }
}

/** Returns whether the earlier of two routes of one controller answers every request of the other. */
function answers(earlier: Operation, { method, route }: Operation): boolean {
  const { handler, path, versions, hosts } = earlier.route;
  return (
    earlier.method === method &&
    handler !== route.handler &&
    handler.controller === route.handler.controller &&
    [versions, hosts].join('|') === [route.versions, route.hosts].join('|') &&
    /:\w/.test(path) &&
    matcherOf(path)?.test(sampleOf(route.path)) === true
  );
}

/** Returns undefined for a path with expressions, wildcards or optional parts. */
function matcherOf(path: string): RegExp | undefined {
  if (/[^\w/:.~%-]/.test(path)) return undefined;
  const segments = path.split('/').map((segment) => {
    if (/^:\w+$/.test(segment)) return '[^/]+';
    return segment.includes(':') ? undefined : segment.replaceAll('.', '\\.');
  });
  return segments.includes(undefined) ? undefined : new RegExp(`^${segments.join('/')}$`, 'i');
}

/** Returns a path of the template whose parameters have a value that no route spells out. */
function sampleOf(path: string): string {
  return path.replace(/:\w+/g, '\0');
}
