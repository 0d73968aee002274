import 'reflect-metadata';
import { Expose, instanceToPlain } from 'class-transformer';
import { IsNotEmptyObject, IsString } from 'class-validator';
import { Docs, MapOf, response, type ResponseSpec } from '../../../../../src/index.js';

class Account {
  @IsString() @Expose() id = '1';
  @IsString() _secret = 's';
  @IsString() note = 'n';
}

class Row {
  @IsString() _secret!: string;
  @IsString() note!: string;
}

@Expose()
class Open {
  @IsString() @Expose() id = '1';
  @IsString() note = 'n';
}

class Settings {
  @MapOf(() => Number) @IsNotEmptyObject() @Expose({ name: 'amounts' }) map = { a: 1 };
  @IsNotEmptyObject() @Expose() plain: object = { a: 1 };
}

function documented(type: typeof Account | typeof Open, exposure: ResponseSpec['exposure']): string[] {
  const docs = new Docs({ info: { title: 'Shop', version: '1.0.0' } });
  docs.add({
    method: 'GET',
    path: '/',
    responses: { 200: { ...response('It', type), ...(exposure && { exposure }) } },
  });
  return Object.keys(Object.values(docs.buildSpec().components?.schemas ?? {})[0]?.properties ?? {}).sort();
}

describe("class-transformer's options of a response", () => {
  test.each<[string, typeof Account | typeof Open, ResponseSpec['exposure']]>([
    ['none', Account, undefined],
    ['excludePrefixes', Account, { excludePrefixes: ['_'] }],
    ['strategy', Account, { strategy: 'excludeAll' }],
    ["a strategy before the class's", Open, { strategy: 'excludeAll' }],
    ['excludeExtraneousValues', Open, { excludeExtraneousValues: true }],
  ])('%s: documents what instanceToPlain sends', (_, type, exposure) => {
    const sent = Object.keys(instanceToPlain(new type(), exposure as object)).sort();
    expect(documented(type, exposure)).toEqual(sent);
  });

  test.each([{ strategy: 'excludeAll' }, { excludePrefixes: ['a'] }] as const)(
    'a map and a plain object may be empty: %j',
    (exposure) => {
      const docs = new Docs({ info: { title: 'Shop', version: '1.0.0' } });
      const answers = { 200: response('It', Settings), 201: { ...response('It', Settings), exposure } };
      docs.add({ method: 'GET', path: '/', responses: answers });
      const { Settings: whole, Settings2: exposed } = docs.buildSpec().components?.schemas ?? {};
      expect(instanceToPlain(new Settings(), exposure as object)).toEqual({ amounts: {}, plain: {} });
      expect(whole?.properties).toMatchObject({ amounts: { minProperties: 1 }, plain: { minProperties: 1 } });
      expect(exposed?.properties).toEqual({
        amounts: { type: 'object', additionalProperties: { type: 'number' } },
        plain: { type: 'object' },
      });
    },
  );

  test('one class sent in two ways is two components', () => {
    const docs = new Docs({ info: { title: 'Shop', version: '1.0.0' } });
    docs.add({
      method: 'GET',
      path: '/',
      responses: {
        200: response('It', Row),
        201: { ...response('It', Row), exposure: { excludePrefixes: ['_'] } },
      },
    });
    const { schemas = {} } = docs.buildSpec().components ?? {};
    expect(
      Object.entries(schemas).map(([name, { properties = {} }]) => [name, Object.keys(properties)]),
    ).toEqual([
      ['Row', ['_secret', 'note']],
      ['Row2', ['note']],
    ]);
  });
});
