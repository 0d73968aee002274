// Every benchmark, one after the other, as Markdown.
// npm run build && npm ci --prefix bench && node bench/run.mjs [--small | --short] [--write]
// `--short`: fewer rounds. `--small`: once and little, to see that each runs and that contestants say the same.
// `--write`: into bench/results.md. docs/benchmarks.md has the figures that answer a reader's questions: update them by hand.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { arch, cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { writeFormatted } from '../scripts/lib/run.mjs';

/** Title, what to know of the figures, script, and its arguments where they are not its defaults. */
const BENCHMARKS = [
  {
    title: 'Requests',
    about:
      'Processor time of the server for one POST of an order: a path parameter, a query, a JSON body with a list of 5 or 40 objects, and an order as the response. All are validated; "refused" is a list of 5 with two faults. 16 requests at a time, from a client that never sleeps. Each row is a server in its own process. By hand means `plainToInstance`, `validate` and `instanceToPlain`. Hono with zod-openapi and the servers by hand do not validate the response, and only ajv, zod and dtospec drop undocumented members of it.',
    script: 'requests',
    short: ['300', '21'],
    small: ['16', '1', '0'],
  },
  {
    title: 'Building a document',
    about:
      'Each endpoint has its own classes for its query parameters, its body and its responses, with 6 to 19 properties. All classes are different. Times are processor time of the main thread; each measurement starts a new process. Calls, functions and source are those of the JavaScript that a first build runs. The last column is what a second build in the same process allocates. The floor is one minimal pass over the same metadata, written for this service only.',
    script: 'document',
    short: ['7', '20,100,1000,5000'],
    small: ['1', '5'],
  },
  {
    title: 'Starting',
    about:
      'A service with 20 operations: the processor time of a whole process from its start to the first response, and to the response and the document. Its peer has the same routes in the same framework: parsers of zod in Express and Fastify, Hono with zod-openapi, Nest with @nestjs/swagger and a ValidationPipe. A bundle is one minified file. The compile cache is that of Node.js 22, after a start that has filled it.',
    script: 'start',
    short: ['15'],
    small: ['1'],
  },
  {
    title: 'Importing',
    about:
      'The time in addition to class-validator, class-transformer and reflect-metadata, which an application with DTO classes imports anyway.',
    script: 'import',
    short: ['7'],
    small: ['1'],
  },
  {
    title: 'Serializing and checking',
    about: 'Compared with `instanceToPlain` and `JSON.stringify`, and with `validate`, by processor time.',
    script: 'serialize',
    short: ['40', '0.5'],
    small: ['1', '0.01'],
  },
  {
    title: 'Serving',
    about:
      'A document of 500 KB, 16 requests at a time, compared with the same framework serving prepared buffers with content negotiation and the same headers.',
    script: 'serving',
    short: ['400', '61'],
    small: ['2', '1', '5'],
  },
  {
    title: 'Downloads',
    about:
      'A `download` of a file of 10 MB beside the same framework that sends `createReadStream` by itself, as processor time of the server; and the memory above idle while a client reads a long stream.',
    script: 'downloads',
    short: ['21', '1000'],
    small: ['1', '10'],
  },
  {
    title: 'Idle event streams',
    about:
      '1,000 event streams without events, which send a comment each second, beside the same framework with streams written by hand: memory of each open stream, and processor time of the server.',
    script: 'idle-streams',
    short: ['1000', '10'],
    small: ['10', '1'],
  },
  {
    title: 'Compiling',
    about:
      'Types that TypeScript instantiates for equal operations and for a program that calls each of them. Half have a path parameter, a query, a body and two responses, half a query and a list. The first operation of each kind is not counted, since it also pays for the library. ts-rest has types without schemas, and no handlers.',
    script: 'types',
    small: ['1'],
  },
  {
    title: 'Hostile bodies',
    about:
      'Bodies of at most 1 MB that are made to be expensive, under the default limits: the longest time for which the event loop is blocked. "By hand" is `JSON.parse`, `plainToInstance` and `validate` without limits, for bodies within the limits.',
    script: 'hostile-bodies',
    short: ['9'],
    small: ['1'],
  },
  {
    title: 'Sending',
    about: 'On loopback, compared with axios with keep-alive, node:http and the Pool of undici.',
    script: 'sending',
    short: ['2000', '9', '0'],
    small: ['50', '1', '0'],
  },
  {
    title: 'Queueing',
    about:
      'A backlog delivered by real, signed POSTs: each engine, compared with the same backlog on the library or database that it uses, without dtospec: the Pool of undici, an own signature, batches of 500 (SQLite) and 100 (pg-boss). Both sides send the same headers, keep the record of each attempt, repeat failed ones by the same schedule, send 16 at once to an endpoint and the endpoints by turns, limit the time of a request, and find the work of a killed process. Each side drains in a process of its own. A ratio is the other side by dtospec for processor time, and dtospec by the other side for rates, so more is better. PostgreSQL needs Node.js 22.',
    script: 'queueing',
    short: ['3', '3000', '10000', '1000'],
    small: ['1', '30', '40', '10'],
  },
  {
    title: 'Queueing by several processes',
    about:
      'One queue on Redis, and one on PostgreSQL, with 1, 2 and 4 processes that work on it, each with the defaults of dtospec. The share of the idlest process shows how evenly they divide the backlog. The last columns are the time until 20 messages of a small tenant have arrived: alone, and queued after half a backlog of a big tenant and after the messages of a tenant that takes 500 ms for each response. Nothing may be sent twice.',
    script: 'queueing-workers',
    short: ['3', '10000', '16'],
    small: ['1', '40', '10', '1,2'],
  },
];

const scale = ['small', 'short'].find((one) => process.argv.includes(`--${one}`));
const [load] = loadavg();
const parts = [];
for (const { title, about, script, ...scales } of BENCHMARKS) {
  console.error(`${title} …`);
  const args = scales[scale] ?? [];
  const command = ['node', `bench/${script}.mjs`, ...args].join(' ');
  parts.push(`## ${title}`, about, `\`\`\`sh\n${command}\n\`\`\``, await run(script, args));
}
const [{ model = 'unknown' } = {}] = cpus();
const head = `# Benchmarks

To write this page, run:

\`\`\`sh
npm run build && npm ci --prefix bench && node bench/run.mjs --write
\`\`\`

- Each figure is a median, followed by the lowest and the highest value.
- Except for times, figures are ratios. The reference is a minimal program or another library, measured in the same run.
- Before a measurement, the results of all programs are compared.
- Times are from ${process.version} on ${arch()}, ${cpus().length} cores (${model.trim()}). The load average of the machine was ${load.toFixed(1)} at the start
  and ${loadavg()[0].toFixed(1)} at the end.`;
const page = `${[head, ...parts].join('\n\n')}\n`;
const path = fileURLToPath(new URL('./results.md', import.meta.url));
if (process.argv.includes('--write')) await writeFormatted(path, page);
else console.log(page);

async function run(script, args) {
  const file = fileURLToPath(new URL(`./${script}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (data) => (out += data));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`bench/${script}.mjs failed`);
  return out.trim();
}
