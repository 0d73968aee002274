import {
  Body,
  ClassSerializerInterceptor,
  Controller,
  Module,
  Post,
  UseInterceptors,
  ValidationPipe,
  type ValidationPipeOptions,
} from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { Transform, Type } from 'class-transformer';
import { IsArray, IsInstance, IsOptional } from 'class-validator';
import { Description, Returns, typeTransform } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/index.js';
import { Decimal, Money } from '../../fixtures/registered.js';

// class-transformer converts in Nest, and it does not use registerType.

class Product {
  @Transform(typeTransform(Decimal)) @IsInstance(Decimal) price!: Decimal;
  @IsOptional() @Type(() => Object) @Transform(typeTransform(Money)) @IsInstance(Money) money?: Money;
  @IsOptional()
  @IsArray()
  @Transform(typeTransform(Decimal, { each: true }))
  @IsInstance(Decimal, { each: true })
  list?: Decimal[];
}
class Unparsed {
  @Description('Nothing parses it') price!: Decimal;
}
class Created {
  @IsOptional() @Transform(typeTransform(Money)) @IsInstance(Money) money?: Money;
}
class Unchecked {
  @Transform(typeTransform(Decimal)) price!: Decimal;
}

const seen: unknown[] = [];

@Controller()
@UseInterceptors(new ClassSerializerInterceptor(new Reflector()))
class Products {
  @Post('product') @Returns(Product) product(@Body() body: Product): Product {
    seen.push(body.price);
    return Object.assign(new Product(), body);
  }
  @Post('unparsed') @Returns(Unparsed) unparsed(@Body() body: Unparsed): Unparsed {
    seen.push(body.price);
    return body;
  }
  @Post('created') @Returns(Created) created(@Body() body: Created): Created {
    return body;
  }
  @Post('unchecked') @Returns(Unchecked) unchecked(@Body() body: Unchecked): Unchecked {
    return body;
  }
}

@Module({ controllers: [Products] })
class App {}

const VALID = { price: '1.50', money: { amount: '2', currency: 'EUR' }, list: ['3', '4.5'] };

it.each<ValidationPipeOptions>([
  { transform: true },
  { transform: true, whitelist: true },
  { transform: true, transformOptions: { enableImplicitConversion: true } },
])('parses and writes by typeTransform in Nest with %j', async (options) => {
  const app = await NestFactory.create(App, { logger: false });
  app.useGlobalPipes(new ValidationPipe(options));
  const docs = nestDocs(app, { info: { title: 'Products', version: '1' } });
  await app.listen(0, '127.0.0.1');
  const origin = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const post = async (body: unknown): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(`${origin}/product`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  try {
    expect(await post(VALID)).toEqual({ status: 201, body: VALID });
    expect(seen.pop()).toEqual(new Decimal('1.50'));
    expect(await post({ ...VALID, price: 'x' })).toMatchObject({
      status: 400,
      body: { message: ['price must be an instance of Decimal'] },
    });
    expect(await post({ ...VALID, money: { amount: '1', currency: 'XXX' } })).toMatchObject({ status: 400 });
    const found = docs.diagnostics().filter(({ code }) => code.startsWith('registered-type'));
    expect(found.map(({ code, place }) => `${place}: ${code}`)).toEqual([
      'Unparsed.price: registered-type-not-parsed',
      ...('transformOptions' in options ? ['Created.money: registered-type-not-parsed'] : []),
      'Unchecked.price: registered-type-not-checked',
    ]);
    expect(found[0]?.message).toContain('Add @Transform(typeTransform(Decimal)) and @IsInstance(Decimal)');
    const { components } = docs.buildSpec();
    expect(components?.schemas?.Product).toMatchObject({
      properties: { price: { type: 'string', format: 'decimal' }, list: { items: { format: 'decimal' } } },
      required: ['price'],
    });
  } finally {
    await app.close();
  }
});
