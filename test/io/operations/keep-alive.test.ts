import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { IsInt } from 'class-validator';
import { eventStream, jsonLines, operation, ServerSentEvent, Webhook } from '../../../src/index.js';
import { FRAMEWORKS, serve, type Served } from './servers.js';

@Webhook('ticked')
class Tick {
  @IsInt() count!: number;
}

let ended = 0;

async function* ticks(signal: AbortSignal): AsyncGenerator<Tick | ServerSentEvent<Tick>> {
  try {
    yield new ServerSentEvent(Object.assign(new Tick(), { count: 1 }), { id: '1', retry: 50 });
    await delay(120, undefined, { signal });
    yield Object.assign(new Tick(), { count: 2 });
    await delay(60_000, undefined, { signal });
  } finally {
    ended += 1;
  }
}

const responses = { 200: eventStream('Ticks', Tick) };
const OPERATIONS = [
  operation({ method: 'GET', path: '/ticks', keepAlive: 25, responses }, ({ request }) =>
    ticks(request.signal),
  ),
  operation({ method: 'GET', path: '/quiet', keepAlive: 0, responses }, ({ request }) =>
    ticks(request.signal),
  ),
  operation(
    { method: 'GET', path: '/lines', keepAlive: 25, responses: { 200: jsonLines('Ticks', Tick) } },
    async function* () {
      await delay(120);
      yield Object.assign(new Tick(), { count: 1 });
    },
  ),
];

/** Reads a stream for a time, or to its end. */
async function textOf(url: string, milliseconds: number): Promise<string> {
  const asked = httpRequest(url, { agent: false }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  let text = '';
  response
    .setEncoding('utf8')
    .on('data', (chunk: string) => (text += chunk))
    .on('error', () => undefined);
  await Promise.race([once(response, 'close'), delay(milliseconds)]);
  response.destroy();
  return text;
}

describe.each(FRAMEWORKS)('keepAlive: %s', (framework) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(framework, OPERATIONS);
  });
  afterAll(() => served.close());

  it('sends comments between events while the source is idle, and ends the source', async () => {
    ended = 0;
    const text = await textOf(`${served.origin}/ticks`, 600);
    const [before, between, after] = text.split(/(?=event: ticked\n)/);
    expect(before).toMatch(/^(?::\n\n)+$/);
    expect(between).toMatch(/^event: ticked\nid: 1\nretry: 50\ndata: {"count":1}\n\n(?::\n\n)+$/);
    expect(after).toMatch(/^event: ticked\ndata: {"count":2}\n\n(?::\n\n)+$/);
    for (let round = 0; round < 20 && ended === 0; round += 1) await delay(50);
    expect(ended).toBe(1);
  });

  it('sends no comment for 0, and none between lines of JSON', async () => {
    expect(await textOf(`${served.origin}/quiet`, 300)).toMatch(
      /^:\n\nevent: ticked\nid: 1\nretry: 50\ndata: {"count":1}\n\nevent: ticked\ndata: {"count":2}\n\n$/,
    );
    expect(await textOf(`${served.origin}/lines`, 2000)).toBe('{"count":1}\n');
  });
});
