import type { FuzzOptions } from '../testing.js';
import {
  choiceOf,
  type Command,
  EXIT,
  InputError,
  listOf,
  numberOf,
  type OptionValues,
  UsageError,
} from './command.js';
import { FINDING_FORMATS, printFindings } from './findings.js';
import { isDocs } from './load/load-docs.js';
import { loadExport } from './load/load-module.js';
import { readDocument } from './load/read-document.js';
import { CONFIG_OPTION, readConfig, withSeverities } from './config.js';
import { countOf, describeFinding, describeNotes, summaryOf } from './fuzz-findings.js';

export const fuzz: Command = {
  usage: '<url|module> [options]',
  help: `Sends valid and invalid requests, generated from the document, to a running service or to the application that a module
exports. Reports responses that do not match the document, each with the smallest request that shows it. Use a test service:
the requests change its data. Other hosts need --allow-host, and receive only GET, HEAD, OPTIONS and QUERY unless you add --method.`,
  options: {
    '--spec <file|url>': "The document [the module's docs, or /openapi.json and similar URLs of the service]",
    [`--format <${Object.keys(FINDING_FORMATS).join('|')}>`]: 'The output format [text]',
    '-H, --header <name: value>...': 'A header for every request, such as a credential; never printed',
    '--operation <name>...': 'Test only this operation: an operationId, a path, or "GET /users/{id}"',
    '--method <name>...': 'Test only this method',
    '--runs <count>': 'The maximum number of requests to each operation [as many as the time allows]',
    '--time <seconds>': 'The duration of the whole run [60]',
    '--timeout <seconds>': 'The time limit of a response [5]',
    '--seed <number|random>': 'The seed of the generated requests [1]',
    '--concurrency <count>': 'The number of concurrent requests [1]',
    '--inconclusive <status>...': 'A status that valid requests may get, such as 422',
    '--base-path <path>': 'The prefix of all paths [from the servers]',
    '--allow-host <name>...': 'Allow requests to this host',
    '--export <name>': 'The export of the module [app, server, …]',
    ...CONFIG_OPTION,
  },
  examples: [
    'http://localhost:3000 --header "Authorization: Bearer $TOKEN"',
    'dist/app.js --spec openapi.yaml --time 30',
    'http://localhost:3000 --operation "GET /users/{id}" --seed random',
  ],
  positionals: [1, 1],
  run: async ([source = ''], options, context) => {
    const { cwd, note, progress, stop } = context;
    const format = choiceOf(options, 'format', Object.keys(FINDING_FORMATS)) ?? 'text';
    const fuzzOptions = optionsOf(options);
    const { fuzz: configured } = await readConfig(options, cwd);
    const library = await import('../testing.js');
    const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(source);
    const loaded = isUrl ? { target: source } : await loadApplication(source, options, cwd);
    const spec =
      typeof options.spec === 'string'
        ? await readSpec(options.spec, isUrl ? source : undefined, fuzzOptions, cwd)
        : undefined;
    const docs = spec ?? ('docs' in loaded ? loaded.docs : undefined);
    const report = await survivingRejections(note, () =>
      library.fuzz(loaded.target, {
        ...fuzzOptions,
        ...(docs !== undefined && { docs }),
        signal: stop,
        onProgress: ({ operation, index, total, requests, findings }) =>
          progress?.(`${index}/${total} ${operation}  ${requests} requests, ${countOf(findings, 'finding')}`),
      }),
    );
    const described = withSeverities(report.findings.map(describeFinding), configured?.rules);
    const notes = withSeverities(describeNotes(report), configured?.rules);
    printFindings([...described, ...notes], format, context);
    note(summaryOf(report, [...described, ...notes]));
    const isBad =
      described.some(({ severity }) => severity !== 'info') ||
      notes.some(({ severity }) => severity === 'error');
    return isBad ? EXIT.found : EXIT.done;
  },
};

/**
 * Runs an application, and notes rejections that it does not handle, as those of an async handler of Express
 * 4. They would end the process before the request is found: it is a timeout, since nothing responds.
 */
async function survivingRejections<T>(note: (text: string) => void, run: () => Promise<T>): Promise<T> {
  const noted = new Set<string>();
  const onRejection = (reason: unknown): void => {
    const text = reason instanceof Error ? (reason.stack ?? String(reason)) : String(reason);
    if (noted.has(text)) return;
    noted.add(text);
    note(`The application did not handle a rejection, which ends its process in production:\n${text}\n`);
  };
  process.on('unhandledRejection', onRejection);
  try {
    return await run();
  } finally {
    process.off('unhandledRejection', onRejection);
  }
}

function optionsOf(options: OptionValues): FuzzOptions {
  const seconds = (name: string): number | undefined => {
    const value = numberOf(options, name, [0.001]);
    return value === undefined ? undefined : Math.round(value * 1000);
  };
  const isRandom = options.seed === 'random';
  const read = {
    seed: isRandom ? Math.floor(Math.random() * 2 ** 31) : numberOf(options, 'seed', [0]),
    runs: numberOf(options, 'runs', [1]),
    time: seconds('time'),
    timeout: seconds('timeout'),
    concurrency: numberOf(options, 'concurrency', [1]),
    operations: listOf(options, 'operation'),
    methods: listOf(options, 'method'),
    allowHosts: listOf(options, 'allow-host'),
    inconclusive: listOf(options, 'inconclusive')?.map(Number),
    basePath: options['base-path'],
    headers: headersOf(listOf(options, 'header') ?? []),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

function headersOf(lines: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines.map((line, index) => {
      const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/s.exec(line) ?? [];
      // The invalid text is not shown, because it may be a credential.
      if (name === undefined || value === undefined)
        throw new UsageError(`--header ${index + 1} is not "name: value".`);
      return [name, value];
    }),
  );
}

const REMEDY = `no application. Export it without listening:
  export const app = express();
or a function that makes it: export async function createApp() { … }. It may be a server of node:http, an application of
Express, Koa, Fastify, Nest or Hono, or a function that answers a Request; --export <name> takes another export.`;
const EXPORTS = ['app', 'server', 'createApp', 'handler', 'fetch', 'default'];

async function loadApplication(
  file: string,
  options: OptionValues,
  cwd: string,
): Promise<{ readonly target: unknown; readonly docs?: object }> {
  const exported = await loadExport(file, options.export as string | undefined, EXPORTS, REMEDY, cwd);
  const { docs } = exported.exports;
  return { target: await made(exported.name, exported.value, file), ...(isDocs(docs) && { docs }) };
}

/** Calls an exported function if it has no parameters, or has a name such as createApp. */
async function made(name: string, value: unknown, file: string): Promise<unknown> {
  const makes = typeof value === 'function' && (value.length === 0 || /^(?:create|make|build)/.test(name));
  if (!makes) return value;
  try {
    return await (value as () => unknown)();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(`${name} of ${file} threw: ${reason}`, { cause: error });
  }
}

function originOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).origin : undefined;
}

/** @param service the only origin that receives the headers, which may be credentials */
function readSpec(
  spec: string,
  service: string | undefined,
  { headers, timeout }: FuzzOptions,
  cwd: string,
): Promise<object> {
  const isOfService = service !== undefined && originOf(spec) === originOf(service);
  return readDocument(spec, {}, cwd, {
    ...(timeout !== undefined && { signal: AbortSignal.timeout(timeout) }),
    ...(isOfService && headers !== undefined && { headers, redirect: 'manual' }),
  });
}
