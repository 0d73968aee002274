import { ValidationPipe } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import { createSwaggerApp, documentOf } from '../document/contestants/nestjs-swagger.mjs';
import { classes, endpoints, item, start } from './service.mjs';

const app = await createSwaggerApp({ classes, endpoints }, () => item);
app.useGlobalPipes(
  new ValidationPipe({ transform: true, transformOptions: { enableImplicitConversion: true } }),
);
SwaggerModule.setup('docs', app, () => documentOf(app));
await start(await app.listen(0, '127.0.0.1'), () => JSON.stringify(documentOf(app)));
