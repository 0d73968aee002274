import { IsDefined, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { body, response, type Config } from 'dtospec';
import { ask, docsOf, info, pageOf, serve, specOf } from './support.js';

class Address {
  @IsString() street!: string;
}

class Customer {
  @IsInt() id!: number;
  @IsDefined() @ValidateNested() @Type(() => Address) home!: Address;
  @IsDefined() @ValidateNested() @Type(() => Address) work!: Address;
}

class Folder {
  @IsString() name!: string;
  @IsOptional() @ValidateNested() @Type(() => Folder) parent?: Folder;
}

describe('2.1 Config', () => {
  test('2.1.1 info is the metadata of the API', async () => {
    expect((await specOf()).info).toEqual({ title: 'Shop', version: '1.0.0' });
  });

  test('2.1.2 servers are the list of server URLs', async () => {
    const servers = [{ url: 'https://api.example.com' }, { url: 'https://test.example.com' }];
    expect((await specOf([{}], { servers })).servers).toEqual(servers);
  });

  test('2.1.3 tags group the endpoints', async () => {
    const tags = [{ name: 'users' }, { name: 'orders' }];
    expect((await specOf([{ tags: ['users'] }], { tags })).tags).toEqual(tags);
  });

  test('2.1.4 ui is the appearance of the page', async () => {
    expect(await pageOf({ ui: { theme: 'moon' } })).toContain('"theme":"moon"');
  });

  test('2.1.5 auth holds the schemes under components.securitySchemes', async () => {
    const auth = { schemes: [{ name: 'staff', type: 'http' as const, scheme: 'basic' }] };
    expect((await specOf([{}], { auth })).components?.securitySchemes).toEqual({
      staff: { type: 'http', scheme: 'basic' },
    });
  });

  test('2.1.6 docsAuth protects the page; without it the page is public', async () => {
    const docsAuth = { enabled: true, apiKey: 'sesame' };
    for (const [config, status] of [
      [{}, 200],
      [{ docsAuth }, 401],
    ] as const)
      expect((await ask(await serve(docsOf([{}], config).middleware('/docs')), '/docs')).status).toBe(status);
  });

  test('2.1.7 inlineSchemas is false by default: every named class is emitted once and referenced', async () => {
    const document = await specOf([
      { method: 'POST', requestBody: body(Customer), responses: { 201: response('Created', Customer) } },
    ]);
    const reference = { $ref: '#/components/schemas/Customer' };
    const address = { $ref: '#/components/schemas/Address' };
    expect(document.components?.schemas).toEqual({
      Customer: {
        type: 'object',
        properties: { id: { type: 'integer' }, home: address, work: address },
        required: ['id', 'home', 'work'],
      },
      Address: { type: 'object', properties: { street: { type: 'string' } }, required: ['street'] },
    });
    const { requestBody, responses } = document.paths['/']!.post!;
    expect(requestBody).toMatchObject({ content: { 'application/json': { schema: reference } } });
    expect(responses['201']).toMatchObject({ content: { 'application/json': { schema: reference } } });
  });

  test('2.1.8 inlineSchemas: true inlines every class at each use', async () => {
    const document = await specOf([{ responses: { 200: response('One', Customer) } }], {
      inlineSchemas: true,
    });
    const address = { type: 'object', properties: { street: { type: 'string' } }, required: ['street'] };
    expect(document.components).toBeUndefined();
    expect(document.paths['/']!.get!.responses['200']).toMatchObject({
      content: { 'application/json': { schema: { properties: { home: address, work: address } } } },
    });
  });

  test('2.1.9 inlineSchemas: true replaces a recursive reference by its description', async () => {
    const document = await specOf([{ responses: { 200: response('One', Folder) } }], { inlineSchemas: true });
    expect(document.paths['/']!.get!.responses['200']).toEqual({
      description: 'One',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              parent: { type: 'object', description: 'Recursive reference to Folder' },
            },
            required: ['name'],
          },
        },
      },
    });
  });

  test('2.1.10 the mount path is an argument of mount, not a field of the config', async () => {
    const docs = docsOf([{}], { basePath: '/reference' } as Partial<Config>);
    expect(docs.diagnostics()).toMatchObject([{ code: 'unknown-option', places: ['config.basePath'] }]);
    for (const base of ['/docs', '/internal/reference'])
      expect((await ask(await serve(docs.middleware(base)), `${base}/openapi.json`)).status).toBe(200);
  });
});

describe('2.2 Info', () => {
  const contact = { name: 'Ada', url: 'https://example.com/ada', email: 'ada@example.com' };
  const license = { name: 'MIT', url: 'https://opensource.org/license/mit' };

  test.each<[string, string, Partial<Config['info']>]>([
    ['2.2.1', 'title', { title: 'Orders' }],
    ['2.2.2', 'version', { version: '2.1.0-rc.1' }],
    ['2.2.3', 'description, in Markdown', { description: '# Orders\n\n*All* of them.' }],
    ['2.2.4', 'termsOfService', { termsOfService: 'https://example.com/terms' }],
    ['2.2.5', 'contact: name', { contact: { name: contact.name } }],
    ['2.2.6', 'contact: URL', { contact: { url: contact.url } }],
    ['2.2.7', 'contact: email', { contact: { email: contact.email } }],
    ['2.2.8', 'contact', { contact }],
    ['2.2.9', 'license: name', { license: { name: license.name } }],
    ['2.2.10', 'license: URL', { license }],
  ])('%s %s', async (_number, _field, fields) => {
    expect((await specOf([{}], { info: { ...info, ...fields } })).info).toEqual({ ...info, ...fields });
  });

  test('2.2.11 contact and license are optional', async () => {
    expect(Object.keys((await specOf()).info)).toEqual(['title', 'version']);
  });

  test('2.2.12 a server has a base URL and a label', async () => {
    const servers = [{ url: 'https://api.example.com/v1', description: 'Production' }];
    expect((await specOf([{}], { servers })).servers).toEqual(servers);
  });

  test('2.2.13 a tag has a name, which endpoints use, and a description', async () => {
    const tags = [{ name: 'users', description: 'People who *buy*' }];
    const document = await specOf([{ tags: ['users'] }], { tags });
    expect([document.tags, document.paths['/']!.get!.tags]).toEqual([tags, ['users']]);
  });
});
