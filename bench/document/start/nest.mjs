import { once } from 'node:events';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { ValidationPipe } from '@nestjs/common';
import { createApp } from '../contestants/nestjs-swagger.mjs';
import { classes, endpoints, item, start } from './service.mjs';

const app = await createApp({ classes, endpoints }, () => item);
app.useGlobalPipes(
  new ValidationPipe({ transform: true, transformOptions: { enableImplicitConversion: true } }),
);
SwaggerModule.setup('docs', app, () =>
  SwaggerModule.createDocument(app, new DocumentBuilder().setTitle('Bench').setVersion('1').build()),
);
const server = await app.listen(0, '127.0.0.1');
if (!server.listening) await once(server, 'listening');
const { port } = server.address();

await start(async (request) => {
  const { pathname, search } = new URL(request.url);
  const response = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
    method: request.method,
    headers: request.headers,
    body: await request.text(),
  });
  return new Response(await response.arrayBuffer(), {
    status: response.status === 201 ? 200 : response.status,
  });
});
process.exit();
