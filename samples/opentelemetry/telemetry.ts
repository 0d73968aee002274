import {
  context,
  metrics,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Meter,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { AboutAttempt, DurableEngine, Notifier, NotifierEvents } from 'dtospec/webhook';

/** Events that end an attempt. */
type AttemptEnd = NotifierEvents['sent' | 'failed' | 'retrying'];

/** The events after which nothing follows, as the outcome of the delivery. */
const ENDS = ['sent', 'gone', 'failed', 'dead'] as const;

/** Creates a span for each attempt, in the trace of the caller of `send`, and two metrics, from a notifier's events. */
export class WebhookTelemetry {
  readonly #tracer: Tracer;
  readonly #meter: Meter;
  readonly #durations;
  readonly #deliveries;
  /** Of attempts under way, by the delivery's id: its attempts are made one after the other. */
  readonly #spans = new Map<string, Span>();

  constructor(tracer = trace.getTracer('webhooks'), meter: Meter = metrics.getMeter('webhooks')) {
    this.#tracer = tracer;
    this.#meter = meter;
    this.#durations = meter.createHistogram('webhook.attempt.duration', { unit: 's' });
    this.#deliveries = meter.createCounter('webhook.deliveries', { description: 'Ended, by outcome' });
  }

  observe(notifier: Notifier): void {
    notifier.on('sending', (event) => {
      this.#begin(event);
    });
    notifier.on('retrying', (event) => {
      this.#end(event);
    });
    for (const outcome of ENDS)
      notifier.on(outcome, (event) => {
        this.#end(event);
        this.#deliveries.add(1, { outcome, 'webhook.channel': event.channel });
      });
  }

  /**
   * Creates gauges of a durable engine: numbers of deliveries, and the age of the oldest due one. An age that grows shows
   * that workers are missing or too slow. Call it in one process, since all processes would report the same queue.
   * @param byEndpoint true for an age of each endpoint, too: as many series as endpoints wait
   */
  observeQueue(engine: DurableEngine, { byEndpoint = false } = {}): void {
    const count = this.#meter.createObservableGauge('webhook.queue.deliveries', {
      description: 'Deliveries by state',
    });
    const age = this.#meter.createObservableGauge('webhook.queue.oldest_due', {
      description: 'Age of the oldest due delivery that no worker has taken',
      unit: 'ms',
    });
    const endpointAge = this.#meter.createObservableGauge('webhook.queue.endpoint.oldest_due', {
      description: 'Age of the oldest due delivery of an endpoint',
      unit: 'ms',
    });
    this.#meter.addBatchObservableCallback(
      async (result) => {
        const status = await engine.status({ byEndpoint });
        for (const state of ['waiting', 'due', 'dead', 'paused'] as const)
          result.observe(count, status[state], { state });
        result.observe(age, status.oldestDue);
        for (const { endpoint, oldestDue } of status.endpoints ?? [])
          result.observe(endpointAge, oldestDue, { 'webhook.endpoint': endpoint });
      },
      [count, age, endpointAge],
    );
  }

  /** For the channel's `attemptHeaders`: the W3C trace context of this very attempt. */
  readonly traceContext = ({ id }: AboutAttempt): Record<string, string> => {
    const headers: Record<string, string> = {};
    const span = this.#spans.get(id);
    if (span) propagation.inject(trace.setSpan(context.active(), span), headers);
    return headers;
  };

  #begin({ id, messageId, channel, endpoint, origin, attempt }: NotifierEvents['sending']): void {
    const attributes = {
      'webhook.channel': channel,
      'messaging.message.id': messageId,
      'http.request.resend_count': attempt - 1,
      ...(endpoint !== undefined && { 'webhook.endpoint': endpoint }),
      ...(origin !== undefined && addressOf(origin)),
    };
    // The parent is the span that was active when `send` was called, because events run in that context.
    this.#spans.set(id, this.#tracer.startSpan(`webhook ${channel}`, { kind: SpanKind.CLIENT, attributes }));
  }

  #end(event: AttemptEnd & { readonly error?: Error }): void {
    const { id, channel, duration, error, response } = event;
    const span = this.#spans.get(id);
    if (!span) return; // it ended without an attempt
    this.#spans.delete(id);
    const told = {
      ...(response && { 'http.response.status_code': response.status }),
      ...(error && { 'error.type': error.name }),
    };
    span.setAttributes(told);
    if (error) {
      span.recordException(error);
      span.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
    }
    span.end();
    this.#durations.record(duration / 1_000, { 'webhook.channel': channel, ...told });
  }
}

function addressOf(origin: string): Record<string, string | number> {
  const { hostname, port, protocol } = new URL(origin);
  const usual = protocol === 'https:' ? 443 : 80;
  return { 'server.address': hostname, 'server.port': port === '' ? usual : Number(port) };
}
