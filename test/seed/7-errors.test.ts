import { DocsValidationError } from 'dtospec';
import { Message, Notifier, NO_RETRY, verifySignature, WebhookChannel } from 'dtospec/webhook';
import { deliver, hurry, notificationOf } from '../support/webhooks/deliver.js';
import { answer } from '../support/webhooks/hostile-receiver.js';
import { ask, basic, codesOf, docsOf, receive, serve } from './support.js';

describe('7.1 Validate', () => {
  test('7.1.1 null when everything is valid', () => {
    expect(
      docsOf([{ path: '/users' }, { path: '/users/:id' }, { method: 'POST', path: '/users' }]).validate(),
    ).toBeNull();
  });

  test('7.1.2 otherwise one error that joins all of them, which the caller throws', () => {
    const error = docsOf([
      { path: '/users/:id' },
      { method: 'get', path: '/users/{id}' },
      { method: 'FETCH', path: '/a' },
      { method: 'POST', path: '/b', operationId: 'same' },
      { method: 'PUT', path: '/b', operationId: 'same' },
    ]).validate();
    expect(error).toBeInstanceOf(DocsValidationError);
    expect(error).toBeInstanceOf(AggregateError);
    expect(codesOf(error)).toEqual(['duplicate-endpoint', 'unsupported-method', 'duplicate-operation-id']);
    for (const { message } of error!.errors) expect(error!.message).toContain(message);
  });

  test.each([
    ['GET', '/users/:id', 'get', '/users/{id}'],
    ['POST', '/files/*path', 'Post', '/files/{path}'],
    ['PUT', '/users/{id:[0-9]+}', 'PUT', '/users/:id'],
    ['GET', '/users', 'GET', '/users'],
  ])('7.1.3 duplicate method and path: %s %s and %s %s', (method, path, otherMethod, otherPath) => {
    const docs = docsOf([
      { method, path },
      { method: otherMethod, path: otherPath },
    ]);
    expect(codesOf(docs.validate())).toEqual(['duplicate-endpoint']);
  });

  test('7.1.4 every duplicate is listed', () => {
    const docs = docsOf([{ path: '/a' }, { path: '/a' }, { path: '/a' }, { path: '/b' }, { path: '/b' }]);
    expect(codesOf(docs.validate())).toEqual([
      'duplicate-endpoint',
      'duplicate-endpoint',
      'duplicate-endpoint',
    ]);
  });

  test.each(['FETCH', 'CONNECT', 'LINK', ''])('7.1.5 the method %j is an error', (method) => {
    expect(codesOf(docsOf([{ method }]).validate())).toEqual(['unsupported-method']);
  });

  test('7.1.6 every unsupported method is listed', () => {
    const docs = docsOf([{ method: 'FETCH' }, { method: 'LINK' }]);
    expect(codesOf(docs.validate())).toEqual(['unsupported-method', 'unsupported-method']);
  });

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'])(
    '7.1.7 the method %s is none',
    (method) => {
      expect(docsOf([{ method }, { method: method.toLowerCase(), path: '/a' }]).validate()).toBeNull();
    },
  );

  test('7.1.8 every duplicate operationId, set or generated', () => {
    const docs = docsOf([
      { path: '/a', operationId: 'same' },
      { path: '/b', operationId: 'same' },
      { path: '/user-profiles' },
      { path: '/user/profiles' },
    ]);
    expect(codesOf(docs.validate())).toEqual(['duplicate-operation-id', 'duplicate-operation-id']);
  });

  test('7.1.9 each error has a code and the endpoint here', () => {
    const unsupported = { method: 'FETCH', path: '/a', responses: {} };
    expect(docsOf([unsupported]).validate()?.errors).toMatchObject([
      { code: 'unsupported-method', endpoint: unsupported },
    ]);
  });
});

describe('7.2 Docs page', () => {
  const docsAuth = { enabled: true, username: 'ada', password: 'lovelace', apiKey: 'sesame' };

  test('7.2.1 credentials that match neither key nor basic auth: 401 with a WWW-Authenticate challenge', async () => {
    const origin = await serve(docsOf([{}], { docsAuth }).middleware('/docs'));
    const headers = { authorization: basic('ada', 'babbage') };
    const refused = await ask(origin, '/docs?key=wrong', { headers });
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toBe('Basic realm="API Documentation", charset="UTF-8"');
  });

  test.each([
    ['no credentials', {}],
    ['no password', { username: 'ada' }],
    ['no user name', { password: 'lovelace' }],
  ])(
    '7.2.2 enabled with %s: 500 "DocsAuth enabled but no credentials configured"',
    async (_title, credentials) => {
      const docs = docsOf([{}], { docsAuth: { enabled: true, ...credentials } });
      for (const [origin, path] of [
        [await serve(docs.middleware('/docs')), '/docs'],
        [await serve(docs.middleware('/docs')), '/docs/openapi.json'],
        [await serve(docs.handler()), '/'],
        [await serve(docs.specHandler()), '/'],
      ] as const) {
        const { status, body } = await ask(origin, path);
        expect([status, body]).toEqual([500, 'DocsAuth enabled but no credentials configured']);
      }
    },
  );
});

describe('7.3 Add, AddAll and BuildSpec', () => {
  test('7.3.1 return no errors: duplicates keep the last, unsupported methods are skipped', () => {
    const docs = docsOf([
      { path: '/a', summary: 'first' },
      { method: 'FETCH' },
      { path: '/a', summary: 'last' },
    ]);
    expect(docs.buildSpec().paths).toEqual({
      '/a': { get: { operationId: 'getA', summary: 'last', responses: { 200: { description: 'OK' } } } },
    });
    expect(JSON.parse(docs.specJSON())).toEqual(docs.buildSpec());
  });
});

describe('7.4 Webhook channel', () => {
  test.each([300, 304, 400, 401, 404, 409, 422, 429, 500, 502, 503])(
    '7.4.1 a response outside 2xx is a failed send, and retried: %i',
    async (status) => {
      const receiver = await receive(answer(`${status} No`));
      const delivery = await deliver({ defaultURL: receiver.url });
      expect(delivery).toMatchObject({ outcome: 'failed', error: { name: 'StatusError', status } });
      expect(receiver.requests).toHaveLength(3);
    },
  );

  test('7.4.2 a retry that succeeds is a success', async () => {
    const receiver = await receive((socket, request, index) => {
      answer(index < 2 ? '503 Later' : '200 Fine')(socket, request, index);
    });
    expect(await deliver({ defaultURL: receiver.url })).toMatchObject({ outcome: 'sent', attempts: 3 });
  });

  test("7.4.3 retries follow the notifier's policy", async () => {
    const receiver = await receive(answer('500 No'));
    expect(
      await deliver({ defaultURL: receiver.url }, undefined, { ...hurry, retry: NO_RETRY }),
    ).toMatchObject({
      outcome: 'failed',
      attempts: 1,
    });
  });

  test('7.4.4 the default policy waits 250 ms and 1 s here, ±20 %', async () => {
    const receiver = await receive(answer('500 No'));
    const waits: number[] = [];
    const sleep = (milliseconds: number): Promise<void> => {
      waits.push(milliseconds);
      return Promise.resolve();
    };
    for (const [random, expected] of [
      [0, [200, 800]],
      [0.5, [250, 1000]],
    ] as const) {
      waits.length = 0;
      await deliver({ defaultURL: receiver.url }, undefined, { runtime: { sleep, random: () => random } });
      expect(waits).toEqual(expected);
    }
  });

  test('7.4.5 a 410 is not retried here: the receiver is gone', async () => {
    const receiver = await receive(answer('410 Gone'));
    expect(await deliver({ defaultURL: receiver.url })).toMatchObject({ outcome: 'gone', attempts: 1 });
  });

  test('7.4.6 a timeout names its remedies', async () => {
    const silent = await receive(() => undefined);
    const { error } = await deliver({ defaultURL: silent.url, timeout: 50 });
    expect(error!.message).toMatch(/within 50 ms\. Raise the channel's timeout, or .*202/);
  });

  test('7.4.7 a receiver that answers 202 at once has received the message', async () => {
    const receiver = await receive(answer('202 Accepted'));
    expect(await deliver({ defaultURL: receiver.url })).toMatchObject({ outcome: 'sent', attempts: 1 });
  });

  test('7.4.8 the body of a retry is the same bytes', async () => {
    const receiver = await receive(answer('500 No'));
    await deliver({ defaultURL: receiver.url }, new Message().setRaw('the body'));
    expect(receiver.requests.map(({ body }) => body.toString())).toEqual([
      'the body',
      'the body',
      'the body',
    ]);
  });

  test('7.4.9 a signature mismatch comes from a body that was serialized again', async () => {
    const receiver = await receive();
    const signed = new Message().setRaw('{"a": 1}');
    await deliver({ defaultURL: receiver.url, signingSecret: 'secret' }, signed);
    const { headers, body } = receiver.requests[0]!;
    const again = JSON.stringify(JSON.parse(body.toString()));
    expect([body, again].map((each) => verifySignature(each, headers['x-signature'], 'secret'))).toEqual([
      true,
      false,
    ]);
  });

  test('7.4.10 one failing channel does not stop another here', async () => {
    const [failing, fine] = [await receive(answer('500 No')), await receive()];
    const notifier = new Notifier(hurry)
      .register(new WebhookChannel({ name: 'a', defaultURL: failing.url }))
      .register(new WebhookChannel({ name: 'b', defaultURL: fine.url }));
    const { deliveries } = await notifier.send(
      'ada',
      notificationOf(() => new Message().setJSON(1), ['a', 'b']),
    );
    expect(deliveries.map(({ channel, outcome }) => [channel, outcome])).toEqual([
      ['a', 'failed'],
      ['b', 'sent'],
    ]);
    await notifier.drain();
  });
});
