import { Controller, Get, Module, Version, VERSION_NEUTRAL, VersioningType } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { nestDocs } from '../../../src/nest/nest-docs.js';

// Express asks routes in their order, and one of every version answers each request. Fastify prefers the version.

@Controller('neutral')
class Neutral {
  @Version(VERSION_NEUTRAL) @Get() every(): string {
    return 'every';
  }
  @Version('2') @Get() second(): string {
    return 'second';
  }
}

@Controller('plain')
class Plain {
  @Get() every(): string {
    return 'every';
  }
  @Version('2') @Get() second(): string {
    return 'second';
  }
}

@Controller('last')
class Last {
  @Version('2') @Get() second(): string {
    return 'second';
  }
  @Version(VERSION_NEUTRAL) @Get() every(): string {
    return 'every';
  }
}

@Module({ controllers: [Neutral, Plain, Last] })
class App {}

test.each([
  ['Express', () => new ExpressAdapter(), { neutral: 'every', plain: 'every', last: 'second' }],
  ['Fastify', () => new FastifyAdapter(), { neutral: 'second', plain: 'second', last: 'second' }],
])('documents the handler that responds to the latest version, on %s', async (_, adapter, expected) => {
  const app = await NestFactory.create(App, adapter() as never, { logger: false });
  app.enableVersioning({ type: VersioningType.HEADER, header: 'x-version' });
  const docs = nestDocs(app, { info: { title: 'T', version: '1' }, diagnostics: 'silent' });
  await app.listen(0, '127.0.0.1');
  const origin = await app.getUrl();
  for (const [path, name] of Object.entries(expected)) {
    const ran = await (await fetch(`${origin}/${path}`, { headers: { 'x-version': '2' } })).text();
    const { summary } = docs.buildSpec().paths[`/${path}`]!.get!;
    expect([path, ran, summary?.toLowerCase()]).toEqual([path, name, name]);
  }
  const hidden = docs.diagnostics().filter(({ message }) => message.includes('for every version'));
  expect(hidden.flatMap(({ code, places }) => [code, ...places])).toEqual(
    expected.plain === 'every'
      ? ['unreachable-route', 'Neutral.second', 'unreachable-route', 'Plain.second']
      : [],
  );
  await app.close();
});
