// What 60 equal operations, and a client that calls each of them, cost the compiler: the types that it instantiates.
// npm run build && npm ci --prefix bench && node bench/types.mjs [operations of each of the two kinds]
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { printTable } from './lib/report.mjs';
import { CONTESTANTS } from './types/contestants.mjs';

const count = Number(process.argv[2] ?? 30);
const folder = fileURLToPath(new URL('types', import.meta.url));
const results = Object.entries(CONTESTANTS).map(([name, contestant]) => ({ name, ...measure(contestant) }));
const own = results.find(({ name }) => name === 'dtospec');
const rows = results.map(({ name, server, client }) => [
  name,
  server.toLocaleString('en'),
  client.toLocaleString('en'),
  ((server + client) / (own.server + own.client)).toFixed(1),
]);
printTable(['', `${2 * count} operations`, 'their client', 'both, by dtospec'], rows);

/** Checks one operation of each kind first, for what any program with the library costs. */
function measure({ server, client, paths = {} }) {
  const sources = new Map([
    [path.join(folder, 'first.ts'), server(1)],
    [path.join(folder, 'server.ts'), server(count)],
    [path.join(folder, 'client.ts'), client(count)],
    // A call that must not compile: else nothing would have been checked.
    [path.join(folder, 'wrong.ts'), client(1).replaceAll(/=== (?:404|'NOT_FOUND')/g, '=== 418')],
  ]);
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ['node'],
    paths,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => sources.has(file) || fileExists(file);
  host.getSourceFile = (file, ...rest) =>
    sources.has(file)
      ? ts.createSourceFile(file, sources.get(file), ts.ScriptTarget.ES2022)
      : getSourceFile(file, ...rest);
  const program = ts.createProgram([...sources.keys()], options, host);
  const check = (name, complaints) => {
    const before = program.getInstantiationCount();
    const found = program.getSemanticDiagnostics(program.getSourceFile(path.join(folder, name)));
    if (found.length > 0 !== complaints)
      throw new Error(
        `${name}: ${found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n') || 'compiles'}`,
      );
    return program.getInstantiationCount() - before;
  };
  check('first.ts', false);
  const measured = { server: check('server.ts', false), client: check('client.ts', false) };
  check('wrong.ts', true);
  return measured;
}
