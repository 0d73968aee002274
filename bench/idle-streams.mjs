// What event streams without events cost, beside the same framework with streams written by hand: memory of each open stream,
// and processor time while each sends a comment a second.
// npm run build && node bench/idle-streams.mjs [streams] [seconds]
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { processesOf, tell } from './lib/processes.mjs';
import { printTable } from './lib/report.mjs';

const [streams = 1000, seconds = 10] = process.argv.slice(2).map(Number);
const names = ['Fastify', 'Fastify, dtospec', 'Express', 'Express, dtospec'];
const processes = processesOf(new URL('./idle-streams/server.mjs', import.meta.url), true, {
  execArgv: ['--expose-gc'],
});

const rows = [];
for (const name of names) {
  const { child, answer: port } = await processes.begin(name);
  const first = await open(port);
  const before = await tell(child, 'memory');
  const opened = [];
  for (let count = 0; count < streams; count += 1) opened.push(await open(port));
  await delay(2000);
  const after = await tell(child, 'memory');
  await tell(child, 'cpu');
  await delay(seconds * 1000);
  const time = (await tell(child, 'cpu')) / 1000 / seconds;
  const comments = opened.reduce((sum, { read }) => sum + read(), 0);
  for (const { close } of [first, ...opened]) close();
  await delay(1000);
  const left = await tell(child, 'memory');
  const kilobytes = (bytes) => `${(bytes / 1024 / streams).toFixed(1)} KB`;
  rows.push([
    name,
    kilobytes(after - before),
    `${time.toFixed(1)} ms`,
    String(comments),
    kilobytes(left - before),
  ]);
  await processes.end(child);
}
printTable(
  [
    `${streams} idle streams`,
    'memory of one',
    'processor time a second',
    'comments read',
    'of one, after it is closed',
  ],
  rows,
);

async function open(port) {
  const asked = request({ port, path: '/events', host: '127.0.0.1', agent: false }).end();
  const [response] = await once(asked, 'response');
  let comments = 0;
  response.on('data', (chunk) => {
    comments += String(chunk).split(':').length - 1;
  });
  response.on('error', () => undefined);
  asked.on('error', () => undefined);
  return { read: () => comments, close: () => asked.destroy() };
}
