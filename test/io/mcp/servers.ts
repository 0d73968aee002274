import { createServer, type Server } from 'node:http';
import Router from '@koa/router';
import { createAdaptorServer } from '@hono/node-server';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import express from 'express';
import express4 from 'express4';
import Fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import type { McpServer } from '../../../src/mcp/index.js';
import { listen, listening, type Listening } from '../../support/network/listen.js';

type Start = (mcp: McpServer) => Promise<Listening>;

const STARTS: Readonly<Record<string, Start>> = {
  'node:http': (mcp) => listen((request, response) => mcp.node(request, response)),
  'Express 5': (mcp) => listening(express().use('/mcp', mcp.node).listen(0, '127.0.0.1')),
  'Express 5, behind its parsers': (mcp) =>
    listening(express().use(express.json()).use('/mcp', mcp.node).listen(0, '127.0.0.1')),
  'Express 4': (mcp) => listening((express4() as never as express.Express).use('/mcp', mcp.node).listen(0)),
  'Fastify 5': async (mcp) => {
    const app = Fastify();
    await app.register(mcp.fastify, { prefix: '/mcp' });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { origin } = await listening(app.server);
    return { origin, close: () => app.close() };
  },
  'Koa 3': (mcp) => {
    const router = new Router().get('/by-hand', () => undefined);
    const app = new Koa().use(mcp.koa('/mcp')).use(router.routes());
    return listening(app.listen(0, '127.0.0.1'));
  },
  'Hono 4': (mcp) => {
    const app = new Hono().all('/mcp', (context) => mcp.fetch(context.req.raw));
    const server = createAdaptorServer({ fetch: app.fetch, createServer }) as Server;
    return listening(server.listen(0, '127.0.0.1'));
  },
};

export const FRAMEWORKS = Object.keys(STARTS);

export function serveMcp(framework: string, mcp: McpServer): Promise<Listening> {
  return STARTS[framework]!(mcp);
}

/** The versions of the protocol: with `initialize`, and without a session. */
export const ERAS = ['legacy', 'auto'] as const;

export async function connect(
  url: string,
  {
    headers = {},
    era = 'legacy',
    ...options
  }: ClientOptions & {
    headers?: Record<string, string>;
    era?: (typeof ERAS)[number];
    fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>;
  } = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    ...('fetch' in options && options.fetch && { fetch: options.fetch }),
  });
  await client.connect(transport);
  return client;
}

/** A client whose requests reach the server without a socket. */
export function connectDirectly(
  mcp: McpServer,
  options: Parameters<typeof connect>[1] & { authInfo?: Parameters<McpServer['fetch']>[1] } = {},
): Promise<Client> {
  const { authInfo, ...others } = options;
  return connect('http://localhost/mcp', {
    ...others,
    fetch: (url, init) => mcp.fetch(new Request(url, init), authInfo),
  });
}
