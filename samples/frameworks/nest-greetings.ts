// The part of the two NestJS samples that is the same on Express and on Fastify.
import { Controller, Get, Module, Param } from '@nestjs/common';
import { Returns } from 'dtospec';
import type { NestDocsConfig } from 'dtospec/nest';
import { greetingFor, Greeting } from './greetings.js';

@Controller('greetings')
class GreetingsController {
  @Get(':name')
  @Returns(Greeting)
  getGreeting(@Param('name') name: string): Greeting {
    return greetingFor(name);
  }
}

@Module({ controllers: [GreetingsController] })
export class GreetingsModule {}

export const CONFIG: NestDocsConfig = {
  info: { title: 'Greetings API', version: '1.0.0' },
  ui: { viewerSource: 'local' },
};
