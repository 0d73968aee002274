import { MaxLength } from 'class-validator';
import Fastify, { type FastifyServerOptions } from 'fastify';
import { fastifyOperations } from '../../../src/adapters/fastify.js';
import { Docs, operation, Path, response } from '../../../src/index.js';

class Name {
  @Path('name') @MaxLength(200) name!: string;
}
class Short {
  @Path('name') @MaxLength(100) name!: string;
}

async function serve(
  params: typeof Name,
  options: FastifyServerOptions,
): Promise<{ status: number; messages: string[] }> {
  const get = operation(
    { method: 'GET', path: '/names/:name', security: [], params, responses: { 204: response('Found') } },
    () => undefined,
  );
  const docs = new Docs({ info: { title: 'Names', version: '1.0.0' } });
  const app = Fastify(options);
  await app.register(fastifyOperations, { docs, operations: [get] });
  const { statusCode } = await app.inject(`/names/${'a'.repeat(150)}`);
  await app.close();
  const longer = docs.diagnostics().filter(({ code }) => code === 'path-parameter-too-long');
  return { status: statusCode, messages: longer.map(({ place, message }) => `${place}: ${message}`) };
}

const WARNING =
  'GET /names/:name: The path parameter name may have 200 characters, but Fastify answers 414 above 100. Write Fastify({ routerOptions: { maxParamLength: 200 } }).';

test.each<[string, typeof Name, FastifyServerOptions, number, string[]]>([
  ['longer than the default', Name, {}, 414, [WARNING]],
  [
    'longer than a limit of the application',
    Name,
    { routerOptions: { maxParamLength: 120 } },
    414,
    [WARNING.replace('above 100', 'above 120')],
  ],
  ['within the limit of the router', Name, { routerOptions: { maxParamLength: 200 } }, 204, []],
  ['within the default', Short, {}, 414, []],
])('a parameter that may be %s', async (_, params, options, status, messages) => {
  expect(await serve(params, options)).toEqual({ status, messages });
});
