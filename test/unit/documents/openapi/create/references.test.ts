import { IsString } from 'class-validator';
import { type Config, Docs, type Endpoint, response } from '../../../../../src/index.js';
import { expectValidDocument } from '../../../../support/documents/validate-document.js';
import { info, ok } from '../build.js';

class User {
  @IsString() name!: string;
}

const COMPONENTS: NonNullable<Config['components']> = {
  responses: { Unauthorized: { ...response('Sign in first', User), links: { user: { $ref: 'Owner' } } } },
  parameters: { Page: { name: 'page', in: 'query', schema: Number } },
  examples: { Ada: { value: { name: 'Ada' } } },
  requestBodies: { NewUser: { schema: User } },
  headers: { Total: { schema: Number } },
  links: { Owner: { operationId: 'addUser' } },
  callbacks: { added: { '{$request.query.url}': [{ method: 'POST', responses: ok }] } },
  pathItems: { Health: { operations: [{ method: 'GET', responses: ok }] } },
  mediaTypes: { Text: { schema: String } },
};

const ENDPOINT: Endpoint = {
  method: 'POST',
  path: '/users',
  operationId: 'addUser',
  parameters: [{ $ref: 'Page' }],
  requestBody: { $ref: 'NewUser' },
  responses: {
    200: {
      ...response('The user', User),
      headers: { 'X-Total': { $ref: 'Total' } },
      examples: { ada: { $ref: 'Ada' } },
      links: { owner: { $ref: '#/components/links/Owner' } },
      content: { 'text/plain': { $ref: 'Text' } },
    },
    401: { $ref: 'Unauthorized' },
  },
  callbacks: { added: { $ref: 'added' } },
};

describe('writes a component once and refers to it by name', () => {
  test.each(['3.0', '3.1', '3.2'] as const)('for every kind of component, in OpenAPI %s', async (openapi) => {
    const docs = new Docs({
      info,
      openapi,
      components: COMPONENTS,
      paths: { '/health': { $ref: 'Health' } },
    });
    docs.add(ENDPOINT);
    const document = docs.buildSpec();
    const health = { get: { responses: { 200: { description: 'OK' } } } };
    expect(document.paths).toMatchObject({
      '/users': {
        post: {
          parameters: [{ $ref: '#/components/parameters/Page' }],
          requestBody: { $ref: '#/components/requestBodies/NewUser' },
          responses: {
            200: {
              headers: { 'X-Total': { $ref: '#/components/headers/Total' } },
              content: {
                'application/json': { examples: { ada: { $ref: '#/components/examples/Ada' } } },
                'text/plain':
                  openapi === '3.2'
                    ? { $ref: '#/components/mediaTypes/Text' }
                    : { schema: { type: 'string' } },
              },
              links: { owner: { $ref: '#/components/links/Owner' } },
            },
            401: { $ref: '#/components/responses/Unauthorized' },
          },
          callbacks: { added: { $ref: '#/components/callbacks/added' } },
        },
      },
      '/health': openapi === '3.0' ? health : { $ref: '#/components/pathItems/Health' },
    });
    const kinds = Object.keys(COMPONENTS).filter(
      (kind) => !(kind === 'mediaTypes' && openapi !== '3.2') && !(kind === 'pathItems' && openapi === '3.0'),
    );
    expect(Object.keys(document.components ?? {})).toEqual(expect.arrayContaining(kinds));
    expect(docs.diagnostics({ notes: true }).filter(({ severity }) => severity !== 'info')).toEqual([]);
    await expectValidDocument(document);
  });
});

// Config types have no references in these components; programs without types give them all the same.
describe('a component that is a reference to another', () => {
  test.each(['3.0', '3.1', '3.2'] as const)('is resolved, in OpenAPI %s', (openapi) => {
    const page = { name: 'page', in: 'query', schema: Number };
    const components = { parameters: { Alias: { $ref: 'Page' }, Page: page } } as never;
    const docs = new Docs({ info, openapi, components });
    docs.add({ method: 'GET', path: '/', parameters: [{ $ref: 'Alias' }], responses: ok });
    expect(docs.buildSpec().paths['/']?.get?.parameters).toEqual([{ $ref: '#/components/parameters/Alias' }]);
    expect(docs.diagnostics()).toEqual([]);
  });

  test.each(['3.0', '3.1', '3.2'] as const)(
    'is left out if it refers to itself, in OpenAPI %s',
    (openapi) => {
      const components = {
        pathItems: { A: { $ref: 'B' }, B: { $ref: 'A' } },
        parameters: { Page: { $ref: 'Page' } },
      } as never;
      const docs = new Docs({ info, openapi, components, paths: { '/x': { $ref: 'A' } } });
      docs.add({ method: 'GET', path: '/', parameters: [{ $ref: 'Page' }], responses: ok });
      expect(JSON.stringify(docs.buildSpec())).not.toContain('$ref');
      expect(docs.diagnostics().map(({ message }) => message)).toContain(
        'The reference "A" leads back to itself and is left out. Change config.components.pathItems.',
      );
    },
  );
});
