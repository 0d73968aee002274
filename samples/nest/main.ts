// The two lines that document a Nest application are those with `nestDocs`.
import 'reflect-metadata';
import { ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { nestDocs } from 'dtospec/nest';
import { CatsModule } from './cats.js';

const app = await NestFactory.create<NestExpressApplication>(CatsModule, { logger: ['error', 'warn'] });
app.setGlobalPrefix('api');
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));

const docs = nestDocs(app, { info: { title: 'Cats', version: '1.0.0' }, ui: { viewerSource: 'local' } });
docs.mount(app, '/docs');

await app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
console.log(`Docs page   ${await app.getUrl()}/docs/`);
