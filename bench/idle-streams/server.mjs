// Servers of event streams without events, which send a comment each second. Each message asks for one, or for what it used.
import 'reflect-metadata';
import { IsInt } from 'class-validator';
import { dist, inExpress, inFastify } from '../lib/frameworks.mjs';
import { listen } from '../lib/listen.mjs';

const { Docs, eventStream, operation, rules } = dist('index');

class Tick {}
rules(Tick, { number: [IsInt()] });

const IDLE = 1000;

/** Returns a source that has no event until the client goes. */
function silent({ request: { signal } }) {
  const next = () =>
    new Promise((resolve) =>
      signal.addEventListener('abort', () => resolve({ done: true, value: undefined }), { once: true }),
    );
  return { [Symbol.asyncIterator]: () => ({ next }) };
}

const docs = () => new Docs({ info: { title: 'Streams', version: '1' } });
const operations = [
  operation(
    { method: 'GET', path: '/events', keepAlive: IDLE, responses: { 200: eventStream('Ticks', Tick) } },
    silent,
  ),
];

/** A stream as an application writes it by hand: a comment from time to time, until the client goes. */
function byHand(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.write(':\n\n');
  const timer = setInterval(() => response.write(':\n\n'), IDLE);
  response.on('close', () => clearInterval(timer));
}

const SERVERS = {
  Fastify: () =>
    inFastify((app) => {
      app.get('/events', (_request, reply) => {
        reply.hijack();
        byHand(reply.raw);
      });
    }),
  'Fastify, dtospec': () =>
    inFastify((app) => {
      app.register(dist('fastify').fastifyOperations, { docs: docs(), operations });
    }),
  Express: () => inExpress((app) => app.get('/events', (_request, reply) => byHand(reply))),
  'Express, dtospec': () => inExpress((app) => dist('express').expressOperations(app, docs(), operations)),
};

process.on('message', (asked) => {
  if (asked !== 'memory') return;
  globalThis.gc?.();
  process.send(process.memoryUsage().rss);
});
listen((name) => SERVERS[name]());
