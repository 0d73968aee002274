// Generators of clients that only `npm run test:all` runs: reads `{ folder, documents }` from stdin, writes
// `folder/document/generator/client.ts`, and prints what could not be generated, by `document/generator`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { safeBuild } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { generateEndpoints } from '@rtk-query/codegen-openapi';
import { NgOpenApiGen } from 'ng-openapi-gen/lib/ng-openapi-gen.js';
import { oazapfts, parseSpec, printAst } from 'oazapfts';
import { generateZodClientFromOpenAPI } from 'openapi-zod-client';
import { generateApi } from 'swagger-typescript-api';
import { generateClientFiles } from 'typed-openapi/node';

// What the generators print for a person is no part of the answer.
const print = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;
console.log = () => undefined;

const start = process.cwd();
const here = path.dirname(fileURLToPath(import.meta.url));
const { folder, documents } = await json(process.stdin);

const read = (input) => JSON.parse(readFileSync(input, 'utf8'));

const GENERATORS = {
  kubb: async (input, output) => {
    const { error, failedPlugins } = await safeBuild({
      config: {
        root: output,
        input: { path: input },
        output: { path: '.', clean: false },
        plugins: [
          pluginOas({ validate: false }),
          pluginTs({ output: { path: 'types.ts' } }),
          pluginClient({ output: { path: 'client.ts' }, client: 'fetch' }),
        ],
      },
    });
    const [failed] = failedPlugins ?? [];
    if (error ?? failed) throw error ?? failed.error;
  },
  'swagger-typescript-api': (input, output) =>
    generateApi({ input, output, fileName: 'client.ts', httpClientType: 'fetch', silent: true }),
  oazapfts: async (input, output) => {
    const ast = await oazapfts(await parseSpec(input), {});
    writeFileSync(path.join(output, 'client.ts'), typeof ast === 'string' ? ast : printAst(ast));
  },
  'rtk-query': async (input, output) => {
    writeFileSync(
      path.join(output, 'api.ts'),
      `import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query';
export const api = createApi({ baseQuery: fetchBaseQuery({ baseUrl: 'http://localhost' }), endpoints: () => ({}) });
`,
    );
    const text = await generateEndpoints({
      apiFile: path.join(output, 'api.ts'),
      schemaFile: input,
      apiImport: 'api',
    });
    writeFileSync(path.join(output, 'client.ts'), text.replace(/from "[^"]*api"/, 'from "./api"'));
  },
  'typed-openapi': (input, output) =>
    generateClientFiles(input, {
      // It joins the path with the working directory of its start.
      output: path.relative(start, path.join(output, 'client.ts')),
      runtime: 'none',
      schemasOnly: false,
      tanstack: false,
    }),
  'openapi-zod-client': (input, output) =>
    generateZodClientFromOpenAPI({
      openApiDoc: read(input),
      distPath: path.join(output, 'client.ts'),
      templatePath: path.join(here, 'node_modules/openapi-zod-client/src/templates/default.hbs'),
      options: { shouldExportAllSchemas: true },
    }),
  'ng-openapi-gen': (input, output) => {
    new NgOpenApiGen(read(input), { input, output, silent: true, indexFile: true }).generate();
  },
};

const failures = {};
for (const [name, document] of Object.entries(documents)) {
  const own = path.join(folder, name);
  mkdirSync(own, { recursive: true });
  const input = path.join(own, 'openapi.json');
  writeFileSync(input, JSON.stringify(document));
  for (const [generator, run] of Object.entries(GENERATORS)) {
    const output = path.join(own, generator);
    mkdirSync(output, { recursive: true });
    // Some write beside the working directory.
    process.chdir(output);
    try {
      await run(input, output);
    } catch (error) {
      failures[`${name}/${generator}`] = String(error?.message ?? error).split('\n')[0];
    }
  }
}
print(JSON.stringify(failures));
process.exit(0);
