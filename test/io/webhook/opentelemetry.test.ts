import { Message, Notifier, WebhookChannel } from '../../../src/webhook/index.js';
import type { NotifierEvents } from '../../../src/webhook/index.js';
import { answer, startReceiver } from '../../support/hostile-receiver.js';
import { hurry, notificationOf } from '../../support/deliver.js';

// The recipe as the documentation shows it. `Tracer` is what it uses of @opentelemetry/api's.
interface Span {
  setAttribute(name: string, value: string | number): unknown;
  recordException(error: Error): void;
  setStatus(status: { code: number }): unknown;
  end(): void;
}
interface Tracer {
  startSpan(name: string, options?: { attributes?: Record<string, string | number>; kind?: number }): Span;
}

const SPAN_KIND_PRODUCER = 3;
const STATUS_ERROR = 2;

/** One span per attempt: from `sending` to whatever follows it. */
function traceDeliveries(notifier: Notifier, tracer: Tracer): void {
  const spans = new Map<string, Span>();
  notifier.on('sending', ({ id, channel, attempt }) => {
    const attributes = {
      'messaging.message.id': id,
      'messaging.destination.name': channel,
      'http.request.resend_count': attempt - 1,
    };
    spans.set(id, tracer.startSpan(`send ${channel}`, { attributes, kind: SPAN_KIND_PRODUCER }));
  });
  const finish = (event: NotifierEvents['sent'] & { error?: Error }): void => {
    const span = spans.get(event.id);
    spans.delete(event.id);
    if (event.response) span?.setAttribute('http.response.status_code', event.response.status);
    if (event.error) {
      span?.recordException(event.error);
      span?.setStatus({ code: STATUS_ERROR });
    }
    span?.end();
  };
  for (const name of ['retrying', 'sent', 'gone', 'failed', 'dead'] as const) notifier.on(name, finish);
}

describe('issue 4, 8: the OpenTelemetry recipe', () => {
  test('one span per attempt, ended once, with status and error', async () => {
    const log: Record<string, unknown>[] = [];
    const tracer: Tracer = {
      startSpan: (name, options) => {
        const span: Record<string, unknown> = { name, ...options?.attributes, ended: 0 };
        log.push(span);
        return {
          setAttribute: (key, value) => (span[key] = value),
          recordException: (error) => (span.error = error.name),
          setStatus: ({ code }) => (span.status = code),
          end: () => void (span.ended = (span.ended as number) + 1),
        };
      },
    };
    const receiver = await startReceiver((socket, request, index) => {
      answer(['503 Busy', '202 Fine', '410 Gone'][index]!)(socket, request, index);
    });
    const notifier = new Notifier(hurry).register(new WebhookChannel({ defaultURL: receiver.url }));
    traceDeliveries(notifier, tracer);
    const {
      deliveries: [first],
    } = await notifier.send(
      'a',
      notificationOf(() => new Message().setJSON(1)),
    );
    const {
      deliveries: [second],
    } = await notifier.send(
      'b',
      notificationOf(() => new Message().setJSON(2)),
    );
    const {
      deliveries: [third],
    } = await notifier.send(
      'c',
      notificationOf(() => {
        throw new Error('never sent');
      }),
    );
    expect(third!.outcome).toBe('failed');
    const about = (id: string, resent: number) => ({
      name: 'send webhook',
      'messaging.message.id': id,
      'messaging.destination.name': 'webhook',
      'http.request.resend_count': resent,
      ended: 1,
    });
    expect(log).toEqual([
      {
        ...about(first!.id, 0),
        'http.response.status_code': 503,
        error: 'StatusError',
        status: STATUS_ERROR,
      },
      { ...about(first!.id, 1), 'http.response.status_code': 202 },
      {
        ...about(second!.id, 0),
        'http.response.status_code': 410,
        error: 'StatusError',
        status: STATUS_ERROR,
      },
    ]);
    await notifier.drain();
    await receiver.close();
  });
});
