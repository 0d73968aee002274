import { apiKeyAuth, type Config, Docs, type Endpoint, response } from '../../../../../src/index.js';
import type { LinkObject } from '../../../../../src/documents/openapi/types/document.js';
import { info, ok } from '../build.js';

const USER: Endpoint = { method: 'GET', path: '/users/{id}', operationId: 'getUser', responses: ok };

const answering = (link: LinkObject): Endpoint => ({
  method: 'GET',
  path: '/',
  responses: { 200: { ...response('OK'), links: { next: link } } },
});

function tell(link: LinkObject, config: Partial<Config> = {}): string[] {
  const docs = new Docs({ info, ...config }).addAll(answering(link), USER);
  return docs.diagnostics({ notes: true }).map(({ code, place, message }) => `${code} ${place}: ${message}`);
}

describe('a link leads to an operation that the document has', () => {
  test.each<[string, LinkObject, Partial<Config>]>([
    ['an endpoint that is registered later', { operationId: 'getUser' }, {}],
    ['an operationId that is made', { operationId: 'getRoot' }, {}],
    ['a reference', { operationRef: '#/paths/~1users~1{id}/get' }, {}],
    ['another document', { operationRef: 'https://example.com/openapi.json#/paths/~1a/get' }, {}],
    [
      'an operation of a path item',
      { operationId: 'own' },
      { paths: { '/own': { operations: [{ method: 'GET', operationId: 'own', responses: ok }] } } },
    ],
  ])('%s', (_title, link, config) => {
    expect(tell(link, config)).toEqual([]);
  });

  test('reports a link without a target, with a suggestion', () => {
    expect(tell({ operationId: 'getUsr' })).toEqual([
      'dangling-reference GET / responses.200 links.next: The link leads to "getUsr", and no operation has that operationId. Did you mean getUser?',
    ]);
    expect(tell({ operationRef: '#/paths/~1users/get' })).toEqual([
      'dangling-reference GET / responses.200 links.next: The link leads to "#/paths/~1users/get", which the document does not contain. Name the operation by its operationId.',
    ]);
    expect(
      tell({ operationId: 'getUser' }, { components: { links: { Lost: { operationId: 'lost' } } } }),
    ).toEqual([expect.stringMatching(/^dangling-reference components\.links\.Lost: /)]);
  });

  test('is no longer reported once the operation exists', () => {
    const docs = new Docs({ info }).add(answering({ operationId: 'getUser' }));
    expect(docs.diagnostics({ notes: true })).toHaveLength(1);
    expect(docs.add(USER).diagnostics({ notes: true })).toEqual([]);
  });

  test('a view without the operation has no link to it, and no diagnostic', () => {
    const docs = new Docs({ info }).addAll(answering({ operationId: 'getUser' }), USER);
    const view = docs.view({ name: 'root', include: ({ path }) => path === '/' });
    expect(view.diagnostics({ notes: true })).toEqual([]);
    expect(view.specJSON()).not.toContain('getUser');
  });
});

describe('a view', () => {
  const inner = (config: Partial<Config>, endpoint: Partial<Endpoint>) =>
    new Docs({ info, ...config })
      .addAll({ method: 'GET', path: '/', responses: ok, ...endpoint }, USER)
      .view({ name: 'root', include: ({ path }) => path === '/' })
      .buildSpec();

  test.each(['example', 'default', 'x-created'])(
    'keeps the scheme and the tag of a webhook named %s',
    (name) => {
      const auth = { schemes: [apiKeyAuth('key', 'X-Key')] };
      const operation = { security: [{ key: [] }], tags: ['Events'] };
      const docs = new Docs({ info, openapi: '3.1', auth, tags: [{ name: 'Events' }] });
      docs.addWebhook(String, { name, ...operation });
      const document = docs.view({ name: 'events', include: ({ webhook }) => webhook === name }).buildSpec();
      expect(document.webhooks?.[name]?.post).toMatchObject(operation);
      expect(document.components?.securitySchemes).toHaveProperty('key');
      expect(document.tags).toEqual([{ name: 'Events' }]);
    },
  );

  test('has no link to an operation outside of it, in the response `default` either', () => {
    const links = { next: { operationId: 'getUser' } };
    const document = inner({}, { responses: { default: { ...response('OK'), links } } });
    expect(JSON.stringify(document)).not.toContain('getUser');
  });

  test.each(['paid', 'default', 'value', 'example'])('keeps the scheme of a callback named %s', (name) => {
    const auth = { schemes: [apiKeyAuth('key', 'X-Key')] };
    const callbacks = {
      [name]: {
        'https://example.com': { operations: [{ method: 'POST', security: [{ key: [] }], responses: ok }] },
      },
    };
    const document = inner({ auth }, { callbacks });
    expect(document.components?.securitySchemes).toHaveProperty('key');
  });
});
