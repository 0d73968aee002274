import { Expose, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  ValidateNested,
  IsObject,
} from 'class-validator';
import {
  type Config,
  type Constructor,
  Cookie,
  Default,
  Deprecated,
  Description,
  Doc,
  type Endpoint,
  Enum,
  Example,
  Form,
  Format,
  Header,
  Hidden,
  Nullable,
  Param,
  Path,
  Query,
  Required,
} from '../../../../../src/index.js';
import { buildOperation } from '../build.js';

async function namesIn(endpoint: Partial<Endpoint>, config: Partial<Config> = {}): Promise<string[]> {
  const { operation } = await buildOperation(endpoint, config);
  return (operation.parameters ?? []).map(({ name, in: location }) => `${location} ${name}`).sort();
}

class Search {
  @Query('q') @Form('form') @Expose({ name: 'exposed' }) byQuery!: string;
  @Form('f') @Expose({ name: 'alias' }) byForm!: string;
  @Query() @Form('g') queryWithoutName!: string;
  @Expose({ name: 'page_size' }) byExpose!: string;
  @Doc('plain') OwnName!: string;
  @Path('elsewhere') onlyPath!: string;
}

describe('names of query parameters', () => {
  test('come from @Query, then @Form, then @Expose, then the property itself', async () => {
    expect(await namesIn({ queryParams: Search })).toEqual([
      'query OwnName',
      'query f',
      'query g',
      'query onlyPath',
      'query page_size',
      'query q',
    ]);
  });

  test("parameterNames: 'lowercase' gives a property's own name in lower case", async () => {
    expect(await namesIn({ queryParams: Search }, { parameterNames: 'lowercase' })).toEqual([
      'query f',
      'query g',
      'query onlypath',
      'query ownname',
      'query page_size',
      'query q',
    ]);
  });
});

class UserPath {
  @Path('a') @Param('x') byPath!: string;
  @Param('b') byParam!: string;
  @Expose({ name: 'c' }) byExpose!: string;
  @Path() USERID!: string;
}

describe('names of path parameters', () => {
  test("come from @Path, then @Param, then @Expose, then the template's spelling of the property", async () => {
    const names = await namesIn({ path: '/{userId}/{a}/{b}/{c}', pathParams: UserPath });
    expect(names).toEqual(['path a', 'path b', 'path c', 'path userId']);
  });

  test('they are always required, and never nullable', async () => {
    class Optional {
      @IsOptional() @Nullable() @IsInt() id?: number | null;
    }
    const { operation } = await buildOperation({ path: '/{id}', pathParams: Optional });
    expect(operation.parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
    ]);
  });

  test('omits a property that the template lacks, and documents a parameter that the class lacks', async () => {
    class Wrong {
      @IsInt() user!: number;
    }
    const { operation, diagnostics } = await buildOperation({ path: '/users/{userId}', pathParams: Wrong });
    expect(operation.parameters).toEqual([
      { name: 'userId', in: 'path', required: true, schema: { type: 'string' } },
    ]);
    expect(diagnostics).toMatchObject([
      { code: 'path-parameter-not-in-path', severity: 'warning', place: 'GET /users/{userId} path user' },
      { code: 'path-parameter-not-declared', severity: 'warning', place: 'GET /users/{userId}' },
    ]);
    expect(diagnostics[1]?.message).toContain('@Path("userId")');
  });
});

describe('headers and cookies from classes', () => {
  class Tracing {
    @Header('X-Request-Id') @IsString() requestId!: string;
    @Expose({ name: 'X-Tenant' }) tenant?: string;
    @Header('Authorization') token?: string;
  }
  class Session {
    @Cookie('sid') @IsString() sessionId!: string;
    @IsOptional() @IsString() theme?: string;
  }

  test('come from @Header and @Cookie, then @Expose, then the property itself', async () => {
    const { operation, codes } = await buildOperation({ headerParams: Tracing, cookieParams: Session });
    expect(operation.parameters).toEqual([
      { name: 'X-Request-Id', in: 'header', required: true, schema: { type: 'string' } },
      { name: 'X-Tenant', in: 'header', schema: { type: 'string' } },
      { name: 'sid', in: 'cookie', required: true, schema: { type: 'string' } },
      { name: 'theme', in: 'cookie', schema: { type: 'string' } },
    ]);
    expect(codes).toEqual(['reserved-header']);
  });
});

describe('fields of a parameter', () => {
  class Filter {
    @IsString() name!: string;
  }
  class Everything {
    @Description('first') @Doc('second') described!: string;
    @Doc('fallback') documented!: string;
    @Required() required!: string;
    @IsString() validated!: string;
    @IsOptional() @IsString() optional?: string | null;
    @IsOptional() @Nullable() @IsString() nullable?: string | null;
    @Format('password') @IsString() formatted!: string;
    @IsOptional() @Enum({ A: 'a', B: 'b' }) chosen?: 'a' | 'b';
    @IsOptional() @IsInt() @Default(20) @Example('5') exampled?: number;
    @IsOptional() @IsInt() @Example(1, { name: 'one', summary: 'First' }) @Example('2') several?: number;
    @Deprecated() old?: string;
    @Hidden() secret?: string;
    @IsOptional() @IsArray() @IsString({ each: true }) tags?: string[];
    @IsOptional() @IsArray() @IsString({ each: true }) @Query('ids', { explode: false }) ids?: string[];
    @IsOptional() @ValidateNested() @Type(() => Filter) filter?: Filter;
    @IsOptional() @Nullable() @IsObject() @ValidateNested() @Type(() => Filter) none?: Filter | null;
  }

  test('contain description, presence, format, enum, constraints, examples and style', async () => {
    const { operation } = await buildOperation({ queryParams: Everything });
    const string = { type: 'string' };
    const byName = new Map((operation.parameters ?? []).map(({ in: _, ...rest }) => [rest.name, rest]));
    const expected = [
      { name: 'described', description: 'first', schema: string },
      { name: 'documented', description: 'fallback', schema: string },
      { name: 'required', required: true, schema: string },
      { name: 'validated', required: true, schema: string },
      { name: 'optional', schema: string },
      { name: 'nullable', schema: string },
      { name: 'formatted', required: true, schema: { type: 'string', format: 'password' } },
      { name: 'chosen', schema: { type: 'string', enum: ['a', 'b'] } },
      { name: 'exampled', schema: { type: 'integer', default: 20 }, example: 5 },
      {
        name: 'several',
        schema: { type: 'integer' },
        examples: { one: { summary: 'First', value: 1 }, example2: { value: 2 } },
      },
      { name: 'old', deprecated: true, schema: string },
      { name: 'tags', style: 'form', explode: true, schema: { type: 'array', items: string } },
      { name: 'ids', style: 'form', explode: false, schema: { type: 'array', items: string } },
      {
        name: 'filter',
        style: 'deepObject',
        explode: true,
        schema: { $ref: '#/components/schemas/Filter' },
      },
      { name: 'none', style: 'deepObject', explode: true, schema: { $ref: '#/components/schemas/Filter' } },
    ];
    expect(byName).toEqual(new Map(expected.map((parameter) => [parameter.name, parameter])));
  });

  class Listed {
    @IsArray()
    @IsString({ each: true })
    @Query('ids', { style: 'pipeDelimited', explode: false })
    @Header('X-Ids', { explode: true })
    @Path('list')
    ids!: string[];
  }

  test('contain the style of each location of a property', async () => {
    const { operation, codes } = await buildOperation({
      path: '/{list}',
      pathParams: Listed,
      queryParams: Listed,
      headerParams: Listed,
    });
    expect(codes).toEqual([]);
    expect(operation.parameters?.map(({ in: place, style, explode }) => ({ place, style, explode }))).toEqual(
      [
        { place: 'path', style: 'simple', explode: false },
        { place: 'query', style: 'pipeDelimited', explode: false },
        { place: 'header', style: 'simple', explode: true },
      ],
    );
  });

  class Ruled {
    @IsOptional() @IsInt() @Min(1) @Max(9) bounded?: number;
    @IsIn(['x', 'y']) within!: string;
    @IsEmail() mail!: string;
    @Length(2, 5) code!: string;
    @IsArray() @ArrayMaxSize(3) @IsInt({ each: true }) ids!: number[];
  }

  test('the rules of class-validator apply to the schema, and make it required', async () => {
    const { operation } = await buildOperation({ queryParams: Ruled });
    expect(operation.parameters).toMatchObject([
      { name: 'bounded', schema: { type: 'integer', minimum: 1, maximum: 9 } },
      { name: 'within', required: true, schema: { enum: ['x', 'y'] } },
      { name: 'mail', required: true, schema: { type: 'string' } },
      { name: 'code', required: true, schema: { type: 'string', minLength: 2, maxLength: 5 } },
      { name: 'ids', required: true, schema: { type: 'array', maxItems: 3, items: { type: 'integer' } } },
    ]);
    expect(operation.parameters?.[0]).not.toHaveProperty('required');
  });

  test('optional is never nullable, even where nullableOptional documents null in bodies', async () => {
    const { operation } = await buildOperation({ queryParams: Everything }, { nullableOptional: true });
    expect(JSON.stringify(operation.parameters)).not.toContain('null"');
  });

  test('an initial value of null is no default, which the schema would refuse', async () => {
    class Page {
      @IsOptional() @IsString() cursor: string | null = null;
      @IsOptional() @IsInt() size: number | null = 20;
    }
    const { operation } = await buildOperation({ queryParams: Page });
    expect(operation.parameters?.map(({ schema }) => schema)).toEqual([
      { type: 'string' },
      { type: 'integer', default: 20 },
    ]);
  });
});

describe('several sources of parameters', () => {
  class Both {
    @Path('id') @IsInt() id!: number;
    @Query('page') @IsInt() page!: number;
    @IsOptional() @IsString() anywhere?: string;
  }

  test('an explicit parameter replaces one of a class', async () => {
    const { operation } = await buildOperation({
      queryParams: Both,
      parameters: [{ name: 'page', in: 'query', description: 'explicit' }],
    });
    expect(operation.parameters?.filter(({ name }) => name === 'page')).toEqual([
      { name: 'page', in: 'query', description: 'explicit', schema: { type: 'string' } },
    ]);
  });

  test('keeps the last of two properties with one name, with a diagnostic', async () => {
    class Twice {
      @Query('p') @Description('first') @IsString() a!: string;
      @Query('p') @Description('last') @IsString() b!: string;
    }
    const { operation, codes } = await buildOperation({ queryParams: Twice });
    expect(operation.parameters).toMatchObject([{ name: 'p', description: 'last' }]);
    expect(codes).toEqual(['duplicate-parameter']);
  });

  test('one class for two locations: decorators assign the properties', async () => {
    expect(await namesIn({ path: '/{id}', pathParams: Both, queryParams: Both })).toEqual([
      'path id',
      'query anywhere',
      'query page',
    ]);
  });
});

describe('parameter classes', () => {
  test('a class without any metadata gives no parameters, and a diagnostic', async () => {
    class Empty {}
    const { operation, codes } = await buildOperation({ queryParams: Empty });
    expect(operation.parameters).toBeUndefined();
    expect(codes).toEqual(['class-without-metadata']);
  });

  test.each([['a string'], [42], [{ page: Number }], [() => Search]])(
    'reports %p without an effect on other parameters',
    async (value) => {
      const { operation, diagnostics } = await buildOperation({
        queryParams: value as unknown as Constructor,
        parameters: [{ name: 'fine', in: 'query' }],
      });
      expect(operation.parameters?.map(({ name }) => name)).toEqual(['fine']);
      expect(diagnostics).toMatchObject([
        { code: 'invalid-field', severity: 'error', place: 'GET / queryParams' },
      ]);
    },
  );
});
