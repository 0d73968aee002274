import {
  type CanActivate,
  Controller,
  type DynamicModule,
  Get,
  type INestApplication,
  Module,
  Post,
  type Type,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ApiBearerAuth } from '@nestjs/swagger';
import { Operation, nestDocs } from '../../../src/nest/index.js';
import type { NestDocsConfig } from '../../../src/nest/nest-options.js';
import { ConfigError } from '../../../src/index.js';
import { importLibrary, prepareLibraries } from '../../support/nest/libraries.js';

interface Throttler {
  readonly ThrottlerModule: { forRoot(limits: object[]): DynamicModule };
  readonly ThrottlerGuard: Type;
  SkipThrottle(skip?: Record<string, boolean>): ClassDecorator & MethodDecorator;
}

interface Passport {
  AuthGuard(name: string): Type<CanActivate>;
  PassportStrategy(strategy: Type, name: string): Type;
}

const ROLES: Readonly<Record<string, boolean>> = { admin: true, guest: false };

/** Like guards of applications: 401 without a token, 403 with one that does not suffice. */
class TokenGuard implements CanActivate {
  canActivate(context: Parameters<CanActivate['canActivate']>[0]): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string | undefined> }>();
    const role = ROLES[headers.authorization?.replace('Bearer ', '') ?? ''];
    if (role === undefined) throw new UnauthorizedException();
    return role;
  }
}

class ClosedGuard implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

/** Creates the application; each of its limits allows the first request of a route. */
async function createApp(adapter: object, preview: boolean): Promise<INestApplication> {
  const { ThrottlerModule, ThrottlerGuard, SkipThrottle } =
    await importLibrary<Throttler>('@nestjs/throttler');
  const { AuthGuard, PassportStrategy } = await importLibrary<Passport>('@nestjs/passport');
  const { Strategy } = await importLibrary<{ Strategy: Type }>('passport-http-bearer');
  class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
    validate(token: string): object | boolean {
      return token in ROLES ? { token } : false;
    }
  }
  class OwnThrottler extends ThrottlerGuard {}
  class BearerGuard extends AuthGuard('bearer') {
    override async canActivate(context: Parameters<CanActivate['canActivate']>[0]): Promise<boolean> {
      return (await super.canActivate(context)) === true;
    }
  }

  class NamedErrorGuard extends AuthGuard('bearer') {
    handleRequest<User>(error: unknown, user: User | false): User {
      if (error !== null || user === false) throw new UnauthorizedException('no token');
      return user;
    }
  }

  class EmptyGuard extends AuthGuard('bearer') {}

  @Controller('limited')
  class LimitedController {
    @Get('plain') plain(): string {
      return 'plain';
    }
    @Get('free') @SkipThrottle({ default: true, daily: true }) free(): string {
      return 'free';
    }
    @Get('partly-free') @SkipThrottle() partlyFree(): string {
      return 'partly free';
    }
    @Get('twice') @UseGuards(OwnThrottler) twice(): string {
      return 'twice';
    }
  }

  @Controller('free')
  @SkipThrottle({ default: true, daily: true })
  class FreeController {
    @Get('plain') plain(): string {
      return 'plain';
    }
    @Get('limited') @SkipThrottle({ daily: false }) limited(): string {
      return 'limited';
    }
    @Get('passport') @UseGuards(AuthGuard('bearer')) passport(): string {
      return 'passport';
    }
    @Get('empty-passport') @UseGuards(EmptyGuard) @ApiBearerAuth() emptyPassport(): string {
      return 'empty passport';
    }
    @Get('own-passport') @UseGuards(BearerGuard) ownPassport(): string {
      return 'own passport';
    }
    @Get('named-error') @UseGuards(NamedErrorGuard) @ApiBearerAuth() namedError(): string {
      return 'named error';
    }
    @Get('passport-and-role') @UseGuards(BearerGuard, TokenGuard) @ApiBearerAuth() withRole(): string {
      return 'passport and role';
    }
    @Get('secured') @UseGuards(TokenGuard) @ApiBearerAuth() secured(): string {
      return 'secured';
    }
    @Get('operation') @UseGuards(TokenGuard) @Operation({ security: ['bearerAuth'] }) operation(): string {
      return 'operation';
    }
    @Get('closed') @UseGuards(ClosedGuard) closed(): string {
      return 'closed';
    }
    @Post('closed') @UseGuards(ClosedGuard) alsoClosed(): string {
      return 'closed';
    }
    @Get('public') @ApiBearerAuth() anyone(): string {
      return 'public';
    }
  }

  @Module({
    imports: [
      ThrottlerModule.forRoot([
        { ttl: 60_000, limit: 1 },
        { name: 'daily', ttl: 90_000, limit: 1 },
      ]),
    ],
    controllers: [LimitedController, FreeController],
    providers: [{ provide: APP_GUARD, useClass: ThrottlerGuard }, BearerStrategy],
  })
  class AppModule {}
  return NestFactory.create(AppModule, adapter as never, { logger: false, preview });
}

const config: NestDocsConfig = { info: { title: 'Guards', version: '1' } };

/** Returns the documented statuses of errors, by path. */
function documentedIn(
  app: INestApplication,
  routes: NestDocsConfig['routes'] = {},
): Record<string, number[]> {
  const { paths } = nestDocs(app, { ...config, routes }).buildSpec();
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => {
      const statuses = Object.keys(item.get?.responses ?? {}).map(Number);
      return [path, statuses.filter((status) => status >= 400)];
    }),
  );
}

beforeAll(prepareLibraries, 300_000);

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('guards, on %s', (_, adapter) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await createApp(adapter(), false);
    await app.listen(0, '127.0.0.1');
  });

  afterAll(() => app.close());

  test('each operation has the statuses that its guards send', async () => {
    const origin = await app.getUrl();
    const documented = documentedIn(app);
    const sent: Record<string, number[]> = {};
    for (const path of Object.keys(documented)) {
      const statuses = new Set<number>();
      for (const token of [undefined, 'guest', 'admin', 'admin', 'admin'])
        statuses.add(
          (await fetch(origin + path, { headers: token ? { authorization: `Bearer ${token}` } : {} })).status,
        );
      sent[path] = [...statuses].filter((status) => status >= 400).sort();
    }
    expect(documented).toEqual({
      '/limited/plain': [429],
      '/limited/free': [],
      '/limited/partly-free': [429],
      '/limited/twice': [429],
      '/free/plain': [],
      '/free/limited': [429],
      '/free/passport': [401],
      '/free/empty-passport': [401],
      '/free/own-passport': [401],
      '/free/named-error': [401],
      '/free/passport-and-role': [401, 403],
      '/free/secured': [401, 403],
      '/free/operation': [401, 403],
      '/free/closed': [403],
      '/free/public': [],
    });
    expect(sent).toEqual(documented);
  });

  test('preview mode gives the same statuses', async () => {
    expect(documentedIn(await createApp(adapter(), true))).toEqual(documentedIn(app));
  });

  test('one note names the guards whose statuses are unknown', () => {
    const notes = (routes: NestDocsConfig['routes']): readonly string[] =>
      nestDocs(app, { ...config, ...(routes && { routes }) })
        .diagnostics({ notes: true })
        .filter(({ code }) => code === 'unknown-guard')
        .map(({ severity, message }) => `${severity} ${message}`);
    expect(notes(undefined)).toEqual([expect.stringMatching(/^info .*: ClosedGuard\. .*guardStatuses/)]);
    expect(notes({ guardStatuses: () => [403] })).toEqual([]);
    expect(notes({ errors: false })).toEqual([]);
  });

  test.each<[unknown, string]>([
    [
      [401],
      'guardStatuses of nestDocs(app, { routes }) needs a function that returns statuses, as in () => [401], not',
    ],
    ['401', 'needs a function that returns statuses'],
    [{ ClosedGuard: [401] }, 'needs a function that returns statuses'],
    [() => 401, 'guardStatuses of nestDocs(app, { routes }) returned 401 for'],
    [() => ['401'], 'Return HTTP statuses, as in [401, 403], or undefined'],
    [() => [200], 'Return HTTP statuses'],
    [() => null, 'Return HTTP statuses'],
  ])('guardStatuses that is not documented throws: %p', (guardStatuses, message) => {
    const routes = { guardStatuses } as NestDocsConfig['routes'] & object;
    expect(() => nestDocs(app, { ...config, routes })).toThrow(ConfigError);
    expect(() => nestDocs(app, { ...config, routes })).toThrow(message);
  });

  test.each<[object, string]>([
    [{ guardsStatuses: () => [401] }, 'has no option guardsStatuses. Did you mean guardStatuses?'],
    [{ include: 'cats' }, 'The option include of nestDocs(app, { routes }) needs a function'],
    [
      { operationId: 'nest-swagger' },
      "The option operationId of nestDocs(app, { routes }) needs 'nestjs-swagger'",
    ],
    [{ tags: ['cats'] }, 'The option tags of nestDocs(app, { routes }) needs a function'],
  ])('options of routes that are not documented throw: %p', (routes, message) => {
    expect(() => nestDocs(app, { ...config, routes })).toThrow(message);
  });

  test('guardStatuses replaces the statuses of the routes for which it returns some', () => {
    const guardStatuses = (guards: readonly { readonly name: string }[]): readonly number[] | undefined =>
      guards.some(({ name }) => name === 'ClosedGuard') ? [404] : undefined;
    expect(documentedIn(app, { guardStatuses })).toMatchObject({
      '/free/closed': [404],
      '/free/secured': [401, 403],
      '/limited/plain': [429],
    });
  });
});

describe.each([true, false])('guards of factories, preview: %p', (preview) => {
  // nestjs-cls adds such a guard and a middleware.
  test.each<[string, CanActivate, string[]]>([
    ['a guard that allows everything', { canActivate: () => true }, ['200']],
    ['a guard that does not', { canActivate: () => Date.now() < 0 }, ['200', '403']],
  ])('%s', async (_, guard, statuses) => {
    @Controller('open')
    class Open {
      @Get() get(): string {
        return 'open';
      }
    }
    @Module({ controllers: [Open], providers: [{ provide: APP_GUARD, useFactory: () => guard }] })
    class App {}
    const app = await NestFactory.create(App, { logger: false, preview });
    const docs = nestDocs(app, { info: { title: 'T', version: '1' } });
    expect(Object.keys(docs.buildSpec().paths['/open']!.get!.responses)).toEqual(statuses);
    const notes = docs.diagnostics({ notes: true }).filter(({ code }) => code === 'unknown-guard');
    expect(notes).toHaveLength(statuses.length - 1);
    if (preview) return;
    await app.listen(0, '127.0.0.1');
    expect(`${(await fetch(`${await app.getUrl()}/open`)).status}`).toBe(statuses.at(-1));
    await app.close();
  });
});
