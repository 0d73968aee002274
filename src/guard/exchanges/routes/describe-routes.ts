import type { LoneRoute, RouteComparison, UnknownRoute } from './types.js';

/** What a person reads of a comparison: each route, where it is, and what to do. */
export function describeRoutes({ ok, undocumented, unserved, hint, unknown }: RouteComparison): string {
  const told =
    unknown.length === 0 ? [] : ['', 'Nothing tells what these serve:', ...unknown.map(unknownLine)];
  if (ok) return ['Each route is documented, and each operation is served.', ...told].join('\n');
  return [
    `The routes are not those of the document: ${undocumented.length} undocumented, ${unserved.length} unserved.`,
    ...section(
      'Served, and not documented. Add an operation to the document, or name it in `ignore`:',
      undocumented.map(
        ({ place, ...route }) => `${nameOf(route)}${place === undefined ? '' : ` (${place})`}`,
      ),
    ),
    ...section(
      'Documented, and not served. Add a route to the application, remove the operation, or name it in `ignore`:',
      unserved.map(({ place, ...route }) => `${nameOf(route)}, documented at ${place ?? '#/paths'}`),
    ),
    ...(hint === undefined ? [] : ['', hint]),
    ...told,
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}

function nameOf({ method, path }: Pick<LoneRoute, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

function unknownLine({ path, what }: UnknownRoute): string {
  return `  ${path}: ${what}`;
}
