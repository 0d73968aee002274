import type { Finding } from '../shared/diagnostics.js';
import { once } from '../shared/once.js';
import type { Operation } from './operations.js';

interface EarlierRoute {
  readonly operation: Operation;
  readonly matcher: () => RegExp;
}

/**
 * Reports operations that never run. Express runs the first route that matches, so `/users/:id` answers
 * `/users/me` too if its handler comes first, and a GET route answers HEAD. It compares paths
 * percent-encoded, as they are sent. Fastify prefers concrete paths and decodes them.
 *
 * @param operations in the order in which Nest registers them: by module, controller and handler
 */
export function reportUnreachable(
  operations: readonly Operation[],
  platform: string,
  report: (finding: Finding) => void,
): void {
  if (platform !== 'express') return;
  const earlier: EarlierRoute[] = [];
  for (const operation of operations) {
    const { path, handler } = operation.route;
    const cause = causeOf(operation, earlier);
    earlier.push({ operation, matcher: once(() => matcherOf(path)) });
    if (cause !== undefined)
      report({
        code: 'unreachable-route',
        message: `${operation.method} ${path} never runs: ${cause}`,
        place: handler.place,
      });
  }
}

function causeOf(operation: Operation, earlier: readonly EarlierRoute[]): string | undefined {
  const { path, handler } = operation.route;
  if (/[^!-~]/.test(path))
    return `Express compares the path as it is sent. Declare it percent-encoded: ${encodeURI(path)}.`;
  const first = earlier.find((other) => answers(other, operation))?.operation.route;
  if (first === undefined) return undefined;
  const remedy = remedyFor(handler, first.handler);
  return `Express runs ${first.handler.place} for it, by ${first.path}. ${remedy}`;
}

type Handler = Operation['route']['handler'];

function remedyFor(hidden: Handler, first: Handler): string {
  if (hidden.controller === first.controller)
    return `Declare ${hidden.methodName} before ${first.methodName}.`;
  const [own, other] = [hidden.controller.name, first.controller.name];
  return `Name ${own} before ${other} in controllers, or import its module first.`;
}

/** Matches the end of a path that takes any other: `*`, `*path` or `{*path}`. */
const WILDCARD = /\{?\/?\*\w*\}?$/;

const EXPRESSION = /[^\w/:.~%-]/;

function answers({ operation: earlier, matcher }: EarlierRoute, { method, route }: Operation): boolean {
  const { handler, path, versions, hosts } = earlier.route;
  const isGetOfHead = method === 'HEAD' && earlier.method === 'GET';
  const isSameMethod = earlier.method === method && /[:*]/.test(path);
  if (handler === route.handler || (!isGetOfHead && !isSameMethod)) return false;
  if ([versions, hosts].join('|') !== [route.versions, route.hosts].join('|')) return false;
  return !EXPRESSION.test(path.replace(WILDCARD, '')) && matcher().test(sampleOf(route.path));
}

function matcherOf(path: string): RegExp {
  const isOpen = WILDCARD.test(path);
  const fixed = path.replace(WILDCARD, '').replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+');
  return new RegExp(isOpen ? `^${fixed.replace(/\/$/, '')}/.` : `^${fixed}$`, 'i');
}

function sampleOf(path: string): string {
  return path.replace(/:\w+/g, '\0');
}
