import { Type } from 'class-transformer';
import { IsBoolean, IsDefined, IsInt, IsNumber, IsString, ValidateNested } from 'class-validator';
import { body, Example, response } from 'dtospec';
import { specOf } from './support.js';

class Street {
  @IsString() name!: string;
}

class Address {
  @IsDefined() @ValidateNested() @Type(() => Street) street!: Street;
}

class User {
  @IsDefined() @ValidateNested() @Type(() => Address) address!: Address;
}

describe('2.9 rule 4: components', () => {
  const endpoints = [
    {
      method: 'POST',
      path: '/users',
      requestBody: body(User),
      responses: { 201: response('Created', User) },
    },
    { path: '/addresses', responses: { 200: response('All', [Address]) } },
  ];

  test('2.9.24 every named class, nested ones too, is emitted once', async () => {
    const { components } = await specOf(endpoints);
    expect(Object.keys(components?.schemas ?? {}).sort()).toEqual(['Address', 'Street', 'User']);
  });

  test('2.9.25 and referenced by $ref', async () => {
    const { components, paths } = await specOf(endpoints);
    expect(components?.schemas).toMatchObject({
      User: { properties: { address: { $ref: '#/components/schemas/Address' } } },
      Address: { properties: { street: { $ref: '#/components/schemas/Street' } } },
    });
    expect(JSON.stringify(paths)).not.toContain('"properties"');
  });

  test('2.9.26 unless inlineSchemas is true', async () => {
    const document = await specOf(endpoints, { inlineSchemas: true });
    expect(document.components).toBeUndefined();
    expect(JSON.stringify(document)).not.toContain('$ref');
  });
});

describe('2.9 rule 5: pointers', () => {
  test('2.9.27 a class as schema is never nullable at the top level', async () => {
    const { components, paths } = await specOf([{ responses: { 200: response('One', Street) } }]);
    expect(paths['/']!.get!.responses['200']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Street' } } },
    });
    expect(components?.schemas?.Street).toMatchObject({ type: 'object' });
  });
});

describe('2.9 rule 6: examples', () => {
  class Product {
    @Example('7') @IsInt() id!: number;
    @Example('1.5') @IsNumber() price!: number;
    @Example('true') @IsBoolean() sold!: boolean;
    @Example('Lamp') @IsString() name!: string;
    @IsString() colour!: string;
  }
  const exampleOf = async (openapi: '3.0' | '3.1'): Promise<Record<string, unknown>> => {
    const { components } = await specOf([{ method: 'POST', requestBody: body(Product) }], { openapi });
    return components!.schemas!.Product!.properties as Record<string, unknown>;
  };

  test('2.9.28 an example is only where a property has one', async () => {
    expect(await exampleOf('3.0')).toMatchObject({ name: { type: 'string', example: 'Lamp' } });
    expect((await exampleOf('3.0')).colour).toEqual({ type: 'string' });
  });

  test('2.9.29 the value is coerced to the type of the property', async () => {
    expect(await exampleOf('3.0')).toMatchObject({
      id: { example: 7 },
      price: { example: 1.5 },
      sold: { example: true },
    });
    expect(await exampleOf('3.1')).toMatchObject({ id: { examples: [7] }, sold: { examples: [true] } });
  });

  test('2.9.30 no example is generated', async () => {
    expect(JSON.stringify(await specOf([{ method: 'POST', requestBody: body(User) }]))).not.toContain(
      'example',
    );
  });
});
