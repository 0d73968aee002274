import { expressDocs } from '../../../src/adapters/express.js';
import { fastifyDocs } from '../../../src/adapters/fastify.js';
import { fetchDocs } from '../../../src/adapters/fetch.js';
import { koaDocs } from '../../../src/adapters/koa.js';
import { Docs } from '../../../src/index.js';
import { notServable } from '../../../src/page/docs-server.js';

const info = { title: 'Shop', version: '1' };
const untyped = (callable: unknown) => callable as (...args: unknown[]) => unknown;
const NO_DOCS: [string, unknown, string][] = [
  ['nothing', undefined, 'undefined'],
  ['a configuration', { info }, 'an object'],
  ['the class', Docs, 'the class Docs'],
  ['what has a server of another kind', { server: { close: () => undefined } }, 'an object'],
];
const ADAPTERS: [string, (docs: unknown) => unknown][] = [
  ['koaDocs', (docs) => untyped(koaDocs)(docs, '/docs')],
  ['fetchDocs', (docs) => untyped(fetchDocs)(docs, '/docs')],
  ['expressDocs', untyped(expressDocs)],
  [
    'fastifyDocs',
    (docs) =>
      untyped(fastifyDocs)({}, { docs }, (error?: Error) => {
        if (error) throw error;
      }),
  ],
];

describe.each(ADAPTERS)('bad input: %s', (name, adapt) => {
  test.each(NO_DOCS)('rejects %s for docs at once', (_title, given, shown) => {
    expect(() => adapt(given)).toThrow(
      notServable(`${name} needs docs: an instance of Docs, as in new Docs({ info }), not ${shown}.`),
    );
  });
});

describe('bad input: docs.mount(app, base)', () => {
  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'undefined'],
    ['the base alone', '/docs', '"/docs"'],
  ])('rejects %s for the application', (_title, app, shown) => {
    expect(() => {
      new Docs({ info }).mount(app as never, '/docs');
    }).toThrow(
      notServable(
        `docs.mount(app, '/docs') needs an application with Connect's use(path, handler), not ${shown}. For node:http take docs.middleware('/docs'); Fastify, Koa and fetch have adapters of their own.`,
      ),
    );
  });

  test("rejects an application that does not accept Connect's arguments, as Koa does", () => {
    const refusal = new TypeError('middleware must be a function!');
    const app = {
      use: () => {
        throw refusal;
      },
    };
    const mount = (): void => {
      new Docs({ info }).mount(app, '/docs');
    };
    expect(mount).toThrow(
      "docs.mount(app, '/docs') needs an application with Connect's use(path, handler), and this one throws \"middleware must be a function!\". For node:http",
    );
    expect(mount).toThrow(expect.objectContaining({ cause: refusal }) as Error);
  });
});

describe('bad input: a handler that a framework of another kind calls', () => {
  const docs = new Docs({ info });
  test.each([
    ['handler', docs.handler()],
    ['specHandler', docs.specHandler()],
    ['middleware', docs.middleware('/docs')],
    ['expressDocs', expressDocs(docs)],
  ])('%s', (_title, handler) => {
    const context = { url: '/docs/', method: 'GET', headers: {} };
    expect(() => untyped(handler)(context, () => undefined)).toThrow(
      notServable(
        'This handler takes a request and a response of node:http, and was called with a function for the response. Fastify, Koa and fetch have adapters of their own: fastifyDocs, koaDocs, fetchDocs.',
      ),
    );
  });
});
