// What a request costs: an operation beside what a team would otherwise pick, as processor time of the server.
// npm run build && npm ci --prefix bench && node bench/requests.mjs [requests] [rounds] [warm-up] [contestant, …]
// Each server has a process of its own, and all take turns in short rounds. The client has another process, which never sleeps:
// a server that wakes a sleeping client pays for it. Answers are compared before anything is timed.
import assert from 'node:assert';
import { CONTESTANTS } from './requests/contestants.mjs';
import { METHOD, REQUESTS } from './requests/shop.mjs';
import { processesOf, tell } from './lib/processes.mjs';
import { median, printTable, spread } from './lib/report.mjs';

const [requests = 500, rounds = 31, warmUp = 20] = process.argv.slice(2, 5).map(Number);
const wanted = process.argv.slice(5);
const names = Object.keys(CONTESTANTS).filter((name) => wanted.length === 0 || wanted.includes(name));
const environment = { env: { ...process.env, NODE_ENV: 'production' } };
const servers = processesOf(new URL('./requests/server.mjs', import.meta.url), rounds > 1, environment);
const clients = processesOf(new URL('./requests/client.mjs', import.meta.url), true, environment);
const { child: client } = await clients.begin();

const contestants = [];
for (const name of names) {
  const { child, answer: port } = await servers.begin(name);
  for (const { title, status, path, body } of REQUESTS) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: METHOD,
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    assert.strictEqual(response.status, status, `${name}, ${title}: ${text}`);
    assert.match(
      response.headers.get('content-type'),
      /^application\/(?:problem\+)?json/,
      `${name}, ${title}`,
    );
    // Each library describes a fault in its own way.
    if (status === 201) assert.deepStrictEqual(JSON.parse(text), answerTo(body), `${name}, ${title}`);
  }
  contestants.push({ name, child, port, times: new Map(REQUESTS.map(({ title }) => [title, []])) });
}
console.error(`the answers of ${names.length} servers are the same`);

for (let round = -warmUp; round < rounds; round += 1)
  for (const request of REQUESTS)
    // Who goes first changes: a machine is never the same for all.
    for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed()) {
      const time = await measure(contestant, request);
      if (round >= 0) contestant.times.get(request.title).push(time);
    }

const [first] = contestants;
printTable(
  ['', ...REQUESTS.flatMap(({ title }) => [title, `by ${first.name}`])],
  contestants.map(({ name, times }) => [
    name,
    ...REQUESTS.flatMap(({ title }) => {
      const own = times.get(title);
      const ratios = own.map((time, round) => time / first.times.get(title)[round]);
      return [`${median(own).toFixed(0)} µs`, spread(ratios)];
    }),
  ]),
);
for (const { child } of contestants) await servers.end(child);
await servers.endAll();
await clients.end(client);

/** Returns the microseconds of the server's processor for a request. */
async function measure({ child, port }, { path, body, status }) {
  await tell(child, 'cpu');
  await tell(client, { port, path, body: JSON.stringify(body), status, count: requests });
  return (await tell(child, 'cpu')) / requests;
}

function answerTo({ email, name, lines }) {
  const total = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return { id: 1, shop: 7, page: 3, email, name, lines, total };
}
