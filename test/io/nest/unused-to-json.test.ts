import { ClassSerializerInterceptor, Controller, Get, Module, UseInterceptors } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { Exclude, Transform, Type } from 'class-transformer';
import { IsInstance, IsOptional } from 'class-validator';
import { Returns, TypeOf } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/index.js';

/** The fields and the method of the class in decimal.js. */
class Decimal {
  constructor(
    private readonly d: number[],
    private readonly e = 0,
  ) {}

  toJSON(): string {
    return String(this.d[0]! * 10 ** this.e);
  }
}
class ObjectId {
  readonly buffer = Buffer.alloc(12);
  toJSON(): string {
    return this.buffer.toString('hex');
  }
}

class Line {
  @TypeOf(() => String) @IsInstance(Decimal) price = new Decimal([1], -1);
}
class Order {
  @TypeOf(() => String) @IsInstance(ObjectId) id = new ObjectId();
  @Transform(({ value }: { value: Decimal }) => value.toJSON(), { toPlainOnly: true })
  @TypeOf(() => String)
  @IsInstance(Decimal)
  total = new Decimal([15], -1);
  @Exclude() @IsInstance(Decimal) margin = new Decimal([2]);
  @IsOptional() @Type(() => Line) lines = [new Line()];
  @IsOptional() createdAt = new Date(0);
}

@Controller('written')
@UseInterceptors(new ClassSerializerInterceptor(new Reflector()))
class Written {
  @Get() @Returns([Order]) list(): Order[] {
    return [new Order()];
  }
}
@Controller('sent')
class Sent {
  @Get() @Returns(Line) line(): Line {
    return new Line();
  }
}
@Module({ controllers: [Written, Sent] })
class App {}

test('reports members whose toJSON class-transformer does not call, and no others', async () => {
  const app = await NestFactory.create(App, { logger: false });
  const docs = nestDocs(app, { info: { title: 'Orders', version: '1' } });
  await app.listen(0, '127.0.0.1');
  const get = async (path: string): Promise<unknown> => (await fetch(`${await app.getUrl()}${path}`)).json();
  try {
    const found = docs.diagnostics().filter(({ code }) => code === 'to-json-not-called');
    expect(found.map(({ place }) => place)).toEqual(['Order.id', 'Line.price']);
    expect(found[0]?.message).toContain('@Transform(({ value }) => value?.toJSON(), { toPlainOnly: true })');
    expect(await get('/written')).toEqual([
      {
        id: { buffer: expect.anything() as unknown },
        total: '1.5',
        lines: [{ price: { e: -1, d: [1] } }],
        createdAt: '1970-01-01T00:00:00.000Z',
      },
    ]);
    expect(await get('/sent')).toEqual({ price: '0.1' });
  } finally {
    await app.close();
  }
});
