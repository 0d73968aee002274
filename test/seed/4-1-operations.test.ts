import express from 'express';
import { Docs, DocsValidationError, response, type Endpoint } from 'dtospec';
import { ask, docsOf, endpoint, info, serve, specOf } from './support.js';

describe('4.1 Library operations', () => {
  test('4.1.1 new Docs(config) creates the handle', async () => {
    expect(new Docs({ info }).buildSpec()).toEqual({ openapi: '3.1.0', info, paths: {} });
    expect(await specOf([])).toEqual({ openapi: '3.1.0', info, paths: {} });
  });

  test('4.1.2 add registers one endpoint', () => {
    expect(Object.keys(new Docs({ info }).add(endpoint({ path: '/a' })).buildSpec().paths)).toEqual(['/a']);
  });

  test.each<[string, unknown]>([
    ['an unsupported method', endpoint({ method: 'FETCH' })],
    ['a duplicate', endpoint({ path: '/a' })],
    ['no path', { method: 'GET', responses: {} }],
    ['null', null],
    ['undefined', undefined],
    ['a string', 'GET /users'],
  ])('4.1.3 add never fails: %s', (_title, value) => {
    const docs = new Docs({ info }).add(endpoint({ path: '/a' }));
    expect(() => docs.add(value as Endpoint)).not.toThrow();
    expect(Object.keys(docs.buildSpec().paths)).toContain('/a');
  });

  test('4.1.4 addAll registers several', () => {
    const docs = new Docs({ info }).addAll(endpoint({ path: '/a' }), endpoint({ path: '/b' }));
    expect(Object.keys(docs.buildSpec().paths)).toEqual(['/a', '/b']);
    expect(Object.keys(new Docs({ info }).addAll().buildSpec().paths)).toEqual([]);
  });

  test('4.1.5 addAll never fails', () => {
    const docs = new Docs({ info });
    expect(() =>
      docs.addAll(null as never, endpoint({ method: 'FETCH' }), endpoint({ path: '/b' })),
    ).not.toThrow();
    expect(Object.keys(docs.buildSpec().paths)).toEqual(['/b']);
  });

  test('4.1.6 validate returns an error, or null', () => {
    expect(docsOf().validate()).toBeNull();
    expect(docsOf([{ method: 'FETCH' }]).validate()).toBeInstanceOf(DocsValidationError);
  });

  test('4.1.7 mount serves the UI and the spec below the base path, beside other routes', async () => {
    const app = express();
    docsOf().mount(app, '/docs');
    app.get('/docs-of-others', (_request, reply) => {
      reply.send('mine');
    });
    const origin = await serve(app);
    for (const [path, type] of [
      ['/docs', 'text/html; charset=utf-8'],
      ['/docs/', 'text/html; charset=utf-8'],
      ['/docs/openapi.json', 'application/json'],
      ['/docs/openapi.yaml', 'application/yaml'],
    ] as const) {
      const { status, headers } = await ask(origin, path);
      expect([path, status, headers['content-type']]).toEqual([path, 200, type]);
    }
    expect((await ask(origin, '/docs-of-others')).body).toBe('mine');
    expect((await ask(origin, '/openapi.json')).status).toBe(404);
  });

  test('4.1.8 handler serves the UI', async () => {
    const { status, body } = await ask(await serve(docsOf().handler()), '/');
    expect(status).toBe(200);
    expect(body).toContain('<title>Shop</title>');
  });

  test.each([
    ['', '*'],
    ['-', undefined],
    ['https://a.example', 'https://a.example'],
  ])(
    '4.1.9 specHandler serves the raw JSON; specCORSOrigin %j allows the origin %s',
    async (origin, allowed) => {
      const docs = docsOf([{}], { ui: { specCORSOrigin: origin } });
      const { headers, body } = await ask(await serve(docs.specHandler()), '/');
      expect(headers['content-type']).toBe('application/json');
      expect(headers['access-control-allow-origin']).toBe(allowed);
      expect(JSON.parse(body)).toEqual(docs.buildSpec());
    },
  );

  test('4.1.10 specJSON is the spec as JSON', () => {
    const docs = docsOf([{ path: '/users', responses: { 200: response('All') } }]);
    expect(JSON.parse(docs.specJSON())).toEqual(docs.buildSpec());
  });

  test('4.1.11 buildSpec is the compiled spec', () => {
    expect(docsOf().buildSpec()).toMatchObject({ openapi: '3.1.0', paths: { '/': { get: {} } } });
  });

  test('4.1.12 getUIConfig is the serialized UI config', () => {
    expect(JSON.parse(docsOf([{}], { ui: { theme: 'moon' } }).getUIConfig())).toMatchObject({
      theme: 'moon',
    });
  });
});
