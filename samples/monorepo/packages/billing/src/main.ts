// CommonJS: sends the bill of an order, of the same class of the same package.
import { Order } from '@shop/dto';
import { IsInt, Min } from 'class-validator';
import { Docs, operation, response } from 'dtospec';
import { fastifyDocs, fastifyOperations } from 'dtospec/fastify';
import Fastify from 'fastify';

class Bill {
  @IsInt()
  @Min(0)
  cents!: number;
}

const bill = operation(
  { method: 'POST', path: '/bills', body: Order, responses: { 200: response('The bill', Bill) } },
  ({ body: { lines } }) => {
    const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    return Object.assign(new Bill(), { cents: pieces * 1999 });
  },
);

const app = Fastify();
const docs = new Docs({ info: { title: 'Billing', version: '1.0.0' } });
void app.register(fastifyOperations, { docs, operations: [bill] });
void app.register(fastifyDocs, { docs, prefix: '/docs' });

app.listen({ port: Number(process.env.PORT ?? 3001), host: '127.0.0.1' }).then(
  (address) => {
    console.log(`Docs page   ${address}/docs/`);
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
