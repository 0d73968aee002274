// Documents and calls a procedure of oRPC whose input is a class, and prints what came of it.
import 'reflect-metadata';
import { call, os } from '@orpc/server';
import { OpenAPIGenerator } from '@orpc/openapi';
import { Type } from 'class-transformer';
import { IsInt, IsString, Min, ValidateNested } from 'class-validator';
import { standardSchema } from '../../../src/index.ts';

class Line {}
IsString()(Line.prototype, 'sku');
IsInt()(Line.prototype, 'quantity');
Min(1)(Line.prototype, 'quantity');

class NewOrder {}
ValidateNested({ each: true })(NewOrder.prototype, 'lines');
Type(() => Line)(NewOrder.prototype, 'lines');

const create = os
  .route({ method: 'POST', path: '/orders' })
  .input(standardSchema(NewOrder))
  .handler(({ input }) => input instanceof NewOrder);

const generator = new OpenAPIGenerator({
  schemaConverters: [
    {
      condition: (schema) => schema?.['~standard'].vendor === 'dtospec',
      convert: (schema, { strategy }) => [
        true,
        schema['~standard'].jsonSchema[strategy]({ target: 'openapi-3.0' }),
      ],
    },
  ],
});

const document = await generator.generate({ create }, { info: { title: 'Orders', version: '1' } });
const called = await call(create, { lines: [{ sku: 'L', quantity: 1 }] });
const refused = await call(create, { lines: [{ sku: 'L', quantity: 0 }] }).catch(({ code }) => code);
process.stdout.write(JSON.stringify({ document, called, refused }));
