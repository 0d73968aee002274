import { Body, Controller, Module, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Exclude, Expose } from 'class-transformer';
import { Allow, IsString } from 'class-validator';
import type { Constructor } from '../../../src/index.js';
import { DocumentPipe, nestDocs } from '../../../src/nest/index.js';

class Field {
  @IsString() name!: string;
  note?: string = undefined;
}
class Excluded {
  @IsString() name!: string;
  @Exclude() note?: string = undefined;
}
class Exposed {
  @IsString() name!: string;
  @Expose() declare note?: string;
}
class Allowed {
  @IsString() name!: string;
  @Allow() note?: string = undefined;
}

const options = { whitelist: true, forbidNonWhitelisted: true };

async function ask(
  target: Constructor,
  pipe: object,
): Promise<{ status: number; codes: string[]; valid: boolean }> {
  @Controller('notes')
  class NotesController {
    @Post() post(@Body() _body: object): object {
      return {};
    }
  }
  Reflect.defineMetadata('design:paramtypes', [target], NotesController.prototype, 'post');
  @Module({ controllers: [NotesController] })
  class AppModule {}
  const app = await NestFactory.create(AppModule, { logger: false });
  app.useGlobalPipes(pipe as ValidationPipe);
  const docs = nestDocs(app, { info: { title: 'Notes', version: '1' } });
  await app.listen(0, '127.0.0.1');
  try {
    const { status } = await fetch(`${await app.getUrl()}/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"a"}',
    });
    const errors = docs.diagnostics().filter(({ severity }) => severity === 'error');
    return {
      status,
      codes: errors.map(({ code, place }) => `${code} ${place}`),
      valid: docs.validate() === null,
    };
  } finally {
    await app.close();
  }
}

describe.each([
  ['ValidationPipe', ValidationPipe],
  ['DocumentPipe', DocumentPipe],
] as const)('under %s', (_, Pipe) => {
  it.each([Field, Excluded, Exposed])('a member that no request contains is an error: %p', async (target) => {
    expect(await ask(target, new Pipe(options))).toEqual({
      status: 400,
      codes: [`every-request-rejected ${target.name}.note`],
      valid: false,
    });
  });

  it.each<[Constructor, object]>([
    [Allowed, options],
    [Field, { whitelist: true }],
  ])('is none with a rule, or if the pipe removes it: %p', async (target, others) => {
    expect(await ask(target, new Pipe(others))).toEqual({ status: 201, codes: [], valid: true });
  });
});
