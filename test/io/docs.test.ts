import { createServer, get, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Docs, response, type Config } from '../../src/index.js';

function shop(config: Partial<Config> = {}): Docs {
  return new Docs({ info: { title: 'Shop', version: '1.0.0' }, ...config }).add({
    method: 'GET',
    path: '/users',
    responses: { 200: response('All') },
  });
}

async function serve<T>(listener: RequestListener, work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => server.once('listening', resolve));
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function fetchText(url: string): Promise<{ status: number | undefined; headers: object; body: string }> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      text(response).then((body) => {
        resolve({ status: response.statusCode, headers: response.headers, body });
      }, reject);
    }).on('error', reject);
  });
}

describe('responses of Docs', () => {
  test('specHandler serves the JSON document', async () => {
    const docs = shop();
    await serve(docs.specHandler(), async (url) => {
      const { status, headers, body } = await fetchText(`${url}/anything`);
      expect(status).toBe(200);
      expect(headers).toMatchObject({ 'access-control-allow-origin': '*' });
      expect(body).toBe(JSON.stringify(docs.buildSpec()));
    });
  });

  test('handler serves the page with its title', async () => {
    await serve(shop({ info: { title: 'A & B', version: '1' } }).handler(), async (url) => {
      expect((await fetchText(url)).body).toContain('<title>A &amp; B</title>');
    });
  });

  test('middleware applies to both below the base, and to routes that are added later', async () => {
    const docs = shop();
    await serve(docs.middleware('/docs'), async (url) => {
      expect((await fetchText(`${url}/docs/openapi.yaml`)).body).toBe(docs.specYAML());
      docs.add({ method: 'GET', path: '/later', responses: { 200: response('OK') } });
      expect((await fetchText(`${url}/docs/openapi.json`)).body).toContain('/later');
      expect((await fetchText(`${url}/elsewhere`)).status).toBe(404);
    });
  });

  test('docsAuth protects page and document', async () => {
    const docs = shop({ docsAuth: { enabled: true, apiKey: 'secret' } });
    await serve(docs.specHandler(), async (url) => {
      expect((await fetchText(url)).status).toBe(401);
      expect((await fetchText(`${url}/?key=secret`)).status).toBe(200);
    });
  });
});
