// NestJS on Express: the controllers are the documentation, and the application has Connect's `use`.
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { nestDocs } from 'dtospec/nest';
import { announce, PORT } from './greetings.js';
import { CONFIG, GreetingsModule } from './nest-greetings.js';

const app = await NestFactory.create<NestExpressApplication>(GreetingsModule);
nestDocs(app, CONFIG).mount(app, '/docs');
await app.listen(PORT, '127.0.0.1');
announce(app.getHttpServer());
