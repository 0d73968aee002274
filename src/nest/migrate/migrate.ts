import type ts from 'typescript';
import type { Docs } from '../../docs.js';
import type { Endpoint } from '../../documents/openapi/types/endpoint.js';
import type { BodyView } from '../../documents/openapi/types/parts.js';
import { configIn } from '../module-config.js';
import { docsConfig, nestDocs } from '../nest-docs.js';
import { insideOf, type NestApplicationLike } from '../nest.js';
import type { NestDocsConfig } from '../options.js';
import { findRoutes } from '../routes.js';
import { adviceOn, type Advice } from './advice.js';
import { classesBehind } from './classes.js';
import { findMappedTypes, type MappedTypeUse } from './mapped-types.js';
import { findRedundant, type ClassLook, type PropertyWords } from './redundant.js';
import { namesIn, parseSource } from './rewrite.js';
import { findDecorators, type TypeScript } from './sources.js';

/** An application on its way from @nestjs/swagger. */
export interface Migration {
  readonly docs: Docs;
  /** What @nestjs/swagger's decorators on the properties of its DTOs are good for. */
  readonly words: readonly PropertyWords[];
}

/** Documents an application under @nestjs/swagger's operationIds, unless its own configuration names others. */
export function documentAsTheirs(
  app: NestApplicationLike,
  config: NestDocsConfig | undefined,
): { readonly docs: Docs; readonly config: NestDocsConfig; readonly endpoints: readonly Endpoint[] } {
  const found = config ?? configIn(insideOf(app)) ?? { info: { title: '', version: '' } };
  const endpoints: Endpoint[] = [];
  const docs = nestDocs(app, {
    ...found,
    routes: {
      operationId: 'nestjs-swagger',
      ...found.routes,
      endpoint: (endpoint, route) => {
        const last = found.routes?.endpoint ? found.routes.endpoint(endpoint, route) : endpoint;
        if (last !== undefined) endpoints.push(last);
        return last;
      },
    },
  });
  return { docs, config: found, endpoints };
}

/** Documents an application, and asks what its document owes to @nestjs/swagger's decorators on properties. */
export function readMigration(app: NestApplicationLike, config: NestDocsConfig | undefined): Migration {
  const { docs, config: given, endpoints } = documentAsTheirs(app, config);
  const inside = insideOf(app);
  const { validation, models = [] } = docsConfig(
    inside,
    findRoutes(inside, () => undefined),
    given,
  );
  return { docs, words: findRedundant(classesBehind(endpoints, models), validation, viewsIn(endpoints)) };
}

/** Returns each combination of direction, groups and version that the bodies of the endpoints have. */
function viewsIn(endpoints: readonly Endpoint[]): ClassLook[] {
  const found = endpoints.flatMap(({ requestBody, responses }) => [
    ...lookAt('input', [requestBody]),
    ...lookAt('output', Object.values(responses)),
  ]);
  return [...new Map(found.map((view) => [JSON.stringify(view), view])).values()];
}

function lookAt(direction: 'input' | 'output', bodies: readonly unknown[]): ClassLook[] {
  return (bodies as readonly (BodyView | undefined)[]).flatMap(({ groups, version } = {}) =>
    groups === undefined && version === undefined
      ? []
      : [{ direction, ...(groups && { groups }), ...(version !== undefined && { version }) }],
  );
}

/** What becomes of one source of the application. */
export interface SourceReading {
  readonly advice: readonly Advice[];
  readonly mappedTypes: readonly MappedTypeUse[];
  /** Names of the classes that it declares. */
  readonly classes: readonly string[];
}

/** Reads the decorators on properties and the mapped types in one source of the application. */
export function readSource(
  typescript: TypeScript,
  name: string,
  text: string,
  words: readonly PropertyWords[],
): SourceReading {
  const file = parseSource(typescript, text, name);
  const taken = namesIn(typescript, file);
  const advice = adviceOn(findDecorators(typescript, file), words).map((one): Advice => {
    const clash = one.replacement.map((text) => /\w+/.exec(text)?.[0] ?? '').find((text) => taken.has(text));
    if (clash === undefined) return one;
    return { ...one, kind: 'keep', replacement: [], reason: `the file has a ${clash} of its own` };
  });
  return { advice, mappedTypes: findMappedTypes(typescript, file), classes: classesIn(typescript, file) };
}

function classesIn(typescript: TypeScript, file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (typescript.isClassLike(node) && node.name !== undefined) found.push(node.name.text);
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
