import { WebhookChannel } from '../../../src/webhook/channel.js';
import { InvalidHeaderError, InvalidMethodError, SerializationError } from '../../../src/webhook/errors.js';
import { Message } from '../../../src/webhook/message.js';

describe('bad input: a body that is none is refused where it is set', () => {
  const json = (shown: string): string =>
    `The message's body cannot be built: setJSON() takes what JSON can write (an object, a list, a text, a number, true, false, null), not ${shown}; a message without a body needs no setJSON().`;
  const form = (shown: string): string =>
    `The message's body cannot be built: setForm() takes an object of texts, as in { order: '42' }, not ${shown}.`;
  const raw = (shown: string): string =>
    `The message's body cannot be built: setRaw() takes bytes (Uint8Array, Buffer, ArrayBuffer) or a string, not ${shown}.`;

  test.each<[string, (message: Message) => unknown, string]>([
    ['JSON of nothing', (message) => message.setJSON(undefined), json('undefined')],
    ['JSON of a function', (message) => message.setJSON(() => 1), json('a function')],
    ['JSON of a class', (message) => message.setJSON(Message), json('the class Message')],
    ['JSON of a symbol', (message) => message.setJSON(Symbol('a')), json('Symbol(a)')],
    ['Message.json of nothing', () => Message.json(undefined), json('undefined')],
    ['a form of nothing', (message) => message.setForm(undefined as never), form('undefined')],
    ['a form of a text', (message) => message.setForm('a=b' as never), form('a text')],
    ['a form of a list', (message) => message.setForm(['a'] as never), form('an array')],
    [
      'a form with a field that is left out',
      (message) => message.setForm({ a: undefined } as never),
      form('undefined for "a"'),
    ],
    ['bytes of nothing', (message) => message.setRaw(undefined as never), raw('undefined')],
    ['bytes of a number', (message) => message.setRaw(7 as never), raw('number')],
  ])('%s', (_title, set, message) => {
    expect(() => set(new Message())).toThrow(SerializationError);
    expect(() => set(new Message())).toThrow(message);
  });

  test.each([null, 0, '', false, [], {}])('JSON of %j is JSON', (value) => {
    const { bytes } = new Message().setJSON(value).snapshot();
    expect(Buffer.from(bytes).toString()).toBe(JSON.stringify(value));
  });
});

describe('bad input: methods and headers', () => {
  test.each([undefined, null, 5])('the method %j', (method) => {
    expect(() => new Message().setMethod(method as never)).toThrow(new InvalidMethodError(method as never));
  });

  test.each([undefined, null, 5])('the header name %j', (name) => {
    expect(() => new Message().addHeader(name as never, 'a')).toThrow(InvalidHeaderError);
  });
});

describe('bad input: new WebhookChannel(options)', () => {
  const SECRET = 'https://example.com/hooks/secret';
  test.each<[string, unknown, string]>([
    [
      'the URL alone',
      SECRET,
      "new WebhookChannel(options) needs an object, as in { defaultURL: 'https://example.com/hooks' }, not a text.",
    ],
    ['null', null, 'new WebhookChannel(options) needs an object'],
    ['a name that is no text', { name: 5 }, 'name of a WebhookChannel needs a text, not number.'],
    [
      'headers that are no object',
      { defaultHeaders: SECRET },
      "defaultHeaders of a WebhookChannel needs an object, as in { 'X-Tenant': 'a' }, not a text.",
    ],
  ])('%s', (_title, options, message) => {
    const create = () => new WebhookChannel(options as never);
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
    expect(create).not.toThrow(/secret/);
  });
});
