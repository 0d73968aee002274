import { IsString } from 'class-validator';
import express from 'express';
import { Docs, operation, response } from '../../../src/index.js';
import { mcpServer, type McpServerOptions } from '../../../src/mcp/index.js';
import { listen, listening, type Listening } from '../../support/network/listen.js';
import { describeInBrowser } from '../../support/page/browser.js';
import { FRAMEWORKS, serveMcp } from './servers.js';

class Note {
  @IsString() text!: string;
}

let added = 0;
const addNote = operation(
  { method: 'POST', path: '/notes', security: [], body: Note, responses: { 200: response('Added', Note) } },
  ({ body }) => {
    added += 1;
    return body;
  },
);

const mcpOf = (options: McpServerOptions): ReturnType<typeof mcpServer> =>
  mcpServer(new Docs({ info: { title: 'Notes', version: '1.0.0' } }).addOperations([addNote]), options);

const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'postNotes', arguments: { body: { text: 'Ada' } } },
};

/** Calls the tool in the page, with the headers of a client; returns what the page can read. */
function callIn(url: string): string {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: 'Bearer x',
    'mcp-protocol-version': '2025-06-18',
  };
  const init = { method: 'POST', headers, body: JSON.stringify(CALL) };
  return `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then(
    async (answer) => [answer.status, await answer.text(), answer.headers.get('www-authenticate')],
    (error) => [error.message])`;
}

const servePage = (): Promise<Listening> =>
  listen((_request, answer) => {
    answer.setHeader('content-type', 'text/html').end('<!doctype html><title>Chat</title>');
  });

describeInBrowser('a page in a browser', (browser) => {
  let chat: Listening;
  let evil: Listening;
  beforeAll(async () => {
    chat = await servePage();
    evil = await servePage();
  });
  afterAll(async () => {
    await chat.close();
    await evil.close();
  });

  async function callFrom({ origin }: Listening, url: string): Promise<unknown[]> {
    const context = await browser().newContext();
    try {
      const page = await context.newPage();
      await page.goto(origin);
      return await page.evaluate<unknown[]>(callIn(url));
    } finally {
      await context.close();
    }
  }

  test.each(FRAMEWORKS)(
    'of an allowed origin calls a tool, and no other page does (%s)',
    async (framework) => {
      const mcp = await serveMcp(framework, mcpOf({ allowedOrigins: [chat.origin] }));
      added = 0;
      try {
        const [status, text] = await callFrom(chat, `${mcp.origin}/mcp`);
        expect([status, added]).toEqual([200, 1]);
        expect(text).toContain('"structuredContent":{"text":"Ada"}');
        expect(await callFrom(evil, `${mcp.origin}/mcp`)).toEqual(['Failed to fetch']);
        expect(added).toBe(1);
      } finally {
        await mcp.close();
      }
    },
  );

  test('reads why it is refused, and where to get a token', async () => {
    const authenticate = (): Response =>
      new Response('no token', { status: 401, headers: { 'www-authenticate': 'Bearer realm="notes"' } });
    const mcp = await serveMcp('node:http', mcpOf({ allowedOrigins: [chat.origin], authenticate }));
    try {
      expect(await callFrom(chat, `${mcp.origin}/mcp`)).toEqual([401, 'no token', 'Bearer realm="notes"']);
    } finally {
      await mcp.close();
    }
  });
});

describe('a preflight', () => {
  const ORIGIN = 'https://chat.example';
  const PREFLIGHT = {
    origin: ORIGIN,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,mcp-method',
  };
  const corsOf = ({ headers }: Response): string[] =>
    [...headers.keys()].filter((name) => name.startsWith('access-control-'));

  test.each(FRAMEWORKS)('of an allowed origin is answered before authenticate (%s)', async (framework) => {
    const authenticate = (): Response => new Response(null, { status: 401 });
    const mcp = await serveMcp(framework, mcpOf({ allowedOrigins: [ORIGIN], authenticate }));
    try {
      const answer = await fetch(`${mcp.origin}/mcp`, { method: 'OPTIONS', headers: PREFLIGHT });
      expect(answer.status).toBe(204);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': ORIGIN,
        'access-control-allow-methods': 'GET, POST, DELETE',
        'access-control-allow-headers': 'content-type,mcp-method',
        vary: expect.stringMatching(/origin/i) as string,
      });
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
    } finally {
      await mcp.close();
    }
  });

  test.each([
    ['of another origin', { ...PREFLIGHT, origin: 'https://evil.example' }, 403],
    ['of another port', { ...PREFLIGHT, origin: `${ORIGIN}:8443` }, 403],
    ['of an opaque origin', { ...PREFLIGHT, origin: 'null' }, 403],
    ['without an origin', { 'access-control-request-method': 'POST' }, 405],
  ])('%s gets no permission', async (_, headers, status) => {
    const mcp = mcpOf({ allowedOrigins: [ORIGIN] });
    const answer = await mcp.fetch(new Request('http://localhost/mcp', { method: 'OPTIONS', headers }));
    expect([answer.status, corsOf(answer)]).toEqual([status, []]);
  });

  test('gets no permission without allowedOrigins', async () => {
    const request = new Request('http://localhost/mcp', { method: 'OPTIONS', headers: PREFLIGHT });
    const answer = await mcpOf({}).fetch(request);
    expect([answer.status, corsOf(answer)]).toEqual([403, []]);
  });

  test('keeps the Vary of the application', async () => {
    const app = express();
    app.use((_request, answer, next) => {
      answer.vary('Accept-Language');
      next();
    });
    app.use('/mcp', mcpOf({ allowedOrigins: [ORIGIN] }).node);
    const { origin, close } = await listening(app.listen(0, '127.0.0.1'));
    const answer = await fetch(`${origin}/mcp`, { method: 'OPTIONS', headers: PREFLIGHT });
    expect(answer.headers.get('vary')?.toLowerCase().split(', ').sort()).toEqual([
      'accept-language',
      'origin',
    ]);
    await close();
  });
});
