import type { Config, Endpoint, OpenApiVersion } from '../../../../../src/index.js';
import { response } from '../../../../../src/index.js';
import { OBJECT_FIELDS } from '../../../../../src/documents/openapi/fields/table.js';
import { info, ok } from '../build.js';
import type { WebhookOptions } from '../../../../../src/documents/openapi/types/endpoint.js';

/** What is said to documents, for an object to stand in one. */
export interface Said {
  readonly config?: object;
  readonly endpoint?: object;
  readonly webhook?: object;
}

/** A way to say an object. `id` is a name that nothing else has. */
export interface Host {
  readonly said: (object: object, id: string) => Said;
  /** Where the object arrives. */
  readonly at: (id: string) => readonly (string | number)[];
  /** The first version in which it can be said so. @default '3.0' */
  readonly since?: OpenApiVersion;
  /** The fields that the API has for it there. @default all */
  readonly has?: (field: string) => boolean;
}

const operation = (id: string): string[] => ['paths', `/${id}`, 'post'];
const ofOperation = (field: string): Host => ({
  said: (object) => ({ endpoint: { [field]: object } }),
  at: (id) => [...operation(id), field],
});
const component = (kind: string, since: OpenApiVersion = '3.0'): Host => ({
  said: (object, id) => ({ config: { components: { [kind]: { [id]: object } } } }),
  at: (id) => ['components', kind, id],
  since,
});
const inResponse = (field: string): Host => ({
  said: (object) => ({ endpoint: { responses: { 200: { description: 'OK', [field]: { one: object } } } } }),
  at: (id) => [...operation(id), 'responses', '200', field, 'one'],
});
const inContent = (name: string, of: (object: object) => object, inner: (string | number)[]): Host => ({
  said: (object) => ({
    endpoint: { responses: { 200: { description: 'OK', content: { [name]: of(object) } } } },
  }),
  at: (id) => [...operation(id), 'responses', '200', 'content', name, ...inner],
});
const scheme = (fields: object, inner: (object: object) => object, at: string[]): Host => ({
  said: (object, id) => ({ config: { auth: { schemes: [{ name: id, ...fields, ...inner(object) }] } } }),
  at: (id) => ['components', 'securitySchemes', id, ...at],
});
const flow = (name: string): Host =>
  scheme({ type: 'oauth2' }, (object) => ({ flows: { [name]: object } }), ['flows', name]);
const inCallback = (at: (string | number)[], of: (object: object) => object): Host => ({
  said: (object) => ({ endpoint: { callbacks: { done: { '{$url}': of(object) } } } }),
  at: (id) => [...operation(id), 'callbacks', 'done', '{$url}', ...at],
});
const inWebhook = (of: (object: object) => object, at: string[], has?: Host['has']): Host => ({
  said: (object) => ({ webhook: of(object) }),
  at: (id) => ['webhooks', id, 'post', ...at],
  since: '3.1',
  ...(has && { has }),
});

const FORM = 'multipart/form-data';
const POST = { method: 'POST', responses: ok };

/** Every way to say each object. */
export const HOSTS: Readonly<Record<string, Readonly<Record<string, Host>>>> = {
  document: { config: { said: (object) => ({ config: object }), at: () => [] } },
  info: { config: { said: (object) => ({ config: { info: object } }), at: () => ['info'] } },
  contact: {
    info: {
      said: (object) => ({ config: { info: { ...info, contact: object } } }),
      at: () => ['info', 'contact'],
    },
  },
  license: {
    info: {
      said: (object) => ({ config: { info: { ...info, license: object } } }),
      at: () => ['info', 'license'],
    },
  },
  server: {
    config: { said: (object) => ({ config: { servers: [object] } }), at: () => ['servers', 0] },
    endpoint: {
      said: (object) => ({ endpoint: { servers: [object] } }),
      at: (id) => [...operation(id), 'servers', 0],
    },
    path: {
      said: (object, id) => ({ config: { paths: { [`/${id}`]: { servers: [object] } } }, endpoint: {} }),
      at: (id) => ['paths', `/${id}`, 'servers', 0],
    },
    webhook: inWebhook((object) => ({ servers: [object] }), ['servers', '0']),
    link: inContentless('server'),
  },
  serverVariable: {
    config: {
      said: (object) => ({ config: { servers: [{ url: '/{region}', variables: { region: object } }] } }),
      at: () => ['servers', 0, 'variables', 'region'],
    },
  },
  tag: {
    config: {
      said: (object, id) => ({ config: { tags: [{ name: id, ...object }, { name: `${id}-root` }] } }),
      at: () => ['tags', 0],
    },
  },
  externalDocs: {
    config: { said: (object) => ({ config: { externalDocs: object } }), at: () => ['externalDocs'] },
    endpoint: ofOperation('externalDocs'),
    tag: {
      said: (object, id) => ({ config: { tags: [{ name: id, externalDocs: object }] } }),
      at: () => ['tags', 0, 'externalDocs'],
    },
    webhook: inWebhook((object) => ({ externalDocs: object }), ['externalDocs']),
  },
  example: {
    components: component('examples'),
    response: inContent('text/plain', (object) => ({ schema: String, examples: { one: object } }), [
      'examples',
      'one',
    ]),
    parameter: {
      said: (object) => ({
        endpoint: { parameters: [{ name: 'q', in: 'query', examples: { one: object } }] },
      }),
      at: (id) => [...operation(id), 'parameters', 0, 'examples', 'one'],
    },
  },
  reference: {
    response: {
      said: (object) => ({ endpoint: { responses: { 401: object } } }),
      at: (id) => [...operation(id), 'responses', '401'],
    },
    components: component('responses'),
  },
  link: { response: inResponse('links'), components: component('links') },
  pathItem: {
    paths: {
      said: (object, id) => ({ config: { paths: { [`/${id}`]: object } }, endpoint: {} }),
      at: (id) => ['paths', `/${id}`],
    },
    components: component('pathItems', '3.1'),
    callback: inCallback([], (object) => object),
  },
  operation: {
    endpoint: { said: (object) => ({ endpoint: object }), at: operation },
    path: {
      said: (object, id) => ({ config: { paths: { [`/${id}`]: { operations: [{ ...POST, ...object }] } } } }),
      at: operation,
    },
    callback: inCallback(['post'], (object) => [{ ...POST, ...object }]),
    additional: {
      said: (object) => ({ endpoint: { ...object, method: 'PURGE' } }),
      at: (id) => ['paths', `/${id}`, 'additionalOperations', 'PURGE'],
      since: '3.2',
    },
    query: {
      said: (object) => ({ endpoint: { ...object, method: 'QUERY' } }),
      at: (id) => ['paths', `/${id}`, 'query'],
      since: '3.2',
    },
    webhook: inWebhook(
      (object) => object,
      [],
      (field) => field in OBJECT_FIELDS.webhook,
    ),
  },
  parameter: {
    endpoint: {
      said: (object) => ({ endpoint: { parameters: [object] } }),
      at: (id) => [...operation(id), 'parameters', 0],
    },
    path: {
      said: (object, id) => ({ config: { paths: { [`/${id}`]: { parameters: [object] } } }, endpoint: {} }),
      at: (id) => ['paths', `/${id}`, 'parameters', 0],
    },
    components: component('parameters'),
    webhook: inWebhook((object) => ({ parameters: [object] }), ['parameters', '0']),
  },
  header: {
    response: inResponse('headers'),
    components: component('headers'),
    encoding: inContent(
      FORM,
      (object) => ({ schema: { type: 'object' }, encoding: { photo: { headers: { one: object } } } }),
      ['encoding', 'photo', 'headers', 'one'],
    ),
  },
  requestBody: { endpoint: ofOperation('requestBody'), components: component('requestBodies') },
  response: {
    endpoint: {
      said: (object) => ({ endpoint: { responses: { 200: object } } }),
      at: (id) => [...operation(id), 'responses', '200'],
    },
    components: component('responses'),
    webhook: inWebhook((object) => ({ responses: { 200: object } }), ['responses', '200']),
  },
  mediaType: {
    response: inContent(FORM, (object) => object, []),
    body: {
      said: (object) => ({ endpoint: { requestBody: { content: { [FORM]: object } } } }),
      at: (id) => [...operation(id), 'requestBody', 'content', FORM],
    },
    'body without content': {
      said: (object) => ({ endpoint: { requestBody: { contentType: FORM, ...object } } }),
      at: (id) => [...operation(id), 'requestBody', 'content', FORM],
    },
    parameter: {
      said: (object) => ({
        endpoint: { parameters: [{ name: 'q', in: 'query', content: { [FORM]: object } }] },
      }),
      at: (id) => [...operation(id), 'parameters', 0, 'content', FORM],
    },
    components: component('mediaTypes', '3.2'),
  },
  encoding: {
    property: inContent(FORM, (object) => ({ schema: { type: 'object' }, encoding: { photo: object } }), [
      'encoding',
      'photo',
    ]),
    position: {
      ...inContent('multipart/mixed', (object) => ({ schema: { type: 'array' }, prefixEncoding: [object] }), [
        'prefixEncoding',
        0,
      ]),
      since: '3.2',
    },
    item: {
      ...inContent(
        'multipart/mixed',
        (object) => ({ itemSchema: { type: 'object' }, itemEncoding: object }),
        ['itemEncoding'],
      ),
      since: '3.2',
    },
  },
  securityScheme: { auth: scheme({}, (object) => object, []) },
  oauthFlows: { scheme: scheme({ type: 'oauth2' }, (object) => ({ flows: object }), ['flows']) },
  implicitFlow: { scheme: flow('implicit') },
  passwordFlow: { scheme: flow('password') },
  clientCredentialsFlow: { scheme: flow('clientCredentials') },
  authorizationCodeFlow: { scheme: flow('authorizationCode') },
  deviceAuthorizationFlow: { scheme: flow('deviceAuthorization') },
  components: {
    config: { said: (object) => ({ config: { components: object } }), at: () => ['components'] },
  },
};

function inContentless(field: string): Host {
  return {
    said: (object) => ({
      endpoint: {
        responses: {
          200: { ...response('OK'), links: { one: { operationId: 'getOwner', [field]: object } } },
        },
      },
    }),
    at: (id) => [...operation(id), 'responses', '200', 'links', 'one', field],
  };
}

export type { Config, Endpoint, WebhookOptions };
