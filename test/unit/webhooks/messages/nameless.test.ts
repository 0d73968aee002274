import { Equals, IsInt } from 'class-validator';
import { Webhook } from '../../../../decorators/model.js';
import { FakeNotifier, Message, WebhookChannel } from '../../../../src/webhooks/messages/index.js';

class Parcel {
  @IsInt() id = 1;
}

@Webhook('order.shipped')
class OrderShipped {
  @IsInt() id = 1;
  @Equals('order.shipped') readonly type = 'order.shipped';
}

describe('a JSON body without an event', () => {
  let warned: [string, unknown][];
  const environment = process.env.NODE_ENV;
  beforeEach(() => {
    warned = [];
    jest
      .spyOn(process, 'emitWarning')
      .mockImplementation((...given: unknown[]) => void warned.push(given as [string, unknown]));
  });
  afterEach(() => {
    process.env.NODE_ENV = environment;
    jest.restoreAllMocks();
  });

  const send = (message: Message): Promise<unknown> =>
    new FakeNotifier()
      .register(new WebhookChannel({ defaultURL: 'https://shop.example' }))
      .send('Ada', { via: () => ['webhook'], toWebhook: () => message });

  // The cases that are silent come first: a warning is emitted once.
  it.each([
    ['an event of its class', () => new Message().setJSON(new OrderShipped())],
    ['an event of its list', () => new Message().setJSON([new OrderShipped()])],
    ['an event of a member', () => new Message().setJSON({ data: new OrderShipped() })],
    ['an event of the message', () => new Message().setEvent('order.shipped').setJSON({ id: 1 })],
    ['a plain value that is intended', () => new Message().setJSON({ text: 'Hi' }, { event: false })],
    ['a class that is intended', () => new Message().setJSON(new Parcel(), { event: false })],
    ['a form', () => new Message().setForm({ id: '1' })],
    ['bytes', () => new Message().setRaw('{}')],
    ['an empty body', () => new Message().setRaw('')],
    ['a request without a body', () => new Message().setMethod('DELETE')],
  ])('is silent with %s', async (_, message) => {
    await send(message());
    expect(warned).toEqual([]);
  });

  it('is silent in production', async () => {
    process.env.NODE_ENV = 'production';
    await send(new Message().setJSON({ id: 1 }));
    await send(new Message().setJSON(new Parcel()));
    expect(warned).toEqual([]);
  });

  it('becomes a process warning if it is plain, once', async () => {
    await send(new Message().setJSON({ id: 1 }));
    await send(new Message().setJSON(['other']));
    expect(warned).toEqual([
      [
        "A webhook is sent as a plain value: without validation and without an event's name, which endpoints filter by. Send an instance of a class with @Webhook('order.shipped'). If this is intended, write setJSON(body, { event: false }).",
        { type: 'WebhookWarning', code: 'DTOSPEC_WEBHOOK_WITHOUT_EVENT' },
      ],
    ]);
  });

  it('becomes a process warning if its class has none, once', async () => {
    await send(new Message().setJSON(new Parcel()));
    await send(new Message().setJSON([new Parcel()]));
    expect(warned.map(([message]) => message)).toEqual([
      "A webhook is sent as Parcel, which has no event's name, so endpoints cannot filter by it. Add @Webhook('order.shipped') to Parcel, or call setEvent('order.shipped') on the message. If this is intended, write setJSON(body, { event: false }).",
    ]);
  });
});
