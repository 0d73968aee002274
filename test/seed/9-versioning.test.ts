import { Expose } from 'class-transformer';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { body, Example, Form, Path, Query, response, type ResponseSpec } from 'dtospec';
import { ask, codesOf, docsOf, info, operationOf, pageOf, parameterOf, serve, specOf } from './support.js';

class Search {
  @Query('q') @Form('form') @Expose({ name: 'json_name' }) @IsString() text!: string;
}

class Plain {
  @Expose({ name: 'json_name' }) @IsString() text!: string;
}

class User {
  @IsInt() id!: number;
  @IsString() name!: string;
}

describe('9 Versioning: 1.1.0 and 1.1.1', () => {
  test('9.1 tags of a location are preferred, with the JSON name as fallback', async () => {
    expect(await parameterOf({ queryParams: Search })).toMatchObject({ name: 'q' });
    expect(await parameterOf({ queryParams: Plain })).toMatchObject({ name: 'json_name' });
  });

  test('9.2 the name of a parameter is independent of the name in JSON', async () => {
    const document = await specOf([
      { method: 'POST', queryParams: Search, requestBody: body(Search), responses: { 200: response('OK') } },
    ]);
    expect(document.paths['/']!.post!.parameters).toMatchObject([{ name: 'q' }]);
    expect(Object.keys(document.components!.schemas!.Search!.properties as object)).toEqual(['json_name']);
  });

  test('9.3 a body has no automatic example', async () => {
    const document = await specOf([{ method: 'POST', requestBody: body(User) }], { openapi: '3.0' });
    expect(JSON.stringify(document)).not.toContain('example');
  });

  test('9.4 examples come from @Example only', async () => {
    class Named {
      @Example('Ada') @IsString() name!: string;
    }
    const { components } = await specOf([{ method: 'POST', requestBody: body(Named) }], { openapi: '3.0' });
    expect(components?.schemas?.Named?.properties).toEqual({ name: { type: 'string', example: 'Ada' } });
  });
});

describe('9 Versioning: 1.2.0', () => {
  test('9.5 ResponseSpec is the type, response the constructor', () => {
    const spec: ResponseSpec = response('OK', User);
    expect(spec).toEqual({ description: 'OK', schema: User });
  });
});

describe('9 Versioning: 1.3.0', () => {
  test('9.6 operationId, set and generated', async () => {
    expect((await operationOf({ path: '/users' })).operationId).toBe('getUsers');
    expect((await operationOf({ path: '/users', operationId: 'list' })).operationId).toBe('list');
  });

  test('9.7 paths of routers are normalised', async () => {
    expect(Object.keys((await specOf([{ path: '/users/:id' }])).paths)).toEqual(['/users/{id}']);
  });

  test('9.8 validate', () => {
    expect(codesOf(docsOf([{}, {}]).validate())).toEqual(['duplicate-endpoint']);
  });

  test('9.9 HEAD, OPTIONS and TRACE', async () => {
    const { paths } = await specOf([{ method: 'HEAD' }, { method: 'OPTIONS' }, { method: 'TRACE' }]);
    expect(Object.keys(paths['/']!).sort()).toEqual(['head', 'options', 'trace']);
  });

  test('9.10 components.schemas with $ref by default, inlineSchemas for the old output', async () => {
    const endpoints = [{ responses: { 200: response('One', User) } }];
    expect(JSON.stringify(await specOf(endpoints))).toContain('"$ref":"#/components/schemas/User"');
    expect(JSON.stringify(await specOf(endpoints, { inlineSchemas: true }))).not.toContain('$ref');
  });

  test('9.11 parameter classes follow the rules of body classes', async () => {
    class Page {
      @IsOptional() @IsInt() page?: number;
      @IsString() order!: string;
    }
    const { components, paths } = await specOf([
      { method: 'POST', path: '/', queryParams: Page, requestBody: body(Page) },
    ]);
    expect(components?.schemas?.Page).toEqual({
      type: 'object',
      properties: { page: { type: 'integer' }, order: { type: 'string' } },
      required: ['order'],
    });
    expect(paths['/']!.post!.parameters).toEqual([
      { name: 'page', in: 'query', schema: { type: 'integer' } },
      { name: 'order', in: 'query', required: true, schema: { type: 'string' } },
    ]);
    class Item {
      @Path('id') @IsInt() number!: number;
    }
    expect(await parameterOf({ path: '/{id}', pathParams: Item })).toMatchObject({
      schema: { type: 'integer' },
    });
  });

  test('9.12 viewerVersion pins the viewer', async () => {
    expect(await pageOf({ ui: { viewerVersion: '1.30.0' } })).toContain('/@scalar/api-reference@1.30.0/');
  });

  test('9.13 specCORSOrigin', async () => {
    const origin = await serve(docsOf([{}], { ui: { specCORSOrigin: 'https://a.example' } }).specHandler());
    expect((await ask(origin, '/')).headers['access-control-allow-origin']).toBe('https://a.example');
  });

  test('9.14 the three deprecated flags of the UI have no effect', async () => {
    const flags = { sidebarSearch: false, tagGrouping: false, collapsibleSchemas: false };
    expect(await pageOf({ ui: flags })).toBe(await pageOf());
  });

  test('9.15 the page is rendered with HTML escaping', async () => {
    expect(await pageOf({ info: { ...info, title: '<b>"&' } })).toContain(
      '<title>&lt;b&gt;&quot;&amp;</title>',
    );
  });

  test('9.16 500 instead of 401 for docsAuth without credentials', async () => {
    const origin = await serve(docsOf([{}], { docsAuth: { enabled: true } }).middleware('/docs'));
    expect(await ask(origin, '/docs')).toMatchObject({
      status: 500,
      body: 'DocsAuth enabled but no credentials configured',
    });
  });

  test('9.17 security names that are not registered are left out', async () => {
    expect(await operationOf({ security: ['custom'] })).not.toHaveProperty('security');
  });
});
