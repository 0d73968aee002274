export type Framework = 'nest' | 'express' | 'fastify' | 'koa' | 'hono' | 'node';

interface Template {
  readonly package: string;
  readonly steps: (file: string, compiled: string) => readonly string[];
  readonly hasRoutes?: true;
}

/** Frameworks in the order of detection: Nest first, since it depends on one of the others. */
export const FRAMEWORKS: Readonly<Record<Framework, Template>> = {
  nest: { package: '@nestjs/core', hasRoutes: true, steps: () => NEST_STEPS },
  express: {
    package: 'express',
    steps: add("import { expressOperations } from 'dtospec/express';", [
      'expressOperations(app, docs, operations);',
      "docs.mount(app, '/docs');",
    ]),
  },
  fastify: {
    package: 'fastify',
    steps: add("import { fastifyDocs, fastifyOperations } from 'dtospec/fastify';", [
      "app.register(fastifyDocs, { docs, prefix: '/docs' });",
      'app.register(fastifyOperations, { docs, operations });',
    ]),
  },
  koa: {
    package: 'koa',
    steps: add("import { koaDocs, koaOperations } from 'dtospec/koa';", [
      'koaOperations(router, docs, operations);',
      "app.use(koaDocs(docs, '/docs'));",
    ]),
  },
  hono: {
    package: 'hono',
    steps: add("import { fetchDocs, honoOperations } from 'dtospec/fetch';", [
      "const serveDocs = fetchDocs(docs, '/docs');",
      "app.all('/docs/*', (context) => serveDocs(context.req.raw) ?? context.notFound());",
      'honoOperations(app, docs, operations);',
    ]),
  },
  node: {
    package: '',
    steps: add("import { createServer } from 'node:http';\n  import { nodeOperations } from 'dtospec';", [
      'const api = nodeOperations(docs, operations);',
      "const serveDocs = docs.middleware('/docs');",
      'createServer((request, response) => {',
      '  serveDocs(request, response, () => {',
      '    void api(request, response).then((served) => served || response.writeHead(404).end());',
      '  });',
      '}).listen(3000);',
    ]),
  },
};

function add(imported: string, lines: readonly string[]): Template['steps'] {
  return (file, compiled) => {
    const module = `./${file.replace(/^.*\//, '').replace(/\.ts$/, '.js')}`;
    const added = [imported, `import { docs, operations } from '${module}';`, '', ...lines];
    return [
      `Add to your application, where its routes are (without one, write them to a new file):\n${added.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}`,
      `Compile, and write the document into the repository:\n  npx tsc\n  npx dtospec build ${compiled} -o openapi.yaml`,
    ];
  };
}

const NEST_STEPS = [
  `Add to main.ts, after you set prefix, versions and pipes:
  import { nestDocs } from 'dtospec/nest';

  nestDocs(app, { info: { title: 'Cats', version: '1.0.0' } }).mount(app, '/docs');`,
  `Write src/make-docs.ts, with the same prefix, versions and pipes:
  import { NestFactory } from '@nestjs/core';
  import { nestDocs } from 'dtospec/nest';
  import { AppModule } from './app.module.js';

  export async function makeDocs() {
    const app = await NestFactory.create(AppModule, { preview: true, logger: false });
    return nestDocs(app, { info: { title: 'Cats', version: '1.0.0' } });
  }`,
  `Compile, and write the document into the repository:
  npx nest build
  npx dtospec build dist/make-docs.js -o openapi.yaml`,
];

export const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2022",
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "experimentalDecorators": true,
    "emitDecoratorMetadata": true,
    "outDir": "dist",
    "rootDir": "src"
  },
  "include": ["src"]
}
`;

export const FIRST_API = ({ name = 'api', version = '1.0.0' }: { name?: string; version?: string }): string =>
  `import 'reflect-metadata';
import { IsString, Length } from 'class-validator';
import { Description, Docs, Example, operation, response, type Config } from 'dtospec';

@Description('A greeting')
export class Greeting {
  @Example('Hello')
  @IsString()
  @Length(1, 80)
  text!: string;
}

const greet = operation(
  {
    method: 'GET',
    path: '/greeting',
    summary: 'Returns a greeting',
    responses: { 200: response('A greeting', Greeting) },
  },
  () => Object.assign(new Greeting(), { text: 'Hello' }),
);

export const operations = [greet];

const config: Config = { info: { title: ${quote(name)}, version: ${quote(version)} } };

/** The docs that the application serves. Its framework adapter registers the operations. */
export const docs = new Docs(config);

/** The same docs for dtospec build, without an application. */
export function makeDocs(): Docs {
  const docs = new Docs(config);
  docs.addOperations(operations);
  return docs;
}
`;

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
