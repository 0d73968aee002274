import { Expose } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, Min, MinLength } from 'class-validator';
import {
  Description,
  Doc,
  Enum,
  Example,
  Form,
  Format,
  Nullable,
  Param,
  Path,
  Query,
  Required,
  type Config,
  type Constructor,
} from 'dtospec';
import { operationOf, parameterOf, specOf } from './support.js';

async function queryOf(type: Constructor, config: Partial<Config> = {}): Promise<unknown> {
  return parameterOf({ queryParams: type }, config);
}

describe('2.9 rule 7: names of query parameters', () => {
  test('2.9.31 @Query is first', async () => {
    class Search {
      @Query('query') @Form('form') @Expose({ name: 'json' }) Text!: string;
    }
    expect(await queryOf(Search)).toMatchObject({ name: 'query', in: 'query' });
  });

  test('2.9.32 then @Form', async () => {
    class Search {
      @Form('form') @Expose({ name: 'json' }) Text!: string;
    }
    expect(await queryOf(Search)).toMatchObject({ name: 'form' });
  });

  test("2.9.33 then the JSON name, class-transformer's @Expose", async () => {
    class Search {
      @Expose({ name: 'json' }) Text!: string;
    }
    expect(await queryOf(Search)).toMatchObject({ name: 'json' });
  });

  test("2.9.34 then the property's own name here; parameterNames: 'lowercase' lower-cases it", async () => {
    class Search {
      @IsString() PageSize!: string;
    }
    expect(await queryOf(Search)).toMatchObject({ name: 'PageSize' });
    expect(await queryOf(Search, { parameterNames: 'lowercase' })).toMatchObject({ name: 'pagesize' });
  });
});

describe('2.9 rule 7: names of path parameters', () => {
  const pathOf = (path: string, pathParams: Constructor): Promise<unknown> =>
    parameterOf({ path, pathParams });

  test('2.9.35 @Path is first', async () => {
    class Item {
      @Path('path') @Param('param') @Expose({ name: 'json' }) @IsInt() Id!: number;
    }
    expect(await pathOf('/{path}', Item)).toMatchObject({
      name: 'path',
      in: 'path',
      schema: { type: 'integer' },
    });
  });

  test('2.9.36 then @Param', async () => {
    class Item {
      @Param('param') @Expose({ name: 'json' }) @IsInt() Id!: number;
    }
    expect(await pathOf('/{param}', Item)).toMatchObject({ name: 'param', schema: { type: 'integer' } });
  });

  test("2.9.37 then the JSON name, class-transformer's @Expose", async () => {
    class Item {
      @Expose({ name: 'json' }) @IsInt() Id!: number;
    }
    expect(await pathOf('/{json}', Item)).toMatchObject({ name: 'json', schema: { type: 'integer' } });
  });

  test("2.9.38 then the property's own name in the template's spelling, in any case", async () => {
    class Item {
      @IsInt() ITEMID!: number;
    }
    for (const name of ['itemid', 'itemId', 'ITEMID'])
      expect(await pathOf(`/{${name}}`, Item)).toMatchObject({ name, schema: { type: 'integer' } });
  });
});

describe('2.9 rule 7: fields of parameters', () => {
  test('2.9.39 @Description is the description', async () => {
    class Search {
      @Description('first') @Doc('second') text?: string;
    }
    expect(await queryOf(Search)).toMatchObject({ description: 'first' });
  });

  test('2.9.40 @Doc is the fallback', async () => {
    class Search {
      @Doc('second') text?: string;
    }
    expect(await queryOf(Search)).toMatchObject({ description: 'second' });
  });

  test('2.9.41 @Example is the example, coerced', async () => {
    class Search {
      @IsOptional() @IsInt() @Example('5') page?: number;
    }
    expect(await queryOf(Search)).toEqual({
      name: 'page',
      in: 'query',
      schema: { type: 'integer' },
      example: 5,
    });
  });

  test('2.9.42 @Required makes it required', async () => {
    class Search {
      @Required() text?: string;
    }
    expect(await queryOf(Search)).toMatchObject({ required: true });
  });

  test('2.9.43 so does a validator that rejects its absence', async () => {
    class Search {
      @IsString() text!: string;
    }
    expect(await queryOf(Search)).toMatchObject({ required: true });
  });

  test('2.9.44 @Format is the format', async () => {
    class Search {
      @IsOptional() @IsString() @Format('password') text?: string;
    }
    expect(await queryOf(Search)).toMatchObject({ schema: { type: 'string', format: 'password' } });
  });

  test('2.9.45 @Enum is the enum', async () => {
    class Search {
      @IsOptional() @Enum({ Up: 'up', Down: 'down' }) order?: string;
    }
    expect(await queryOf(Search)).toMatchObject({ schema: { type: 'string', enum: ['up', 'down'] } });
  });

  test('2.9.46 min and max are @Min and @Max', async () => {
    class Search {
      @IsOptional() @IsInt() @Min(1) @Max(9) page?: number;
    }
    expect(await queryOf(Search)).toMatchObject({ schema: { type: 'integer', minimum: 1, maximum: 9 } });
  });

  test('2.9.47 min of a string is @MinLength', async () => {
    class Search {
      @IsOptional() @IsString() @MinLength(3) text?: string;
    }
    expect(await queryOf(Search)).toMatchObject({ schema: { type: 'string', minLength: 3 } });
  });

  test('2.9.48 oneof is @IsIn', async () => {
    class Search {
      @IsOptional() @IsIn(['new', 'old']) age?: string;
    }
    expect(await queryOf(Search)).toMatchObject({ schema: { enum: ['new', 'old'] } });
  });

  test('2.9.49 optional means optional, not nullable', async () => {
    class Search {
      @IsOptional() @IsString() text?: string | null;
      @IsOptional() @Nullable() @IsString() other?: string | null;
    }
    expect((await operationOf({ queryParams: Search })).parameters).toEqual([
      { name: 'text', in: 'query', schema: { type: 'string' } },
      { name: 'other', in: 'query', schema: { type: 'string' } },
    ]);
  });

  test('2.9.50 path parameters are always required', async () => {
    class Item {
      @IsOptional() @IsInt() id?: number;
    }
    expect(await parameterOf({ path: '/{id}', pathParams: Item })).toEqual({
      name: 'id',
      in: 'path',
      required: true,
      schema: { type: 'integer' },
    });
  });
});

test('2.9.51 rule 8: names in security resolve as in part 5', async () => {
  const document = await specOf([{ security: ['bearerAuth', 'unknown'] }]);
  expect(document.paths['/']!.get!.security).toEqual([{ bearerAuth: [] }]);
  expect(Object.keys(document.components!.securitySchemes!)).toEqual(['bearerAuth']);
});
