// NestJS on Fastify: the controllers are the documentation, which is a plugin on the application.
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastifyDocs } from 'dtospec/fastify';
import { nestDocs } from 'dtospec/nest';
import { announce, PORT } from './greetings.js';
import { CONFIG, GreetingsModule } from './nest-greetings.js';

const app = await NestFactory.create<NestFastifyApplication>(GreetingsModule, new FastifyAdapter());
await app.register(fastifyDocs, { docs: nestDocs(app, CONFIG), prefix: '/docs' });
await app.listen(PORT, '127.0.0.1');
announce(app.getHttpServer());
