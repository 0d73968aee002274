import {
  ancestorsOf,
  type BodyView,
  type Constructor,
  copiedFrom,
  createModeller,
  type Docs,
  type Endpoint,
  innerTypes,
  plainView,
  resolveLazyOrUnknown,
  resolveValidation,
  TYPE,
  type TypeInput,
  type TypeRef,
  typeRefOf,
} from 'dtospec/internal';
import {
  configIn,
  docsConfig,
  findRoutes,
  insideOf,
  isDto,
  type NestApplicationLike,
  nestDocs,
  type NestDocsConfig,
} from 'dtospec/internal/nest';
import { type ClassView, findRedundant, type PropertyWords } from './redundant.js';

interface Migration {
  readonly docs: Docs;
  readonly words: readonly PropertyWords[];
}

export function buildLikeNestSwagger(
  app: NestApplicationLike,
  config: NestDocsConfig | undefined,
): { readonly docs: Docs; readonly config: NestDocsConfig; readonly endpoints: readonly Endpoint[] } {
  const chosen = config ?? configIn(insideOf(app)) ?? { info: { title: '', version: '' } };
  const endpoints: Endpoint[] = [];
  const docs = nestDocs(app, {
    ...chosen,
    routes: {
      operationId: 'nestjs-swagger',
      ...chosen.routes,
      endpoint: (endpoint, route) => {
        const last = chosen.routes?.endpoint ? chosen.routes.endpoint(endpoint, route) : endpoint;
        if (last !== undefined) endpoints.push(last);
        return last;
      },
    },
  });
  return { docs, config: chosen, endpoints };
}

export function readMigration(app: NestApplicationLike, config: NestDocsConfig | undefined): Migration {
  const { docs, config: chosen, endpoints } = buildLikeNestSwagger(app, config);
  const inside = insideOf(app);
  const { validation, models = [] } = docsConfig(
    inside,
    findRoutes(inside, () => undefined),
    chosen,
  );
  const views = new Map<Constructor, readonly ClassView[]>();
  for (const direction of ['input', 'output'] as const) {
    const parts = endpoints.map(({ responses, callbacks, ...request }) => [
      direction === 'input' ? request : responses,
      callbacks,
    ]);
    const own = [{ direction }, ...viewsIn(endpoints, direction)];
    // The document has models as responses do.
    const others = direction === 'output' ? models : [];
    for (const target of classesBehind([...others, ...parts.flatMap(typesIn)]))
      views.set(target, [...(views.get(target) ?? []), ...own]);
  }
  return { docs, words: findRedundant(views, validation) };
}

function viewsIn(endpoints: readonly Endpoint[], direction: 'input' | 'output'): ClassView[] {
  const bodies = endpoints.flatMap(({ body, responses }): unknown[] =>
    direction === 'input' ? [body] : Object.values(responses),
  );
  const views = (bodies as readonly (BodyView | undefined)[]).flatMap(({ groups, version } = {}) =>
    groups === undefined && version === undefined
      ? []
      : [{ direction, ...(groups && { groups }), ...(version !== undefined && { version }) }],
  );
  return [...new Map(views.map((view) => [JSON.stringify(view), view])).values()];
}

function classesBehind(types: readonly Constructor[]): readonly Constructor[] {
  const modelOf = createModeller(resolveValidation(undefined), () => undefined);
  const classes = new Set<Constructor>();
  const waiting = [...types];
  for (let target = waiting.pop(); target !== undefined; target = waiting.pop()) {
    if (classes.has(target) || !isDto(target)) continue;
    classes.add(target);
    waiting.push(...ancestorsOf(target), ...copiedFrom(target));
    for (const direction of ['input', 'output'] as const)
      for (const { type } of modelOf(target, plainView(direction)).properties)
        waiting.push(...classesIn(type));
  }
  return [...classes];
}

function typesIn(value: unknown): Constructor[] {
  if (typeof value === 'function') return [value as unknown as Constructor];
  if (typeof value !== 'object' || value === null) return [];
  if (TYPE in value) return classesIn(typeRefOf(value as TypeInput));
  return Object.values(value).flatMap(typesIn);
}

function classesIn(ref: TypeRef): Constructor[] {
  const type = resolveLazyOrUnknown(ref);
  if (type.kind === 'class') return [type.target];
  if (type.kind === 'raw') return [...(type.classes?.values() ?? [])];
  return innerTypes(type).flatMap(classesIn);
}
