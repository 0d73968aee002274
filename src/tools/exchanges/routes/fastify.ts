import { DOCS_ROUTE } from 'dtospec/internal';
import type { FrameworkRoute, RouteReader } from './framework-routes.js';

interface Fastify {
  ready(): PromiseLike<unknown>;
  printRoutes(options: { includeMeta: readonly string[] }): string;
  readonly supportedMethods?: readonly string[];
  hasRoute(route: { method: string; url: string; constraints?: unknown }): boolean;
}

const BEFORE_5: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/**
 * Reads routes of Fastify 4 and 5 from the tree of `printRoutes`: `onRoute` does not report existing routes.
 */
export const fastify: RouteReader = {
  recognises: (app) => 'printRoutes' in app && 'hasRoute' in app && 'ready' in app,
  read: async (app: Fastify) => {
    await app.ready();
    const leaves = readTree(app.printRoutes({ includeMeta: ['logSerializers'] }));
    const { supportedMethods = BEFORE_5 } = app;
    const namesOf = (methods: readonly string[]): readonly string[] =>
      supportedMethods.every((method) => methods.includes(method)) ? ['ALL'] : methods;
    const routes = leaves
      .filter(({ isDocs }) => !isDocs)
      .flatMap((leaf) => namesOf(leaf.methods).map((method) => routeOf(app, method, leaf)));
    return { routes, unknown: [] };
  },
  syntax: () => ({ hasGroups: false, hasExpressions: false }),
};

interface Leaf {
  readonly methods: readonly string[];
  /** Texts from the root on. A parameter has all its names, separated by `|`. */
  readonly nodes: readonly string[];
  readonly constraints: unknown;
  isDocs: boolean;
}

const LINE = /^((?:│ {3}| {4})*)(?:(?:├──|└──) )?(.*)$/;
const ROUTE = /^(.*?) \(([A-Z][A-Z-]*(?:, [A-Z][A-Z-]*)*)\)(?: (\{.*\}))?$/;

function readTree(text: string): Leaf[] {
  const leaves: Leaf[] = [];
  let nodes: string[] = [];
  for (const line of text.split('\n')) {
    const [, indent = '', content = ''] = LINE.exec(line) ?? [];
    const [, name = content, methods, constraints] = ROUTE.exec(content) ?? [];
    const last = leaves.at(-1);
    if (content.startsWith('• (')) {
      if (last !== undefined && content.includes(JSON.stringify(DOCS_ROUTE))) last.isDocs = true;
      continue;
    }
    // Further routes of a node have lines of their own, without a branch.
    if (/[├└]/.test(line)) nodes = [...nodes.slice(0, indent.length / 4), name];
    if (methods === undefined) continue;
    const parsed: unknown = constraints === undefined ? undefined : JSON.parse(constraints);
    leaves.push({ methods: methods.split(', '), nodes, constraints: parsed, isDocs: false });
  }
  return leaves;
}

/** Asks Fastify which route exists, since text with a colon looks like a parameter. */
function routeOf(app: Fastify, method: string, { methods, nodes, constraints }: Leaf): FrameworkRoute {
  const readings = nodes.reduce<string[]>(
    (paths, node) => paths.flatMap((path) => readingsOf(node).map((reading) => path + reading)),
    [''],
  );
  const route = { method: methods[0] ?? method, ...(constraints !== undefined && { constraints }) };
  const last = readings.pop() ?? '/';
  const path = readings.find((url) => app.hasRoute({ ...route, url })) ?? last;
  return { method, path: path.replaceAll('::', '\\:').replaceAll(WHOLE, '{$1}') };
}

/** A parameter beside text, in the form that `fastifyOperations` writes. */
const WHOLE = /:(\w+)\(\^\[\^\/?\]\+\)/g;

/** Returns the possible readings of a node, text first: Fastify does not compare parameter names. */
function readingsOf(node: string): string[] {
  const text = node.replaceAll(':', '::');
  return node.startsWith(':') ? [text, firstName(node)] : [text];
}

function firstName(node: string): string {
  return /^(?:\((?:\\.|[^\\()]|\((?:\\.|[^\\()])*\))*\)|[^|(])*/.exec(node)?.[0] ?? node;
}
