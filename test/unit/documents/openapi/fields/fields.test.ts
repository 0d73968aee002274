import { IsString } from 'class-validator';
import { Docs, response } from '../../../../../src/index.js';
import { build, buildOperation, buildUnchecked, info, ok } from '../build.js';

class User {
  @IsString() name!: string;
}
const schema = User;

describe('bad input: a field of another type is left out, and named', () => {
  test.each<[string, object, string, string]>([
    ['operationId', { operationId: ' ' }, 'GET / operationId', 'a non-empty string, not " "'],
    ['deprecated', { deprecated: 'yes' }, 'GET / deprecated', 'a boolean, not "yes"'],
    ['servers', { servers: [{}] }, 'GET / servers', 'an array of objects with a url'],
    ['externalDocs', { externalDocs: {} }, 'GET / externalDocs', 'an object with a url'],
    [
      "a response's description",
      { responses: { 200: response(5 as never) } },
      'GET / responses.200 description',
      'a string, not 5',
    ],
    [
      "a response's content type",
      { responses: { 200: { description: 'a', schema, contentType: 5 } } },
      'GET / responses.200 contentType',
      "a media type, or an array of them, as in ['application/json', 'application/xml'], not 5",
    ],
    [
      "a response's groups",
      { responses: { 200: { description: 'a', schema, groups: 'admin' } } },
      'GET / responses.200 groups',
      'an array of strings',
    ],
    [
      "a response's version",
      { responses: { 200: { description: 'a', schema, version: '2' } } },
      'GET / responses.200 version',
      'a number, not "2"',
    ],
    [
      "a response's headers",
      { responses: { 200: { description: 'a', headers: 'X-Total' } } },
      'GET / responses.200 headers',
      "a class, headers by name, as in { 'X-Total': { description: 'How many' } }, or a list of them",
    ],
    [
      'one header of a response',
      { responses: { 200: { description: 'a', headers: { 'X-Total': 'How many' } } } },
      'GET / responses.200 header X-Total',
      "an object, as in { description: 'How many' }",
    ],
    [
      "a header's description",
      { responses: { 200: { description: 'a', headers: { 'X-Total': { description: 5 } } } } },
      'GET / responses.200 header X-Total description',
      'a string, not 5',
    ],
    [
      "a parameter's required",
      { parameters: [{ name: 'a', in: 'query', required: 'yes' }] },
      'GET / query a required',
      'a boolean, not "yes"',
    ],
    [
      "a parameter's explode",
      { parameters: [{ name: 'a', in: 'query', explode: 'no' }] },
      'GET / query a explode',
      'a boolean, not "no"',
    ],
    [
      "a parameter's description",
      { parameters: [{ name: 'a', in: 'query', description: 5 }] },
      'GET / query a description',
      'a string, not 5',
    ],
    [
      "a body's required",
      { method: 'POST', requestBody: { schema, required: 'yes' } },
      'POST / requestBody required',
      'a boolean, not "yes"',
    ],
    [
      "a body's description",
      { method: 'POST', requestBody: { schema, description: 5 } },
      'POST / requestBody description',
      'a string, not 5',
    ],
    [
      "a body's content type",
      { method: 'POST', requestBody: { schema, contentType: 5 } },
      'POST / requestBody contentType',
      "a media type, or an array of them, as in ['application/json', 'application/xml'], not 5",
    ],
  ])('%s', async (_title, fields, place, needs) => {
    const { operation, diagnostics } = await buildOperation({ responses: ok, ...fields });
    expect(diagnostics).toMatchObject([
      { code: 'invalid-field', severity: 'error', place, message: expect.any(String) as string },
    ]);
    expect(diagnostics[0]?.message).toContain(`${place.split(' ').at(-1) ?? ''} needs ${needs}`);
    expect(diagnostics[0]?.message).toContain('; it is left out.');
    expect(operation.responses['200']).toBeDefined();
  });

  test('omits and reports an extension with an invalid name', async () => {
    const extensions = { 'x-rate-limit': 10, 'rate-limit': 10 } as never;
    const { operation, diagnostics } = await buildOperation({ extensions });
    expect(operation).toMatchObject({ 'x-rate-limit': 10 });
    expect(diagnostics).toMatchObject([
      {
        code: 'invalid-extension',
        severity: 'error',
        place: 'GET / extensions',
        message: '"rate-limit" is not the name of an extension and is left out. Begin it with x-.',
      },
    ]);
  });

  test.each([
    ['contains itself', circular()],
    ['is nested more than 1500 levels deep', nested(20_000)],
    ['is nested more than 1500 levels deep', nested(1_501)],
  ])('omits and reports an extension whose value %s', async (fault, value) => {
    const { operation, diagnostics } = await buildOperation({
      extensions: { 'x-tree': value as never, 'x-rate': 10 },
    });
    expect(operation).toMatchObject({ 'x-rate': 10 });
    expect(operation).not.toHaveProperty('x-tree');
    expect(diagnostics).toMatchObject([
      {
        code: 'invalid-extension',
        message: `x-tree is left out: the value ${fault}.`,
        place: 'GET / extensions',
      },
    ]);
  });

  test('omits and reports a parameter without a name and a place', async () => {
    const { diagnostics } = await buildOperation({ parameters: [{} as never] });
    expect(diagnostics).toMatchObject([{ code: 'parameter-without-name', place: 'GET / parameters' }]);
  });

  test('omits fields that are null or undefined, without a diagnostic', async () => {
    const nothing = { deprecated: undefined, summary: null, servers: undefined } as never;
    const { codes } = await buildOperation(nothing);
    expect(codes).toEqual([]);
  });

  test('reports null as security, which may mean the default as well as none', async () => {
    const { diagnostics } = await buildOperation({ security: null } as never);
    expect(diagnostics).toMatchObject([
      {
        code: 'invalid-field',
        message: expect.stringContaining('security needs an array of names') as string,
      },
    ]);
  });
});

describe('bad input: options of a webhook', () => {
  const wrong = {
    summary: 5,
    description: {},
    tags: 'orders',
    method: 'POST',
    contentType: 5,
    signature: 'yes',
    standardWebhooks: 1,
    headers: { 'X-Tenant': 5 },
    operationId: 5,
    deprecated: 'yes',
    extensions: 'x-a',
    groups: 'admin',
    version: '2',
  };

  test('omits and reports each option of another type', () => {
    const docs = new Docs({ info }).addWebhook(User, { name: 'user.left', ...wrong } as never);
    const fields = Object.keys(wrong).filter((name) => name !== 'method');
    expect(docs.diagnostics({ notes: true })).toMatchObject(
      fields.map((field) => ({
        code: 'invalid-field',
        severity: 'error',
        place: `webhooks user.left ${field}`,
        message: expect.stringContaining(`${field} needs `) as string,
      })),
    );
    expect(docs.buildSpec().webhooks).toEqual(
      new Docs({ info }).addWebhook(User, { name: 'user.left' }).buildSpec().webhooks,
    );
  });

  test.each([
    ['null is none', null, []],
    ['a text is no options', 'user.left', ['invalid-field webhooks options']],
    ['a name is a text', { name: 5 }, ['invalid-field webhooks name']],
  ])('%s', (_title, options, expected) => {
    const docs = new Docs({ info }).addWebhook(User, options as never);
    const found = docs
      .diagnostics({ notes: true })
      .flatMap(({ code, places }) => places.map((place) => `${code} ${place}`));
    expect(found).toEqual([...expected, 'webhook-without-name webhooks User']);
    expect(Object.keys(docs.buildSpec().webhooks ?? {})).toEqual(['User']);
  });

  test('keeps the endpoints beside an invalid webhook', async () => {
    const { document } = await build([{ method: 'GET', path: '/', responses: ok }]);
    const { docs } = buildUnchecked([{ method: 'GET', path: '/', responses: ok }]);
    expect(docs.addWebhook(User, null as never).buildSpec().paths).toEqual(document.paths);
  });
});

function circular(): object {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
}

function nested(levels: number): object {
  let value = {};
  for (let level = 0; level < levels; level += 1) value = { inner: value };
  return value;
}
