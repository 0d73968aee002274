import { Message, Notifier, WebhookChannel } from 'dtospec/webhook';
import { deliver, hurry, notificationOf } from '../support/webhooks/deliver.js';
import { docsOf, receive } from './support.js';

describe('6 Events', () => {
  test('6.1 the docs library emits no events', () => {
    const docs = docsOf();
    for (const method of ['on', 'once', 'emit', 'addEventListener', 'subscribe'])
      expect(docs).not.toHaveProperty(method);
  });

  test('6.2 the channel defines no event types and no envelope: the payload is what the message sets', async () => {
    const receiver = await receive();
    await deliver({ defaultURL: receiver.url }, new Message().setJSON({ event: 'mine', id: 7 }));
    const [request] = receiver.requests;
    expect(request!.body.toString()).toBe('{"event":"mine","id":7}');
    expect(Object.keys(request!.headers).filter((name) => /event|webhook|id$/.test(name))).toEqual([]);
  });

  test('6.3 each notification through the channel is one request', async () => {
    const receiver = await receive();
    const notifier = new Notifier(hurry).register(new WebhookChannel({ defaultURL: receiver.url }));
    const notification = notificationOf((number) => new Message().setJSON(number));
    await notifier.send([1, 2, 3], notification);
    await notifier.send(4, notification);
    await notifier.drain();
    expect(receiver.requests.map(({ body }) => body.toString()).sort()).toEqual(['1', '2', '3', '4']);
  });

  test('6.4 an idempotency key in the payload is the same in every attempt', async () => {
    const receiver = await receive((socket, _request, index) => {
      socket.write(`HTTP/1.1 ${index === 0 ? '500 No' : '204 Fine'}\r\nContent-Length: 0\r\n\r\n`);
    });
    await deliver({ defaultURL: receiver.url }, new Message().setJSON({ idempotencyKey: 'order-7' }));
    expect(receiver.requests.map(({ body }) => body.toString())).toEqual([
      '{"idempotencyKey":"order-7"}',
      '{"idempotencyKey":"order-7"}',
    ]);
  });
});
