// NestJS on Fastify: the plugin, on the application.
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastifyDocs } from 'dtospec/fastify';
import { announce, docs, PORT } from './greetings.js';
import { GreetingsModule } from './nest-greetings.js';

const app = await NestFactory.create<NestFastifyApplication>(GreetingsModule, new FastifyAdapter());
await app.register(fastifyDocs, { docs, prefix: '/docs' });
await app.listen(PORT, '127.0.0.1');
announce(app.getHttpServer());
