import path from 'node:path';
import ts from 'typescript';
import { runs } from '../../fixtures/runs.js';

const root = path.resolve(__dirname, '../../..');
const at = (name: string): string => path.join(__dirname, name);

/** From where they are, without the rest of the package. */
const IMPORTS = `
import { operation } from '../../../src/operations/operation.js';
import { reply } from '../../../src/operations/make-reply.js';
import { problem, problemResponse } from '../../../src/operations/problem.js';
import { response } from '../../../src/documents/openapi/helpers.js';`;

/** Operations as services write them, each with classes of its own. */
function program(count: number): string {
  const operations = Array.from(
    { length: count },
    (_, index) => `
class Path${index} { id!: number; }
class Query${index} { page?: number; tags?: string[]; }
class Body${index} { name!: string; lines!: { sku: string; quantity: number }[]; }
class Item${index} extends Body${index} { id!: number; }
export const create${index} = operation(
  {
    method: 'POST',
    path: '/items${index}/{id}',
    params: Path${index},
    query: Query${index},
    body: Body${index},
    responses: { 201: response('Made', Item${index}), 404: problemResponse('None'), '5XX': response('Broken', String) },
  },
  async ({ params, query, body }) => {
    if (query.page === 404) return problem(404, 'There is none.');
    return await Promise.resolve(reply(201, Object.assign(new Item${index}(), body, params)));
  },
);
export const list${index} = operation(
  { method: 'GET', path: '/items${index}', query: Query${index}, responses: { 200: response('All', [Item${index}]) } },
  ({ query: { page = 1 } }) => Array.from({ length: page }, () => new Item${index}()),
);`,
  );
  return `${IMPORTS}\n${operations.join('\n')}`;
}

/** A client that calls each of the operations once. */
function clientOf(count: number): string {
  const calls = Array.from(
    { length: count },
    (_, index) => `
export async function call${index}(): Promise<string | number> {
  const input = { params: { id: 1 }, query: { page: 1 }, body: { name: '', lines: [{ sku: '', quantity: 1 }] } };
  const made = await api['/items${index}/{id}'].post(input);
  if (made.status === 404) return made.data.title;
  const all = await api['/items${index}'].get({ query: { tags: ['a'] } });
  return made.status === 201 && all.status === 200 ? made.data.id + all.data.length : 0;
}`,
  );
  const names = Array.from({ length: count }, (_, index) => `create${index}, list${index}`).join(', ');
  return `
import { createClient } from '../../../src/client/index.js';
import type { Docs } from '../../../src/docs.js';
import { ${names} } from './many.js';
const contract = (docs: Docs) => docs.clientApi([${names}]);
const api = createClient<ReturnType<typeof contract>>('');
${calls.join('')}`;
}

/** Of each of the two kinds. */
const COUNT = runs(30);
const SOURCES = new Map([
  [at('first.ts'), program(1)],
  [at('many.ts'), program(COUNT)],
  [at('client.ts'), clientOf(COUNT)],
  [at('wrong.ts'), program(1).replace('reply(201', 'reply(202')],
]);

function createProgram(): ts.Program {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  // Docstrings are not what is measured.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => SOURCES.has(file) || fileExists(file);
  host.getSourceFile = (file, ...rest) => {
    const text = SOURCES.get(file);
    return text === undefined
      ? getSourceFile(file, ...rest)
      : ts.createSourceFile(file, text, ts.ScriptTarget.ES2022);
  };
  return ts.createProgram([...SOURCES.keys()], { ...options, types: ['node'], noEmit: true }, host);
}

// Time depends on the machine; what the compiler does for each operation does not.
it('operations are little work for the compiler', () => {
  const checked = createProgram();
  const check = (
    name: string,
  ): { readonly complaints: number; readonly work: number; readonly seconds: number } => {
    const [before, began] = [checked.getInstantiationCount(), process.cpuUsage()];
    const complaints = checked.getSemanticDiagnostics(checked.getSourceFile(at(name))).length;
    const { user, system } = process.cpuUsage(began);
    return { complaints, work: checked.getInstantiationCount() - before, seconds: (user + system) / 1e6 };
  };
  expect(check('first.ts').complaints).toBe(0);
  const { complaints, work, seconds } = check('many.ts');
  process.stdout.write(
    `${2 * COUNT} operations: ${work} instantiations of types, ${seconds.toFixed(2)} s of processor time\n`,
  );
  expect(complaints).toBe(0);
  expect(work / (2 * COUNT)).toBeLessThan(410);
  expect(check('wrong.ts').complaints).toBe(1);
  const client = check('client.ts');
  process.stdout.write(`a client of them: ${client.work} instantiations, ${client.seconds.toFixed(2)} s\n`);
  expect(client.complaints).toBe(0);
  expect(client.work / (2 * COUNT)).toBeLessThan(470);
}, 120_000);
