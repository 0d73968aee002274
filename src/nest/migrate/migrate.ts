import type { Docs } from '../../docs.js';
import type { Endpoint } from '../../spec/endpoint.js';
import { configIn } from '../module-config.js';
import { docsConfig, nestDocs } from '../nest-docs.js';
import { insideOf, type NestApplicationLike } from '../nest.js';
import type { NestDocsConfig } from '../options.js';
import { findRoutes } from '../routes.js';
import { adviceOn, type Advice } from './advice.js';
import { classesBehind } from './classes.js';
import { findRedundant, type PropertyWords } from './redundant.js';
import { namesIn, parseSource } from './rewrite.js';
import { findDecorators, type TypeScript } from './sources.js';

/** An application on its way from @nestjs/swagger. */
export interface Migration {
  readonly docs: Docs;
  /** What @nestjs/swagger's decorators on the properties of its DTOs are good for. */
  readonly words: readonly PropertyWords[];
}

/** Documents an application, and asks what its document owes to @nestjs/swagger's decorators on properties. */
export function readMigration(app: NestApplicationLike, config: NestDocsConfig | undefined): Migration {
  const inside = insideOf(app);
  const given = config ?? configIn(inside) ?? { info: { title: '', version: '' } };
  const endpoints: Endpoint[] = [];
  const docs = nestDocs(app, {
    ...given,
    routes: {
      ...given.routes,
      endpoint: (endpoint, route) => {
        const last = given.routes?.endpoint ? given.routes.endpoint(endpoint, route) : endpoint;
        if (last !== undefined) endpoints.push(last);
        return last;
      },
    },
  });
  const { validation, models = [] } = docsConfig(
    inside,
    findRoutes(inside, () => undefined),
    given,
  );
  return { docs, words: findRedundant(classesBehind(endpoints, models), validation) };
}

/** What becomes of each decorator on a property in one source of the application. */
export function adviseSource(
  typescript: TypeScript,
  name: string,
  text: string,
  words: readonly PropertyWords[],
): Advice[] {
  const file = parseSource(typescript, text, name);
  const taken = namesIn(typescript, file);
  return adviceOn(findDecorators(typescript, file), words).map((advice) => {
    const clash = advice.replacement.map((one) => /\w+/.exec(one)?.[0] ?? '').find((one) => taken.has(one));
    if (clash === undefined) return advice;
    return { ...advice, kind: 'keep', replacement: [], reason: `the file has a ${clash} of its own` };
  });
}
