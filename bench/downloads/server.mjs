// Servers of a file and of a long stream. Each message asks for one, or for what it used.
import 'reflect-metadata';
import { createReadStream, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { dist, inExpress, inFastify } from '../lib/frameworks.mjs';
import { listen } from '../lib/listen.mjs';

const FILE = join(mkdtempSync(join(tmpdir(), 'dtospec-bench-')), 'file.bin');
writeFileSync(FILE, Buffer.alloc(10 * 1024 * 1024, 'downloads'));
const CHUNK = Buffer.alloc(64 * 1024, 1);

function* chunks(megabytes) {
  for (let count = 0; count < megabytes * 16; count += 1) yield CHUNK;
}
const long = (megabytes) => Readable.from(chunks(Number(megabytes)), { objectMode: false });

const { Docs, download, file, operation, response } = dist('index');

const docs = () => new Docs({ info: { title: 'Downloads', version: '1' } });
const responses = { 200: response('A file', file()) };
const operations = [
  operation({ method: 'GET', path: '/file', responses }, () =>
    download((range) => createReadStream(FILE, range), { size: statSync(FILE).size }),
  ),
  operation({ method: 'GET', path: '/long/{megabytes}', responses }, ({ params }) => long(params.megabytes)),
];

const SERVERS = {
  Fastify: () =>
    inFastify((app) => {
      app.get('/file', (_request, reply) =>
        reply
          .header('content-length', statSync(FILE).size)
          .type('application/octet-stream')
          .send(createReadStream(FILE)),
      );
      app.get('/long/:megabytes', ({ params }, reply) =>
        reply.type('application/octet-stream').send(long(params.megabytes)),
      );
    }),
  'Fastify, dtospec': () =>
    inFastify((app) => {
      app.register(dist('fastify').fastifyOperations, { docs: docs(), operations });
    }),
  Express: () =>
    inExpress((app) => {
      app.get('/file', (_request, reply) => {
        reply.set('content-length', String(statSync(FILE).size)).type('application/octet-stream');
        createReadStream(FILE).pipe(reply);
      });
      app.get('/long/:megabytes', ({ params }, reply) => {
        long(params.megabytes).pipe(reply.type('application/octet-stream'));
      });
    }),
  'Express, dtospec': () => inExpress((app) => dist('express').expressOperations(app, docs(), operations)),
};

let most = 0;
setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss);
}, 10).unref();
process.on('message', (asked) => {
  if (asked !== 'memory') return;
  process.send(most);
  most = process.memoryUsage().rss;
});
listen((name) => SERVERS[name]());
