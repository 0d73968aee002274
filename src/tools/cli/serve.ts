import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import {
  createDocsServer,
  type HeadElement,
  type OpenApiDocument,
  type UIConfig,
  VIEWERS,
} from 'dtospec/internal';
import {
  choiceOf,
  type Command,
  type CommandContext,
  EXIT,
  InputError,
  listOf,
  optionsOf,
  type OptionValues,
} from './command.js';
import { withAllowedHosts } from './allowed-hosts.js';
import { listen, listenOptions, untilStopped } from './listen.js';
import { DOCS_OPTIONS } from './load/load-docs.js';
import { type AnyDocument, isDocument, parseDocument, readFileDocument } from './load/read-document.js';
import { execFile } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';

const PORT = 8080;

export const serve: Command = {
  usage: '<module|file> [options]',
  help: `Serves the docs page of a document (.json, .yaml) or of a module that exports docs, until you stop it. The page reloads if the
file changes, or any file in the folder of the module.`,
  options: {
    ...listenOptions(PORT),
    '--allow-host <name>...': 'Answer requests for this host too, besides localhost and addresses',
    [`--viewer <${VIEWERS.join('|')}>`]: 'The viewer [scalar]',
    '--local': 'Use the installed viewer instead of the CDN',
    ...DOCS_OPTIONS,
  },
  examples: ['openapi.yaml', 'dist/docs.js --viewer redoc', 'dist/docs.js --local --port 8000'],
  positionals: [1, 1],
  run: async ([source = ''], options, context) => {
    const { cwd, note, stop } = context;
    const viewer = choiceOf(options, 'viewer', VIEWERS) ?? 'scalar';
    const ui: UIConfig = {
      viewer,
      head: [RELOAD],
      specCORSOrigin: '-',
      ...(options.local === true && { viewerSource: 'local' }),
    };
    const page = showing(await readAnew(source, options, cwd), ui);
    const { host = 'localhost' } = options as Readonly<Record<string, string>>;
    const names = [host, ...(listOf(options, 'allow-host') ?? [])];
    const server = createServer(withAllowedHosts(names, page.listener));
    const address = await listen(server, options, PORT);
    note(`Serving ${source} at ${address}\n`);
    const unwatch = watchSource(source, cwd, () => void refresh(source, options, context, page));
    await untilStopped(server, stop);
    unwatch();
    return EXIT.done;
  },
};

const CHANGES = '/changes';
const RELOAD: HeadElement = {
  tag: 'script',
  text: `new EventSource('${CHANGES}').onmessage = () => location.reload();`,
};

interface Page {
  readonly listener: RequestListener;
  readonly show: (document: AnyDocument) => void;
}

function showing(first: AnyDocument, ui: UIConfig): Page {
  let document = first as unknown as OpenApiDocument;
  let revision = 0;
  const listeners = new Set<ServerResponse>();
  const docs = createDocsServer({
    title: titleOf(first),
    ui,
    docsAuth: undefined,
    get revision() {
      return revision;
    },
    document: () => document,
    text: () => JSON.stringify(document),
    views: () => [],
  }).middleware('/');
  return {
    listener: (request, response) => {
      if (request.url !== CHANGES) docs(request, response);
      else {
        response
          .writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
          .flushHeaders();
        listeners.add(response);
        response.once('close', () => listeners.delete(response));
      }
    },
    show: (next) => {
      document = next as unknown as OpenApiDocument;
      revision += 1;
      for (const listener of listeners) listener.write('data: changed\n\n');
    },
  };
}

async function refresh(
  source: string,
  options: OptionValues,
  { cwd, note }: CommandContext,
  page: Page,
): Promise<void> {
  try {
    page.show(await readAnew(source, options, cwd));
    note(`${source} changed.\n`);
  } catch (error) {
    // The server continues with the last document: the next change may fix the error.
    note(`${(error as Error).message}\n`);
  }
}

function titleOf({ info }: AnyDocument): string {
  const { title } = (info ?? {}) as { readonly title?: unknown };
  return typeof title === 'string' ? title : '';
}

async function readAnew(source: string, options: OptionValues, cwd: string): Promise<AnyDocument> {
  return isDocument(source)
    ? readFileDocument(source, cwd)
    : parseDocument(await build(source, options, cwd), 'the document.json');
}

function build(source: string, options: OptionValues, cwd: string): Promise<string> {
  const flags = optionsOf({ options: DOCS_OPTIONS }).flatMap(({ name }) =>
    typeof options[name] === 'string' ? [`--${name}`, options[name]] : [],
  );
  // The same command with the same loaders.
  const command = [
    ...process.execArgv,
    process.argv[1] ?? '',
    'build',
    '--format',
    'json',
    ...flags,
    '--',
    source,
  ];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, { cwd, maxBuffer: 2 ** 30 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new InputError(stderr.trim() || error.message, { cause: error }));
    });
  });
}

/** Milliseconds to wait after a change, since editors and builds write in several steps. */
const SETTLED_MS = 150;

function watchSource(source: string, cwd: string, onChange: () => void): () => void {
  const file = path.resolve(cwd, source);
  let timer: NodeJS.Timeout | undefined;
  // Watches the folder, because editors replace the file instead of changing it.
  const watcher = watch(path.dirname(file), { recursive: !isDocument(source) }, (_event, name) => {
    const isOther = isDocument(source) && name !== null && name !== path.basename(file);
    if (isOther || name?.split(path.sep).includes('node_modules') === true) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLED_MS);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
