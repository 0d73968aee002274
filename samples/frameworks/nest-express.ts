// NestJS on Express: the application has Connect's `use`, so the docs mount on it.
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { announce, docs, PORT } from './greetings.js';
import { GreetingsModule } from './nest-greetings.js';

const app = await NestFactory.create<NestExpressApplication>(GreetingsModule);
docs.mount(app, '/docs');
await app.listen(PORT, '127.0.0.1');
announce(app.getHttpServer());
