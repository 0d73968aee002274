// What a download costs, beside the same framework sending the same stream by itself: processor time of a file of 10 MB, and
// the memory above idle while a client reads a long stream.
// npm run build && node bench/downloads.mjs [rounds] [MB of the long stream]
import assert from 'node:assert';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { processesOf, tell } from './lib/processes.mjs';
import { median, printTable, spread } from './lib/report.mjs';

const [rounds = 21, megabytes = 1000] = process.argv.slice(2).map(Number);
const warmUp = rounds > 1 ? 5 : 0;
const DOWNLOADS = 10;
const processes = processesOf(new URL('./downloads/server.mjs', import.meta.url), true);
const names = ['Fastify', 'Fastify, dtospec', 'Express', 'Express, dtospec'];

const sides = [];
for (const name of names) sides.push({ name, times: [], ...(await start(name)) });
const digests = await Promise.all(sides.map(async ({ port }) => (await read(port, '/file')).digest));
assert.strictEqual(new Set(digests).size, 1, 'the files differ');
console.error('the files are the same');

for (let round = -warmUp; round < rounds; round += 1)
  for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
    await tell(side.child, 'cpu');
    for (let count = 0; count < DOWNLOADS; count += 1) await read(side.port, '/file');
    const time = (await tell(side.child, 'cpu')) / DOWNLOADS / 1000;
    if (round >= 0) side.times.push(time);
  }

const rows = [];
for (const [index, { name, times, child, port }] of sides.entries()) {
  const base = sides[index - (index % 2)].times;
  const idle = await tell(child, 'memory');
  const { bytes } = await read(port, `/long/${megabytes}`);
  assert.strictEqual(bytes, megabytes * 1024 * 1024);
  const most = await tell(child, 'memory');
  rows.push([
    name,
    `${median(times).toFixed(1)} ms`,
    spread(times.map((time, round) => time / base[round])),
    `${((most - idle) / 1024 / 1024).toFixed(0)} MB`,
  ]);
}
printTable(
  ['a file of 10 MB', 'processor time', 'by the framework', `memory above idle, ${megabytes} MB`],
  rows,
);
for (const { child } of sides) await processes.end(child);

async function start(name) {
  const { child, answer: port } = await processes.begin(name);
  return { child, port };
}

function read(port, path) {
  return new Promise((resolve, reject) => {
    request({ port, path, host: '127.0.0.1' }, (response) => {
      const hash = createHash('md5');
      let bytes = 0;
      response.on('data', (chunk) => {
        bytes += chunk.length;
        if (path === '/file') hash.update(chunk);
      });
      response.on('end', () => resolve({ bytes, digest: hash.digest('hex') }));
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}
