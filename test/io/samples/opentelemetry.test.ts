import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-node';
import { WebhookTelemetry } from '../../../samples/opentelemetry/telemetry.js';
import {
  Message,
  Notifier,
  WebhookChannel,
  type NotifierOptions,
} from '../../../src/webhooks/messages/index.js';
import { SqliteEngine } from '../../../src/webhooks/engines/sqlite/index.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { hurry, notificationOf } from '../../support/webhooks/deliver.js';
import { answer, startReceiver } from '../../support/webhooks/hostile-receiver.js';

const spans = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
const tracer = trace.getTracer('test');
beforeAll(() => {
  provider.register();
});
afterEach(() => {
  spans.reset();
});
afterAll(async () => {
  await provider.shutdown();
  trace.disable();
  context.disable();
  propagation.disable();
});

/** A receiver that answers with these status lines in turn, and a notifier that is watched. */
async function play(statuses: readonly string[], options: NotifierOptions = hurry) {
  const receiver = await startReceiver((socket, request, index) => {
    answer(statuses[index] ?? '204 No Content')(socket, request, index);
  });
  const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: measured });
  const meters = new MeterProvider({ readers: [reader] });
  const telemetry = new WebhookTelemetry(undefined, meters.getMeter('test'));
  const channel = { defaultURL: receiver.url, attemptHeaders: telemetry.traceContext };
  const notifier = new Notifier(options).register(new WebhookChannel(channel));
  telemetry.observe(notifier);
  const send = (name: string, build = () => new Message().setJSON({ name })) =>
    tracer.startActiveSpan(name, async (job) => {
      const { deliveries } = await notifier.send(name, notificationOf(build));
      job.end();
      return { delivery: deliveries[0]!, job: job.spanContext() };
    });
  const close = async () => {
    await notifier.drain();
    await receiver.close();
    await reader.forceFlush();
    const all = measured
      .getMetrics()
      .at(-1)!
      .scopeMetrics.flatMap(({ metrics }) => metrics);
    await meters.shutdown();
    return Object.fromEntries(
      all.map(({ descriptor: { name }, dataPoints }) => [
        name,
        dataPoints.map(({ attributes, value }) => ({
          attributes,
          value: typeof value === 'number' ? value : value.count,
        })),
      ]),
    );
  };
  return { receiver, send, close };
}

const ofWebhooks = () => spans.getFinishedSpans().filter(({ kind }) => kind === SpanKind.CLIENT);
const traceparentOf = (span: ReadableSpan) =>
  `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`;

describe('the OpenTelemetry sample', () => {
  test('creates a span for each attempt in the trace of the sender, and sends its context to the receiver', async () => {
    const { receiver, send, close } = await play(['503 Busy', '204 No Content', '410 Gone']);
    const first = await send('first');
    const second = await send('second');
    const all = ofWebhooks();
    const { hostname, port } = new URL(receiver.url);
    const about = (messageId: string, resent: number) => ({
      'webhook.channel': 'webhook',
      'messaging.message.id': messageId,
      'http.request.resend_count': resent,
      'server.address': hostname,
      'server.port': Number(port),
    });
    expect(all.map(({ attributes }) => attributes)).toEqual([
      {
        ...about(first.delivery.messageId, 0),
        'http.response.status_code': 503,
        'error.type': 'StatusError',
      },
      { ...about(first.delivery.messageId, 1), 'http.response.status_code': 204 },
      {
        ...about(second.delivery.messageId, 0),
        'http.response.status_code': 410,
        'error.type': 'StatusError',
      },
    ]);
    expect(all.map(({ status }) => status.code)).toEqual([
      SpanStatusCode.ERROR,
      SpanStatusCode.UNSET,
      SpanStatusCode.ERROR,
    ]);
    expect(all.map(({ events }) => events.map(({ name }) => name))).toEqual([
      ['exception'],
      [],
      ['exception'],
    ]);
    const parents = [first.job, first.job, second.job];
    expect(all.map((span) => span.parentSpanContext?.spanId)).toEqual(parents.map(({ spanId }) => spanId));
    expect(all.map((span) => span.spanContext().traceId)).toEqual(parents.map(({ traceId }) => traceId));
    expect(receiver.requests.map(({ headers }) => headers.traceparent)).toEqual(all.map(traceparentOf));
    expect(new Set(all.map(traceparentOf)).size).toBe(3);
    await close();
  });

  test('attempts that waited for a place belong to their own sender', async () => {
    const { receiver, send, close } = await play([], { ...hurry, concurrency: 1, concurrencyPerTarget: 1 });
    const jobs = await Promise.all(['a', 'b', 'c', 'd'].map((name) => send(name)));
    const traceOf = new Map(
      receiver.requests.map(({ body, headers }) => [
        (JSON.parse(body.toString()) as { name: string }).name,
        headers.traceparent?.split('-')[1],
      ]),
    );
    expect(['a', 'b', 'c', 'd'].map((name) => traceOf.get(name))).toEqual(jobs.map(({ job }) => job.traceId));
    await close();
  });

  test('metrics: attempts by status and error, deliveries by outcome, those without an attempt too', async () => {
    const { send, close } = await play(['500 No', '204 No Content', '500 No', '500 No', '500 No']);
    await send('sent');
    await send('failed');
    await send('never sent', () => {
      throw new Error('no message');
    });
    const channel = { 'webhook.channel': 'webhook' };
    expect(await close()).toEqual({
      'webhook.attempt.duration': [
        {
          attributes: { ...channel, 'http.response.status_code': 500, 'error.type': 'StatusError' },
          value: 4,
        },
        { attributes: { ...channel, 'http.response.status_code': 204 }, value: 1 },
      ],
      'webhook.deliveries': [
        { attributes: { ...channel, outcome: 'sent' }, value: 1 },
        { attributes: { ...channel, outcome: 'failed' }, value: 2 },
      ],
    });
    expect(ofWebhooks()).toHaveLength(5);
  });

  test('gauges: the deliveries of a queue by state, and the age of the oldest due one, by endpoint if asked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gauges-'));
    const engine = new SqliteEngine({ file: join(folder, 'queue.sqlite') });
    const notifier = openShop(engine, 'http://127.0.0.1:9');
    await notifier.send(['ann', 'bob'], new Ordered('m-1'));
    while ((await engine.status()).oldestDue < 20) await new Promise((resolve) => setTimeout(resolve, 5));
    const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
    const reader = new PeriodicExportingMetricReader({ exporter: measured });
    const meters = new MeterProvider({ readers: [reader] });
    new WebhookTelemetry(undefined, meters.getMeter('test')).observeQueue(engine, { byEndpoint: true });
    await reader.forceFlush();
    const metrics = measured
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((one) => one.metrics));
    const pointsOf = (name: string) =>
      metrics
        .find(({ descriptor }) => descriptor.name === name)
        ?.dataPoints.map(({ attributes, value }) => [Object.values(attributes)[0], value]);
    expect(pointsOf('webhook.queue.deliveries')).toEqual([
      ['waiting', 2],
      ['due', 2],
      ['dead', 0],
      ['paused', 0],
    ]);
    const [[, age] = []] = pointsOf('webhook.queue.oldest_due') ?? [];
    expect(age).toBeGreaterThanOrEqual(20);
    expect(
      pointsOf('webhook.queue.endpoint.oldest_due')
        ?.map(([endpoint]) => endpoint)
        .sort(),
    ).toEqual(['ann', 'bob']);
    await meters.shutdown();
    await notifier.stop();
    rmSync(folder, { recursive: true });
  });
});
