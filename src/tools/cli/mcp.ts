import { Console } from 'node:console';
import { once } from 'node:events';
import path from 'node:path';
import { type BuiltDocs, isToken } from 'dtospec/internal';
import { type Command, EXIT, InputError, listOf, type OptionValues, UsageError } from './command.js';
import { DOCS_EXPORTS, isDocs, packageInfo, REMEDY, viewOf } from './load/load-docs.js';
import { importFor, isApplication, loadExport, type LoadedApplication, make } from './load/load-module.js';

interface McpServer {
  stdio(): { close(): Promise<void> };
}

type CreateMcpServer = (docs: unknown, options: Readonly<Record<string, unknown>>) => McpServer;

const EXPORTS = ['mcp', ...DOCS_EXPORTS];

export const mcp: Command = {
  usage: '<module> [options]',
  help: `Offers the operations of a module as tools of the Model Context Protocol over standard input and output, until the client
disconnects. The module exports docs with operations, a Nest application, or the result of mcpServer(docs) as mcp, whose own
options apply. It must not listen. What it logs to the console goes to standard error.`,
  options: {
    '--export <name>': `The export [${EXPORTS.join(', ')}]`,
    '--view <name>': 'A view of the docs instead of the whole',
    '--tag <name>...': 'Only operations with one of these tags',
    '--audience <name>...': 'Only operations for one of these audiences',
    '--operation <id>...': 'Only operations with one of these operationIds',
    '--header <name: value>...':
      'A header of each call, such as a credential; $NAME is a variable of the environment',
  },
  examples: ['dist/api.js', "dist/api.js --audience agent --header 'authorization: Bearer $TOKEN'"],
  positionals: [1, 1],
  run: async ([file = ''], options, { cwd, stop }) => {
    // Standard output belongs to the protocol.
    globalThis.console = new Console(process.stderr);
    const server = await load(file, options, cwd);
    const ended = Promise.race([
      once(process.stdin, 'end'),
      once(process.stdin, 'close'),
      once(stop, 'abort'),
    ]);
    const connection = server.stdio();
    await ended;
    await connection.close();
    return EXIT.done;
  },
};

/** Options of a Nest application, which writes its log to standard output. */
const NEST_OPTIONS = { logger: false, abortOnError: false } as const;

async function load(file: string, options: OptionValues, cwd: string): Promise<McpServer> {
  const exported = await loadExport(file, options.export as string | undefined, EXPORTS, REMEDY, cwd);
  const server = await make(exported, file, cwd, NEST_OPTIONS);
  if (typeof (server as Partial<McpServer> | undefined)?.stdio === 'function')
    return refuseOptions(server as McpServer, options);
  const { mcpServer } = (await importFor(file, 'dtospec/mcp', cwd)) ?? {};
  if (mcpServer === undefined)
    throw new InputError(`dtospec/mcp could not be found from ${file}. Install dtospec there.`);
  const { docs, httpServer } = await docsOf(server, file, cwd);
  const selected = typeof options.view === 'string' ? viewOf(docs, options.view, file) : docs;
  return (mcpServer as CreateMcpServer)(selected, { ...selectionOf(options), ...httpServer });
}

function refuseOptions(server: McpServer, options: OptionValues): McpServer {
  const given = ['view', 'tag', 'audience', 'operation', 'header'].find(
    (name) => options[name] !== undefined,
  );
  if (given === undefined) return server;
  throw new UsageError(
    `--${given} has no effect on an exported mcpServer(docs, options). Set its options instead.`,
  );
}

async function docsOf(
  made: unknown,
  file: string,
  cwd: string,
): Promise<{ readonly docs: BuiltDocs; readonly httpServer?: { readonly httpServer: unknown } }> {
  if (isDocs(made)) return { docs: made };
  if (!isApplication(made))
    throw new InputError(`${file} must export docs, a Nest application or an mcpServer.`);
  const { docsOfModule } = await import('dtospec/internal/nest');
  const docs = docsOfModule(made, await packageInfo(path.resolve(cwd, file)));
  return { docs, httpServer: { httpServer: await startedServer(made) } };
}

/** Returns the HTTP server of an application, which does not listen. */
async function startedServer(app: LoadedApplication['app']): Promise<unknown> {
  const nest = app as LoadedApplication['app'] & { init(): Promise<unknown>; getHttpServer(): unknown };
  await nest.init();
  const { getInstance } = app.getHttpAdapter() as { getInstance?: () => { ready?: () => Promise<unknown> } };
  await getInstance?.call(app.getHttpAdapter()).ready?.();
  return nest.getHttpServer();
}

function selectionOf(options: OptionValues): Readonly<Record<string, unknown>> {
  const lists = { tags: listOf(options, 'tag'), audience: listOf(options, 'audience') };
  const include = Object.fromEntries(Object.entries(lists).filter(([, list]) => list !== undefined));
  const headers = Object.fromEntries((listOf(options, 'header') ?? []).map(headerOf));
  return {
    ...(Object.keys(include).length > 0 && { include }),
    ...(options.operation !== undefined && { operations: listOf(options, 'operation') }),
    headers: () => headers,
  };
}

function headerOf(line: string): [name: string, value: string] {
  const [name = '', ...rest] = line.split(':');
  if (!isToken(name.trim()) || rest.length === 0)
    throw new UsageError("--header needs a name and a value, as in 'authorization: Bearer $TOKEN'.");
  const value = rest.join(':').trim();
  // A variable keeps the credential out of the list of processes and the configuration of the client.
  return [name.trim(), value.replace(/\$([A-Z_][A-Z0-9_]*)/g, (_, variable: string) => variableOf(variable))];
}

function variableOf(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new UsageError(`--header needs the variable ${name} of the environment, which is not set.`);
  return value;
}
