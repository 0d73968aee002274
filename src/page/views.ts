import {
  plainRequest,
  type DocsServer,
  type DocsSource,
  type Family,
  type ServedView,
} from './docs-server.js';

export function findView(
  views: readonly ServedView[],
  path: string,
): { readonly view: ServedView; readonly path: string } | undefined {
  if (views.length === 0) return undefined;
  const [, name, below = ''] = /^\/([^/]+)(\/.*)?$/s.exec(path) ?? [];
  const view = views.find((candidate) => candidate.name === name);
  return view && { view, path: below };
}

interface Place {
  readonly label: string;
  readonly path: string;
  readonly server: Pick<DocsServer, 'admits' | 'protects' | 'credentialHeaders'>;
}

export function familyOf(
  source: Pick<DocsSource, 'title' | 'views'>,
  own: Place['server'],
  current?: ServedView,
): Family {
  const places: Place[] = [
    { label: source.title, path: '', server: own },
    ...source.views().map((view) => ({ label: view.name, path: `${view.name}/`, server: view.server })),
  ];
  const here = current === undefined ? '' : `${current.name}/`;
  const up = current === undefined ? './' : '../';
  return {
    protects: places.some(({ server }) => server.protects),
    headers: [...new Set(places.flatMap(({ server }) => server.credentialHeaders))],
    documentsFor: async (request) => {
      const root = current === undefined ? request.base : request.base.slice(0, -current.name.length - 1);
      const admitted = await Promise.all(
        places.map(async ({ path, server }) => {
          const base = `${root}/${path}`.replace(/\/$/, '');
          return path === here || (await server.admits(plainRequest(request, { base, path: '/' })));
        }),
      );
      return places
        .filter((_place, index) => admitted[index])
        .map(({ label, path }) => ({ label, href: up + path, isCurrent: path === here }));
    },
  };
}
