// The part of the two NestJS samples that is the same on Express and on Fastify.
import { Controller, Get, Module, Param } from '@nestjs/common';
import { greet, type Greeting } from './greetings.js';

@Controller('greetings')
class GreetingsController {
  @Get(':name')
  greet(@Param('name') name: string): Greeting {
    return greet(name);
  }
}

@Module({ controllers: [GreetingsController] })
export class GreetingsModule {}
