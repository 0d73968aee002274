import { IsString } from 'class-validator';
import { Docs, response, type Config, type Endpoint } from '../../../../../src/index.js';
import { buildUnchecked, info, ok } from '../build.js';

class User {
  @IsString() name!: string;
}

const get = (fields: object): Endpoint => ({ method: 'GET', path: '/', responses: ok, ...fields });
const post = (fields: object): Endpoint => ({ method: 'POST', path: '/', responses: ok, ...fields });
const answer = (fields: object): Endpoint =>
  get({ responses: { 200: { ...response('OK', User), ...fields } } });

/** Everything that is written, with a field in it that it does not have, and what was meant. */
const WRITTEN: readonly [
  what: string,
  endpoint: Endpoint | undefined,
  config: object,
  place: string,
  meant: string,
][] = [
  ['an endpoint', get({ respones: ok }), {}, 'GET / respones', 'responses'],
  ['an endpoint', get({ extension: {} }), {}, 'GET / extension', ''],
  [
    'a parameter',
    get({ parameters: [{ name: 'q', in: 'query', requierd: true }] }),
    {},
    'GET / query q requierd',
    'required',
  ],
  [
    'a request body',
    post({ requestBody: { schema: User, requird: true } }),
    {},
    'POST / requestBody requird',
    'required',
  ],
  [
    'a media type',
    post({ requestBody: { content: { 'text/csv': { shema: User } } } }),
    {},
    'POST / requestBody text/csv shema',
    'schema',
  ],
  [
    'an encoding',
    post({
      requestBody: {
        schema: User,
        contentType: 'multipart/form-data',
        encoding: { name: { contenttype: 'a/b' } },
      },
    }),
    {},
    'POST / requestBody encoding.name contenttype',
    'contentType',
  ],
  ['a response', answer({ header: {} }), {}, 'GET / responses.200 header', 'headers'],
  [
    'a header',
    answer({ headers: { 'X-A': { descripton: 'a' } } }),
    {},
    'GET / responses.200 header X-A descripton',
    'description',
  ],
  [
    'an example',
    answer({ examples: { one: { vale: 1 } } }),
    {},
    'GET / responses.200 examples.one vale',
    'value',
  ],
  [
    'a link',
    answer({ links: { one: { operationId: 'getRoot', parameter: {} } } }),
    {},
    'GET / responses.200 links.one parameter',
    'parameters',
  ],
  ['a server of an endpoint', get({ servers: [{ url: '/', desc: '' }] }), {}, 'GET / servers.0 desc', ''],
  [
    'external documentation',
    get({ externalDocs: { url: '/', descripton: '' } }),
    {},
    'GET / externalDocs descripton',
    'description',
  ],
  [
    'a callback',
    get({ callbacks: { paid: { '{$url}': [{ method: 'POST', responses: ok, sumary: '' }] } } }),
    {},
    'GET / callbacks.paid sumary',
    'summary',
  ],
  ['a path', get({}), { paths: { '/': { sumary: 'a' } } }, 'paths / sumary', 'summary'],
  ['a server', undefined, { servers: [{ url: '/', variable: {} }] }, 'servers.0 variable', 'variables'],
  [
    'a variable',
    undefined,
    { servers: [{ url: '/{a}', variables: { a: { default: 'b', enums: ['b'] } } }] },
    'servers.0 variables.a enums',
    'enum',
  ],
  ['a tag', undefined, { tags: [{ name: 'a', sumary: 'b' }] }, 'tags.a sumary', 'summary'],
  ['info', undefined, { info: { ...info, licence: { name: 'MIT' } } }, 'info licence', 'license'],
  [
    'a contact',
    undefined,
    { info: { ...info, contact: { mail: 'a@b.example' } } },
    'info contact mail',
    'email',
  ],
  [
    'a license',
    undefined,
    { info: { ...info, license: { name: 'MIT', identifer: 'MIT' } } },
    'info license identifer',
    'identifier',
  ],
  [
    'a security scheme',
    undefined,
    { auth: { schemes: [{ name: 'a', type: 'http', scheme: 'basic', descripton: '' }] } },
    'auth.schemes.a descripton',
    'description',
  ],
  [
    'a field of another scheme',
    undefined,
    { auth: { schemes: [{ name: 'a', type: 'http', scheme: 'basic', openIdConnectUrl: '/' }] } },
    'auth.schemes.a openIdConnectUrl',
    '',
  ],
  [
    'an OAuth flow',
    undefined,
    {
      auth: {
        schemes: [
          { name: 'a', type: 'oauth2', flows: { password: { tokenUrl: '/', scopes: {}, refreshurl: '/' } } },
        ],
      },
    },
    'auth.schemes.a flows password refreshurl',
    'refreshUrl',
  ],
  [
    'a reference, which no extension may stand in',
    get({ responses: { ...ok, 401: { $ref: 'Missing', 'x-a': 1 } } }),
    { components: { responses: { Missing: response('None') } } },
    'GET / responses.401 x-a',
    '',
  ],
  ['components', undefined, { components: { response: {} } }, 'components response', 'responses'],
  ['the configuration', undefined, { docsauth: { enabled: true } }, 'config.docsauth', 'docsAuth'],
  ['the configuration', undefined, { openAPI: '3.0' }, 'config.openAPI', 'openapi'],
  ['the page', undefined, { ui: { darkmode: true } }, 'config.ui.darkmode', 'darkMode'],
  [
    'the protection',
    undefined,
    { docsAuth: { enabled: false, pasword: 'the-secret' } },
    'config.docsAuth.pasword',
    'password',
  ],
  ['auth', undefined, { auth: { scheme: [] } }, 'config.auth.scheme', 'schemes'],
];

describe('reports every unknown field', () => {
  test.each(WRITTEN)('reports one of %s, at %#', (_what, endpoint, config, place, meant) => {
    const given = { info, ...config } as Config;
    const { docs, diagnostics } = buildUnchecked(endpoint === undefined ? [] : [endpoint], given);
    const isOption = place.startsWith('config.');
    const found = diagnostics.filter(({ code }) => code.startsWith('unknown-'));
    expect(found).toMatchObject([
      {
        code: isOption ? 'unknown-option' : 'unknown-field',
        severity: isOption ? 'error' : 'warning',
        place,
      },
    ]);
    expect(found[0]?.message).toContain(meant === '' ? '.' : `Did you mean ${meant}?`);
    expect(JSON.stringify(diagnostics)).not.toContain('the-secret');
    expect(docs.validate() === null).toBe(!isOption);
  });

  test('reports one of a webhook', () => {
    const docs = new Docs({ info }).addWebhook(User, { name: 'a', operationID: 'b' } as never);
    expect(docs.diagnostics({ notes: true })).toMatchObject([
      { code: 'unknown-field', place: 'webhooks a operationID' },
    ]);
  });

  test('lists the known fields if no name is similar', () => {
    const { diagnostics } = buildUnchecked([get({ parameters: [{ name: 'q', in: 'query', colour: 1 }] })]);
    expect(diagnostics[0]?.message).toBe(
      '"colour" is not a field of the parameter, so it has no effect. Its fields are name, in, description, required, ' +
        'deprecated, allowEmptyValue, style, explode, allowReserved, schema, example, examples, content.',
    );
  });
});
