// Sends a webhook that arrives at the second attempt, and prints the spans, the metrics and the received headers.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { metrics, trace } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { Message, Notifier, WebhookChannel } from 'dtospec/webhook';
import { WebhookTelemetry } from './telemetry.js';

const spans = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
provider.register(); // its context manager, and the W3C propagator
const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: measured });
const meters = new MeterProvider({ readers: [reader] });
metrics.setGlobalMeterProvider(meters);

const received: unknown[] = [];
const receiver = createServer((request, response) => {
  received.push(request.headers.traceparent);
  response.writeHead(received.length === 1 ? 503 : 204).end();
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');

const telemetry = new WebhookTelemetry();
const defaultURL = `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}/hooks`;
const notifier = new Notifier();
notifier.register(new WebhookChannel({ defaultURL, attemptHeaders: telemetry.traceContext }));
telemetry.observe(notifier);

await trace.getTracer('sample').startActiveSpan('ship the order', async (span) => {
  const orderShipped = {
    via: () => ['webhook'],
    toWebhook: () => new Message().setEvent('order.shipped').setJSON({ order: 17 }),
  };
  await notifier.send('Ada', orderShipped);
  span.end();
});

for (const span of spans.getFinishedSpans())
  console.log('span', {
    name: span.name,
    trace: span.spanContext().traceId,
    span: span.spanContext().spanId,
    parent: span.parentSpanContext?.spanId,
    status: span.status.code,
    attributes: span.attributes,
  });
await reader.forceFlush();
for (const { descriptor, dataPoints } of measured
  .getMetrics()
  .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics)))
  console.log('metric', descriptor.name, dataPoints.length);
console.log('received', received);

await notifier.drain();
await Promise.all([provider.shutdown(), meters.shutdown()]);
receiver.close();
