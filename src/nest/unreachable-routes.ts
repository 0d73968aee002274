import type { Finding } from '../shared/diagnostics.js';
import type { Operation } from './operations.js';

/**
 * Reports operations that never run. Express runs the first route that matches, so `/users/:id` answers
 * `/users/me` too if its handler comes first, and a GET route answers HEAD. It compares paths
 * percent-encoded, as they are sent. Fastify prefers concrete paths and decodes them.
 */
export function reportUnreachable(
  operations: readonly Operation[],
  platform: string,
  report: (finding: Finding) => void,
): void {
  if (platform !== 'express') return;
  const byController = new Map<unknown, Operation[]>();
  for (const operation of operations) {
    const { path, handler } = operation.route;
    const earlier = byController.get(handler.controller) ?? [];
    byController.set(handler.controller, [...earlier, operation]);
    if (/[^!-~]/.test(path)) {
      report({
        code: 'unreachable-route',
        message: `${operation.method} ${path} never runs: Express compares the path as it is sent. Declare it percent-encoded: ${encodeURI(path)}.`,
        place: handler.place,
      });
      continue;
    }
    const first = earlier.find((route) => answers(route, operation));
    if (first === undefined) continue;
    report({
      code: 'unreachable-route',
      message: `${operation.method} ${path} never runs: Express runs ${first.route.handler.place} for it, by ${first.route.path}. Declare ${handler.methodName} before ${first.route.handler.methodName}.`,
      place: handler.place,
    });
  }
}

const EXPRESSION = /[^\w/:.~%-]/;

function answers(earlier: Operation, { method, route }: Operation): boolean {
  const { handler, path, versions, hosts } = earlier.route;
  const isGetOfHead = method === 'HEAD' && earlier.method === 'GET';
  const isSameMethod = earlier.method === method && path.includes(':');
  if (handler === route.handler || (!isGetOfHead && !isSameMethod)) return false;
  if ([versions, hosts].join('|') !== [route.versions, route.hosts].join('|')) return false;
  return !EXPRESSION.test(path) && matcherOf(path).test(sampleOf(route.path));
}

function matcherOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`, 'i');
}

function sampleOf(path: string): string {
  return path.replace(/:\w+/g, '\0');
}
