import type { FrameworkRoutes } from './types.js';

/** What a mounted application is called. */
export const APPLICATION = 'an application of its own';

/** What several parts of an application serve. */
export function joinRoutes(parts: readonly FrameworkRoutes[]): Required<FrameworkRoutes> {
  return {
    routes: parts.flatMap(({ routes }) => routes),
    unknown: parts.flatMap(({ unknown }) => unknown),
    applications: parts.flatMap(({ applications }) => applications ?? []),
  };
}

/** The name of a function as a place: a function may have none. */
export function namedPlace(handler: { readonly name?: string } | undefined): string | undefined {
  return handler?.name === '' ? undefined : handler?.name;
}
