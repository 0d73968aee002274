/** What the application runs on. */
export type Framework = 'nest' | 'express' | 'fastify' | 'koa' | 'hono' | 'node';

interface Template {
  /** By which package.json tells it; empty: by none of the others. */
  readonly package: string;
  /** What to add to the application. */
  readonly step: (file: string) => string;
}

/** In the order in which they are looked for: Nest brings one of the others along. */
export const FRAMEWORKS: Readonly<Record<Framework, Template>> = {
  nest: { package: '@nestjs/core', step: () => '' },
  express: {
    package: 'express',
    step: add("import { expressOperations } from 'dtospec/express';", [
      'expressOperations(app, docs, operations);',
      "docs.mount(app, '/docs');",
    ]),
  },
  fastify: {
    package: 'fastify',
    step: add("import { fastifyDocs, fastifyOperations } from 'dtospec/fastify';", [
      "app.register(fastifyDocs, { docs, prefix: '/docs' });",
      'app.register(fastifyOperations, { docs, operations });',
    ]),
  },
  koa: {
    package: 'koa',
    step: add("import { koaDocs, koaOperations } from 'dtospec/koa';", [
      'koaOperations(router, docs, operations);',
      "app.use(koaDocs(docs, '/docs'));",
    ]),
  },
  hono: {
    package: 'hono',
    step: add("import { fetchDocs, honoOperations } from 'dtospec/fetch';", [
      "const serveDocs = fetchDocs(docs, '/docs');",
      'app.use(async (context, next) => serveDocs(context.req.raw) ?? next());',
      'honoOperations(app, docs, operations);',
    ]),
  },
  node: {
    package: '',
    step: add("import { nodeOperations } from 'dtospec';", [
      'const api = nodeOperations(docs, operations);',
      "const serveDocs = docs.middleware('/docs');",
      'createServer((request, response) => serveDocs(request, response, () => api(request, response)));',
    ]),
  },
};

function add(imported: string, lines: readonly string[]): (file: string) => string {
  return (file) =>
    `Add to the application, where its routes are:\n${[
      imported,
      `import { docs, operations } from './${file.replace(/^.*\//, '').replace(/\.ts$/, '.js')}';`,
      '',
      ...lines,
    ]
      .map((line) => (line === '' ? '' : `  ${line}`))
      .join('\n')}`;
}

/** Of an application of Nest's nothing is written anew. */
export const NEST_STEPS: readonly string[] = [
  `Add to main.ts, after prefix, versions and pipes are set:
  import { nestDocs } from 'dtospec/nest';

  nestDocs(app, { info: { title: 'Cats', version: '1.0.0' } }).mount(app, '/docs');`,
  `Write the document into the repository, of a module that exports createApp(options), which makes the application and
   does not listen:
  npx dtospec build dist/create-app.js -o openapi.yaml`,
];

/** The first file of an API, of the words of package.json. */
export const FIRST_API = ({ name = 'api', version = '1.0.0' }: { name?: string; version?: string }): string =>
  `import 'reflect-metadata';
import { IsString, Length } from 'class-validator';
import { Description, Docs, Example, operation, response, type Config } from 'dtospec';

@Description('What one says at a door')
export class Greeting {
  @Example('Hello')
  @IsString()
  @Length(1, 80)
  text!: string;
}

const greet = operation(
  { method: 'GET', path: '/greeting', responses: { 200: response('A greeting', Greeting) } },
  () => Object.assign(new Greeting(), { text: 'Hello' }),
);

export const operations = [greet];

const config: Config = { info: { title: ${quote(name)}, version: ${quote(version)} } };

/** What the application serves. */
export const docs = new Docs(config);

/** The same without an application, for dtospec build: nothing listens. */
export function makeDocs(): Docs {
  const docs = new Docs(config);
  docs.bindOperations(operations);
  return docs;
}
`;

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
