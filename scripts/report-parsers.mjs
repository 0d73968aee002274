// `npm run report:parsers`: sends requests to each framework, once to its own parser and once to operations, and writes the
// tables of docs/parsers.md. `--check` compares instead.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { answersOf } from '../test/package/parsers/ask.mjs';
import { operationServers } from '../test/package/parsers/operations.mjs';
import { OWN, WITHOUT } from '../test/package/parsers/own.mjs';
import { PATHS, QUERIES, REQUEST_BODIES } from '../test/package/parsers/requests.mjs';
import { compareTables, tableOf, writeTables } from './lib/marked-tables.mjs';
import { alone, build } from './lib/prepare.mjs';
import { root } from './lib/run.mjs';

const PAGE = path.join(root, 'docs/parsers.md');
const HEADS = { queries: 'query', bodies: 'body', paths: 'path' };
const REQUESTS = { queries: QUERIES, bodies: REQUEST_BODIES, paths: PATHS };
const PACKAGES = ['express4', 'express', 'fastify', 'koa', '@koa/router', 'hono', '@hono/node-server'];
const MAX_SHOWN = 40;

await alone(build);
const operations = await operationServers((file) => import(`../dist/${file}`));
const tables = { 'report:parsers:versions': [PACKAGES.map(versionOf).join(', ')] };
for (const [what, requests] of Object.entries(REQUESTS))
  tables[`report:parsers:${what}`] = linesOf(what, requests, {
    own: await askAll(without(OWN, WITHOUT[what]), requests),
    ours: await askAll(operations, requests),
  });
if (!process.argv.includes('--check')) writeTables(PAGE, tables);
const { lacking, extra } = compareTables(PAGE, tables);
for (const line of lacking) console.error(`docs/parsers.md lacks: ${line}`);
for (const line of extra) console.error(`docs/parsers.md has too many: ${line}`);
if (lacking.length + extra.length > 0) process.exitCode = 1;

function versionOf(name) {
  const file = path.join(root, 'node_modules', name, 'package.json');
  const { name: published, version } = JSON.parse(readFileSync(file, 'utf8'));
  return `\`${published}\` ${version.split('.', 2).join('.')}`;
}

function without(servers, names = []) {
  return Object.fromEntries(Object.entries(servers).filter(([name]) => !names.includes(name)));
}

async function askAll(servers, requests) {
  const byName = {};
  for (const [name, start] of Object.entries(servers))
    byName[name] = await answersOf(await start(), requests);
  return byName;
}

/** The table, without the requests that all read alike, and how many these are. */
function linesOf(what, requests, { own, ours }) {
  const rows = requests.map(({ name, documented, only }, index) => [
    name,
    documented,
    groupsOf(own, index, only),
    groupsOf(ours, index, only),
  ]);
  const different = rows.filter(([, , theirs, our]) => theirs !== our || / in [A-Zn]/.test(theirs));
  const head = [HEADS[what], 'documented', 'frameworks read', 'operations read'];
  const count = `All read the other ${rows.length - different.length} of ${rows.length} alike.`;
  return [...tableOf([head, ...different]), '', count];
}

/** What servers answer: one value, or each value with its servers, the most frequent first. A majority is not named. */
function groupsOf(byName, index, only) {
  const groups = new Map();
  for (const [name, { [index]: answer }] of Object.entries(byName)) {
    const value = only === undefined ? answer : JSON.stringify({ [only]: JSON.parse(answer)[only] });
    groups.set(value, [...(groups.get(value) ?? []), name]);
  }
  const isMajority = (names) => names.length * 2 > Object.keys(byName).length;
  return [...groups]
    .sort(([, some], [, others]) => others.length - some.length)
    .map(([value, names]) => shown(value) + (isMajority(names) ? '' : ` in ${names.join(', ')}`))
    .join('; ');
}

function shown(value) {
  if (typeof value === 'number') return String(value);
  if (value === '"nothing"') return '`undefined`';
  return `\`${value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value}\``;
}
