// From the start of a process to the first response of a service with 20 operations, and to its document, beside the library
// that a team would otherwise pick in the same framework: plain, bundled, and with the compile cache of Node.js 22.
// npm run build && npm ci --prefix bench && node bench/start.mjs [rounds] [framework, …]
// Processor time of the whole process, in fresh processes, in turns. Both sides answer the same, and refuse the same request.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { median, printTable, spread } from './lib/report.mjs';

const [rounds = '15', ...wanted] = process.argv.slice(2);
const ZOD = { file: 'express-peer', library: 'zod parsers' };
const STARTS = [
  { name: 'Express', own: 'express-dtospec', peer: ZOD },
  // What the libraries of the application's classes cost without dtospec.
  { name: 'Express, class-validator by hand', own: 'express-by-hand', peer: ZOD },
  { name: 'Fastify', own: 'fastify-dtospec', peer: { file: 'fastify-peer', library: 'zod parsers' } },
  { name: 'Hono', own: 'hono-dtospec', peer: { file: 'hono-peer', library: 'zod-openapi' } },
  {
    name: 'Nest',
    own: 'nest-dtospec',
    peer: { file: 'nest-peer', library: '@nestjs/swagger and its ValidationPipe' },
  },
].filter(isWanted);
/** Steps of a larger start: processor time of the main thread. */
const STEPS = [
  {
    name: 'Express: declare and register 200 operations',
    script: 'registration',
    size: 200,
    key: 'registered',
    library: 'zod parsers',
  },
  {
    name: 'Nest: the document of 100 routes',
    script: 'nest-document',
    size: 100,
    key: 'documented',
    library: '@nestjs/swagger',
  },
].filter(isWanted);
const folder = mkdtempSync(join(tmpdir(), 'dtospec-bench-'));
try {
  const plain = scriptsOf((name) => fileURLToPath(new URL(`./start/${name}.mjs`, import.meta.url)));
  // A bundle of Nest needs its optional packages.
  const bundled = scriptsOf((name) => join(folder, `${name}.mjs`)).filter(({ name }) => name !== 'Nest');
  for (const script of new Set(bundled.flatMap(({ own, peer }) => [own, peer]))) await bundle(script);
  await report(plain, 'plain');
  await report(bundled, 'bundled');
  // In development, dtospec also builds the document, to warn about it.
  await report(plain, 'plain, in production', process.execPath, { NODE_ENV: 'production' });
  await report(bundled, 'bundled, in production', process.execPath, { NODE_ENV: 'production' });
  await reportSteps();
  const node = nodeWithCache();
  if (node === undefined)
    console.log('With the compile cache: not measured, since `node scripts/prepare.mjs nodes` has not run.');
  else {
    await report(plain, 'plain, compile cache', node, { NODE_COMPILE_CACHE: join(folder, 'cache') });
    await report(bundled, 'bundled, compile cache', node, { NODE_COMPILE_CACHE: join(folder, 'cache') });
  }
} finally {
  rmSync(folder, { recursive: true });
}

function scriptsOf(pathOf) {
  return STARTS.map(({ name, own, peer }) => ({
    name,
    library: peer.library,
    own: pathOf(own),
    peer: pathOf(peer.file),
  }));
}

async function report(scripts, kind, execPath = process.execPath, environment = {}) {
  const times = scripts.map(() => ({ own: [], peer: [] }));
  // The first round fills caches.
  for (let round = -1; round < Number(rounds); round += 1)
    for (const [index, script] of scripts.entries())
      // Who goes first changes.
      for (const side of round % 2 === 0 ? ['own', 'peer'] : ['peer', 'own']) {
        const result = await run(script[side], execPath, environment);
        if (round >= 0) times[index][side].push(result);
      }
  printTable(
    [
      `20 operations, ${kind}`,
      'peer',
      'first response ÷ that of the peer, ms',
      'ratio',
      'ratio to the document',
    ],
    scripts.map(({ name, library }, index) => {
      const { own, peer } = times[index];
      const ratios = (key) => spread(own.map((result, round) => result[key] / peer[round][key]));
      const documents = peer[0].documented === undefined ? '' : ratios('documented');
      const started = [own, peer].map((results) =>
        median(results.map((result) => result.started)).toFixed(0),
      );
      return [name, library, started.join(' ÷ '), ratios('started'), documents];
    }),
  );
}

async function reportSteps() {
  const rows = [];
  for (const { name, script, size, key, library } of STEPS) {
    const file = fileURLToPath(new URL(`./start/${script}.mjs`, import.meta.url));
    /** @type {Record<'own' | 'peer', Record<string, number>[]>} */
    const times = { own: [], peer: [] };
    for (let round = 0; round < Number(rounds); round += 1)
      for (const side of round % 2 === 0 ? ['own', 'peer'] : ['peer', 'own'])
        times[side].push(await run(file, process.execPath, {}, [side, String(size)]));
    const { own, peer } = times;
    const step = [own, peer].map((results) => median(results.map((result) => result[key])).toFixed(0));
    const shares = own.map(({ started, documented }) => documented / (started + documented));
    rows.push([
      name,
      library,
      step.join(' ÷ '),
      spread(own.map((result, round) => result[key] / peer[round][key])),
      key === 'documented' ? spread(shares) : '',
    ]);
  }
  if (rows.length > 0)
    printTable(
      ['step', 'peer', 'that of dtospec ÷ that of the peer, ms', 'ratio', 'share of the start'],
      rows,
    );
}

function isWanted({ name }) {
  return wanted.length === 0 || wanted.some((framework) => name.startsWith(framework));
}

async function run(script, execPath, environment, args = []) {
  const env = { ...process.env, NODE_NO_WARNINGS: '1', ...environment };
  const child = fork(script, args, { execPath, env, execArgv: ['--expose-gc'] });
  const [result] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${script} ended with ${code}`))),
  ]);
  await (child.exitCode === null ? once(child, 'exit') : undefined);
  return result;
}

/** Node.js 22 or later, which keeps compiled code if it is told where. */
function nodeWithCache() {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  const folderOfNodes = new URL('../build/node-versions/', import.meta.url);
  const names = existsSync(folderOfNodes) ? readdirSync(folderOfNodes) : [];
  const name = names.find((one) => one.startsWith('node22'));
  return name && fileURLToPath(new URL(`${name}/bin/node`, folderOfNodes));
}

/** Bundles a start with everything that it imports into one minified file. */
async function bundle(outfile) {
  const name = outfile.slice(folder.length + 1);
  await build({
    entryPoints: [fileURLToPath(new URL(`./start/${name}`, import.meta.url))],
    outfile,
    bundle: true,
    minify: true,
    keepNames: true,
    platform: 'node',
    mainFields: ['module', 'main'],
    format: 'esm',
    plugins: [{ name: 'imports', setup: importRequired }],
    logLevel: 'error',
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
    },
  });
}

/** Imports what the scripts require, so that the bundler leaves out what no rule uses. */
function importRequired(builder) {
  builder.onLoad({ filter: /\/bench\/(?:document|start)\/.*\.mjs$/ }, ({ path }) => ({
    contents: readFileSync(path, 'utf8')
      .replace(/^(?:import \{ createRequire \}|const require = ).*$/gm, '')
      .replaceAll(/^require\((.*)\);$/gm, 'import $1;')
      .replaceAll(/^const (\w+) = require\((.*)\);$/gm, 'import * as $1 from $2;')
      .replaceAll(/^const (\{.*\}) = require\((.*)\);$/gm, 'import $1 from $2;')
      .replaceAll(/\/dist\/(\w+)\.cjs'/g, "/dist/$1.js'"),
  }));
}
