import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  type INestApplication,
  Injectable,
  Module,
  Param,
  ParseIntPipe,
  Post,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { IsInt, IsString, Length } from 'class-validator';
import { mcpCaller, mcpServer, type McpServer } from '../../../src/mcp/index.js';
import { nestDocs } from '../../../src/nest/index.js';
import { connectDirectly } from './servers.js';

class NewCat {
  @IsString() @Length(2, 20) name!: string;
  @IsInt() age!: number;
}

@Injectable()
class Guarded implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<{ headers: Record<string, string | undefined> }>();
    return request.headers.authorization === 'Bearer of-ada' && mcpCaller(request)?.clientId === 'agent';
  }
}

@Controller('cats')
class CatsController {
  @Get(':id')
  findOne(@Param('id', ParseIntPipe) id: number): { id: number } {
    return { id };
  }

  @Post()
  @UseGuards(Guarded)
  create(@Body() cat: NewCat): NewCat {
    return cat;
  }
}

@Module({ controllers: [CatsController], providers: [Guarded] })
class AppModule {}

const ADAPTERS = { Express: ExpressAdapter, Fastify: FastifyAdapter };

describe.each(Object.keys(ADAPTERS) as (keyof typeof ADAPTERS)[])(
  'Nest on %s, which does not listen',
  (platform) => {
    let app: INestApplication;
    let mcp: McpServer;
    const authInfo = { token: 'of-ada', clientId: 'agent', scopes: [] };
    const call = async (
      tool: string,
      given: Record<string, unknown>,
      caller?: typeof authInfo,
    ): Promise<{ isError?: boolean; structuredContent?: unknown; text: string }> => {
      const found = mcp.tools.find(({ name }) => name.toLowerCase().includes(tool));
      const client = await connectDirectly(mcp, { authInfo: { authInfo: caller } });
      const result = await client.callTool({ name: found!.name, arguments: given });
      const [content] = result.content as { text: string }[];
      return { ...result, text: content!.text } as never;
    };

    beforeAll(async () => {
      app = await NestFactory.create(AppModule, new ADAPTERS[platform](), { logger: false });
      app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
      await app.init();
      await (app.getHttpAdapter().getInstance() as { ready?: () => Promise<unknown> }).ready?.();
      mcp = mcpServer(nestDocs(app, { info: { title: 'Cats', version: '1' } }), {
        httpServer: app.getHttpServer() as never,
      });
    });
    afterAll(() => app.close());

    test('a call passes its guards and pipes', async () => {
      const cat = { name: 'Tom', age: 3 };
      const created = await call('create', { body: { ...cat, isAdmin: true } }, authInfo);
      expect(created.structuredContent).toEqual(cat);
      const wrong = await call('create', { body: { name: 'T', age: 3 } }, authInfo);
      expect([wrong.isError, wrong.text]).toEqual([
        true,
        expect.stringMatching(/^400 .*name must be longer/s),
      ]);
      expect((await call('findone', { params: { id: 7 } })).structuredContent).toEqual({ id: 7 });
      expect((await call('findone', { params: { id: 'a' } })).text).toMatch(/^400 /);
    });

    test('a caller without the token is refused by the guard', async () => {
      expect((await call('create', { body: { name: 'Tom', age: 3 } })).text).toMatch(/^403 /);
      expect((await call('create', { body: {} }, { ...authInfo, token: 'of-eve' })).text).toMatch(/^403 /);
    });

    test('200 calls at once', async () => {
      const calls = Array.from({ length: 200 }, (_, id) => call('findone', { params: { id } }));
      const ids = (await Promise.all(calls)).map(({ structuredContent }) => structuredContent);
      expect(ids).toEqual(Array.from({ length: 200 }, (_, id) => ({ id })));
    });
  },
);
