import { EventEmitter, once } from 'node:events';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { IsInt, IsOptional, IsString } from 'class-validator';
import {
  eventStream,
  jsonLines,
  oneOf,
  operation,
  response,
  ServerSentEvent,
  Webhook,
  WriteOnly,
  reply,
} from '../../../src/index.js';

@Webhook('order.placed')
class OrderPlaced {
  @IsInt() id!: number;
  @IsString() @WriteOnly() secret!: string;
  @IsOptional() @IsString() note?: string;
}

@Webhook('order.shipped')
class OrderShipped {
  @IsInt() id!: number;
  @IsString() carrier!: string;
}

const placed = Object.assign(new OrderPlaced(), { id: 1, secret: 'x' });
const shipped = Object.assign(new OrderShipped(), { id: 1, carrier: 'two\nlines' });
const EVENTS = { 200: eventStream('What happens', oneOf(OrderPlaced, OrderShipped)) };
const LINES = { 200: jsonLines('All', OrderPlaced) };

const LONG = 'x'.repeat(256 * 1024);
export const made = { count: 0 };
const ends = new EventEmitter();
/** How the next stream ends: `returned` where its client left. */
export async function nextEnd(): Promise<unknown> {
  return ((await once(ends, 'end')) as unknown[])[0];
}

// oxlint-disable-next-line typescript/require-await -- a stream that has everything at once
async function* events(): AsyncGenerator<OrderPlaced | ServerSentEvent<OrderShipped>> {
  yield placed;
  yield new ServerSentEvent(shipped, { id: '7', retry: 1000 });
}

async function* endless(): AsyncGenerator<OrderPlaced> {
  made.count = 0;
  try {
    for (;;) {
      made.count += 1;
      // A turn for the sockets.
      await setImmediate();
      yield Object.assign(new OrderPlaced(), { id: made.count, note: LONG });
    }
  } finally {
    ends.emit('end', 'returned');
  }
}

/** Has nothing. */
const EMPTY = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true as const, value: undefined }) }),
};

export const STREAMS = [
  operation({ method: 'GET', path: '/events', responses: EVENTS }, () => events()),
  operation({ method: 'GET', path: '/lines', responses: LINES }, async function* () {
    yield placed;
    yield await Promise.resolve({ id: 2, secret: 'y' });
  }),
  operation({ method: 'GET', path: '/lines/two', responses: { ...LINES, 204: response('None') } }, () =>
    reply(200, EMPTY, { headers: { 'x-kind': 'none' } }),
  ),
  operation({ method: 'GET', path: '/lines/broken', responses: LINES }, async function* () {
    yield placed;
    await delay(1);
    throw new Error('on purpose');
  }),
  operation({ method: 'GET', path: '/lines/wrong', responses: LINES }, async function* () {
    yield await Promise.resolve({ id: 'x' } as never);
  }),
  operation({ method: 'GET', path: '/lines/endless', responses: LINES }, () => endless()),
  operation({ method: 'GET', path: '/events/waiting', responses: EVENTS }, async function* ({ request }) {
    try {
      yield placed;
      await once(request.signal, 'abort');
    } finally {
      ends.emit('end', request.signal.aborted);
    }
  }),
];

export const STREAM_TABLE: readonly (readonly [string, string, RequestInit, number])[] = [
  ['a stream of events', '/events', {}, 200],
  ['a stream of lines', '/lines', {}, 200],
  ['a stream of nothing', '/lines/two', {}, 200],
];
