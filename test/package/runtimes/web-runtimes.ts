import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { build, type Plugin } from 'esbuild';
import type { Browser } from 'playwright-core';
import ts from 'typescript';
import { consumerFolder } from '../../support/programs/packed-package.js';
import { listen } from '../../support/network/listen.js';
import { unpacked } from '../node-versions/nodes.js';

/** A folder for what the tests write. */
export const FOLDER = path.join(consumerFolder, 'runtimes');
/** Each worker of jest has its own file, since two files of tests use it. */
const BUNDLE = path.join(FOLDER, `web-program-${process.env.JEST_WORKER_ID ?? '1'}.mjs`);

/** A running server, whatever its runtime is. */
export interface WebServer {
  ask(path: string, init?: RequestInit): Promise<{ readonly status: number; readonly text: string }>;
  close(): Promise<unknown>;
}

/** Compiles the decorators as tsc does, and takes dtospec from the packed package. */
export const asApplication: Plugin = {
  name: 'as-application',
  setup(builder) {
    builder.onResolve({ filter: /^dtospec(\/|$)/ }, ({ path: name, kind, resolveDir }) =>
      resolveDir === consumerFolder ? undefined : builder.resolve(name, { kind, resolveDir: consumerFolder }),
    );
    builder.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      const compilerOptions: ts.CompilerOptions = {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        experimentalDecorators: true,
        emitDecoratorMetadata: true,
        useDefineForClassFields: false,
        isolatedModules: true,
      };
      const source = readFileSync(file, 'utf8');
      return { contents: ts.transpileModule(source, { compilerOptions, fileName: file }).outputText };
    });
  },
};

/** Bundles a program as wrangler and Vite do for Workers, and returns what the bundle imports. */
export async function bundleProgram(
  source = path.join(__dirname, 'web-program.ts'),
  outfile = BUNDLE,
): Promise<readonly string[]> {
  mkdirSync(FOLDER, { recursive: true });
  const { metafile, warnings } = await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'browser',
    conditions: ['workerd', 'worker', 'browser'],
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.PORT': '0' },
    plugins: [asApplication],
    metafile: true,
    logLevel: 'silent',
  });
  expect(warnings).toEqual([]);
  return Object.values(metafile.outputs).flatMap(({ imports }) => imports.map((one) => one.path));
}

/** Dates of Cloudflare's compatibility settings: the later one has Node's modules, the earlier one has none. */
export const WORKERD_DATES = { 'without nodejs_compat': '2025-06-01', 'with nodejs_compat': '2026-11-01' };

/** Starts workerd, which is open source and what Cloudflare runs. */
export async function startWorkerd(
  compatibilityDate: string,
  networks: readonly string[],
  bundle = BUNDLE,
): Promise<WebServer> {
  const config = path.join(FOLDER, `${path.basename(bundle)}-${compatibilityDate}.capnp`);
  writeFileSync(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .program),
    (name = "internet", network = (allow = ${JSON.stringify(networks)})),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const program :Workerd.Worker = (
  modules = [(name = "program", esModule = embed "${path.basename(bundle)}")],
  compatibilityDate = "${compatibilityDate}",
);
`,
  );
  const child = spawn(unpacked('workerd', 'bin/workerd'), ['serve', config, '--control-fd=3'], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  return served(child, child.stdio[3] as Readable);
}

/** The servers of the runtimes. Each prints its port. */
const SERVERS = {
  bun: {
    file: 'bin/bun',
    args: [],
    program: 'console.log(JSON.stringify({ port: Bun.serve({ port: 0, ...program }).port }));',
  },
  deno: {
    file: 'deno',
    args: ['run', '--allow-net', '--no-check', '--quiet'],
    program:
      'Deno.serve({ port: 0, onListen: ({ port }) => console.log(JSON.stringify({ port })) }, program.fetch);',
  },
} as const;

/** Starts Bun or Deno. */
export async function startRuntime(name: keyof typeof SERVERS): Promise<WebServer> {
  const { file, args, program } = SERVERS[name];
  const main = path.join(FOLDER, `serve-${name}.mjs`);
  writeFileSync(main, `import program from './${path.basename(BUNDLE)}';\n${program}\n`);
  const child = spawn(unpacked(name, file), [...args, main], { stdio: ['ignore', 'pipe', 'inherit'] });
  return served(child, child.stdout);
}

async function served(child: ChildProcess, output: Readable): Promise<WebServer> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const port = await new Promise<number>((resolve, reject) => {
    createInterface(output).on('line', (line) => {
      resolve((JSON.parse(line) as { port: number }).port);
    });
    child.once('error', reject).once('exit', () => {
      reject(new Error('The runtime ended before it served'));
    });
  });
  return {
    ask: async (target, init) => {
      const answer = await fetch(`http://127.0.0.1:${port}${target}`, init);
      return { status: answer.status, text: await answer.text() };
    },
    close: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

interface Program {
  fetch(request: Request): Promise<Response>;
}

/** Opens a page that runs the program, without a server: the page calls its function `fetch`. */
export async function startPage(browser: Browser): Promise<WebServer> {
  const server = await listen((request, response) => {
    const isScript = request.url === '/program.mjs';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? readFileSync(BUNDLE) : '<!doctype html><title>Program</title>');
  });
  const page = await browser.newPage();
  await page.goto(server.origin);
  await page.addScriptTag({
    type: 'module',
    content: "import program from '/program.mjs'; globalThis.program = program;",
  });
  await page.waitForFunction('globalThis.program');
  return {
    ask: async (target, init = {}) => {
      const given = new Request(server.origin + target, { ...init });
      const request = {
        url: given.url,
        method: given.method,
        headers: Object.fromEntries(given.headers),
        body: [...new Uint8Array(await given.arrayBuffer())],
      };
      return page.evaluate(async ({ url, method, headers, body }) => {
        const { program } = globalThis as never as Record<'program', Program>;
        const hasBody = body.length > 0 && method !== 'GET';
        const answer = await program.fetch(
          new Request(url, { method, headers, ...(hasBody && { body: new Uint8Array(body) }) }),
        );
        return { status: answer.status, text: await answer.text() };
      }, request);
    },
    close: async () => {
      await page.close();
      await server.close();
    },
  };
}
