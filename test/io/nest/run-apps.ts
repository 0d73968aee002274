/* Runs the applications of test/fixtures/nest in this process, and prints what their documents say and what they do. */
import 'reflect-metadata';
import {
  ClassSerializerInterceptor,
  type INestApplication,
  type LoggerService,
  type Type,
} from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DtospecModule, nestDocs } from 'dtospec/nest';
import { probe, type Probe } from './probe.js';

type Settle = (app: INestApplication, serializer: ClassSerializerInterceptor) => void;

/** What one application told and did on one platform. */
export interface Run {
  readonly app: string;
  readonly platform: string;
  readonly document: Document;
  /** The same in preview mode. */
  readonly previewed: Document;
  /** What DtospecModule serves. */
  readonly ofModule: Document;
  readonly diagnostics: readonly { readonly code: string; readonly places: readonly string[] }[];
  readonly problems: string | undefined;
  /** `GET /users/:id`, as Nest handed them to the platform. */
  readonly registered: readonly string[];
  readonly probes: readonly Probe[];
  /** Status of the page and of the document that it serves. */
  readonly served: readonly number[];
}

type Document = ReturnType<ReturnType<typeof nestDocs>['buildSpec']>;

const ADAPTERS: Readonly<Record<string, () => ExpressAdapter | FastifyAdapter>> = {
  express: () => new ExpressAdapter(),
  fastify: () => new FastifyAdapter(),
};

const SILENT: LoggerService = { log: () => undefined, warn: () => undefined, error: () => undefined };
const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'all'];

async function main(): Promise<void> {
  const runs: Run[] = [];
  // "shop express": an application and its platform. Nest has interceptors for files, and hosts, on Express only.
  for (const wanted of process.argv.slice(2)) {
    const [app = '', platform = ''] = wanted.split(' ');
    runs.push(await run(app, platform));
  }
  process.stdout.write(JSON.stringify(runs), () => process.exit(0));
}

async function run(name: string, platform: string): Promise<Run> {
  const file = `./${name}.js`;
  const exported = (await import(file)) as Readonly<Record<string, unknown>>;
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const config = { info: { title, version: '1.0.0' } };
  const create = async (preview: boolean): Promise<INestApplication> => {
    const options = { logger: SILENT, abortOnError: false, preview };
    class Root {}
    const imports = [
      exported[`${title}Module`] as Type,
      DtospecModule.forRoot({ ...config, path: '/module' }),
    ];
    const app = await NestFactory.create({ module: Root, imports }, ADAPTERS[platform]!() as never, options);
    (exported[`settle${title}`] as Settle)(app, new ClassSerializerInterceptor(new Reflector()));
    return app;
  };
  // Its configuration is the module's.
  const previewed = nestDocs(await create(true)).buildSpec();
  const app = await create(false);
  const docs = nestDocs(app, config);
  docs.mount(app as never, '/docs');
  const registered = listen(app);
  await app.listen(0, '127.0.0.1');
  const origin = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const document = docs.buildSpec();
  const probes = await probe(document, origin);
  const served = await Promise.all(
    ['/docs/', '/docs/openapi.json', '/module/'].map(async (path) => (await fetch(origin + path)).status),
  );
  const ofModule = (await (await fetch(`${origin}/module/openapi.json`)).json()) as Document;
  await app.close();
  return {
    app: name,
    platform,
    document,
    previewed,
    ofModule,
    diagnostics: docs.diagnostics({ notes: true }),
    problems: docs.validate()?.message,
    registered,
    probes,
    served,
  };
}

/** Hears what Nest registers. */
function listen(app: INestApplication): string[] {
  const heard: string[] = [];
  const adapter = app.getHttpAdapter() as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const method of METHODS) {
    const register = adapter[method]!.bind(adapter);
    adapter[method] = (...args) => {
      if (typeof args[0] === 'string') heard.push(`${method.toUpperCase()} ${args[0]}`);
      return register(...args);
    };
  }
  return heard;
}

void main();
