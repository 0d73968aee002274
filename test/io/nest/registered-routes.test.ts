import {
  All,
  Controller,
  Get,
  Module,
  Post,
  RequestMethod,
  Version,
  VERSION_NEUTRAL,
  VersioningType,
  type VersioningOptions,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { nestDocs } from '../../../src/nest/nest-docs.js';

// Paths that Nest registers must be found in the router as they are documented, or each would be called unreachable.

@Controller()
class Root {
  @Get() root(): string {
    return '';
  }
  @Get('/x/') slashes(): string {
    return '';
  }
  @All('all') all(): string {
    return '';
  }
}

@Controller('Cats/')
class Cats {
  @Get('/') list(): string {
    return '';
  }
  @Post(['one', '/two']) several(): string {
    return '';
  }
  @Get('a.b-c~d') marks(): string {
    return '';
  }
}

@Controller({ path: ['p', '/q/'], version: '1' })
class Versioned {
  @Get() first(): string {
    return '';
  }
  @Version(VERSION_NEUTRAL) @Get('n') neutral(): string {
    return '';
  }
  @Version(['2', '3']) @Get('m') later(): string {
    return '';
  }
}

@Controller({ path: 'host', host: 'a.example.com' })
class OfHost {
  @Get('h') get(): string {
    return '';
  }
}

@Module({ controllers: [Root, Cats, Versioned, OfHost] })
class App {}

const ADAPTERS = { express: () => new ExpressAdapter(), fastify: () => new FastifyAdapter() };
const VERSIONS: Readonly<Record<string, VersioningOptions | undefined>> = {
  none: undefined,
  uri: { type: VersioningType.URI, defaultVersion: '1' },
  header: { type: VersioningType.HEADER, header: 'v' },
};

describe.each(Object.keys(ADAPTERS) as (keyof typeof ADAPTERS)[])(
  'routes of an initialized %s',
  (platform) => {
    test.each(
      ['', 'api', '/api/v/'].flatMap((prefix) => Object.keys(VERSIONS).map((kind) => [prefix, kind])),
    )('are found with the prefix %j and versions by %s', async (prefix = '', kind = 'none') => {
      const app = await NestFactory.create(App, ADAPTERS[platform]() as never, { logger: false });
      if (prefix !== '')
        app.setGlobalPrefix(prefix, { exclude: [{ path: 'all', method: RequestMethod.ALL }, 'Cats/one'] });
      if (VERSIONS[kind] !== undefined) app.enableVersioning(VERSIONS[kind]);
      await app.init();
      const docs = nestDocs(app, { info: { title: 'T', version: '1' }, diagnostics: 'silent' });
      expect(docs.diagnostics().filter(({ code }) => code === 'unreachable-route')).toEqual([]);
      await app.close();
    });
  },
);
