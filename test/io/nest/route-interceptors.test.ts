import {
  type CallHandler,
  ClassSerializerInterceptor,
  Controller,
  type ExecutionContext,
  Get,
  Module,
  type NestInterceptor,
  Post,
  Res,
  type Type,
  UploadedFile,
  UseInterceptors,
} from '@nestjs/common';
import { APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { FileInterceptor } from '@nestjs/platform-express';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { IsInt } from 'class-validator';
import { map, Observable, of, tap } from 'rxjs';
import { Returns } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/nest-docs.js';

class Cat {
  @IsInt() age!: number;
}

class Passing implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(tap(() => undefined));
  }
}

class Wrapping implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((data: unknown) => ({ data })));
  }
}

class Replacing implements NestInterceptor {
  intercept(): Observable<unknown> {
    return of({ data: 1 });
  }
}

/** Like that of @nestjs/cache-manager. */
class CacheInterceptor implements NestInterceptor {
  trackBy(): string {
    return 'key';
  }
  async intercept(_: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const known = await Promise.resolve(this.trackBy() === '' ? { age: 3 } : undefined);
    return known === undefined ? next.handle() : of(known);
  }
}

class OwnCache extends CacheInterceptor {}

const KNOWN = of({ data: 1 });

/** Like that of nestjs-i18n. */
class Entering implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const enter = async (run: () => Promise<unknown>): Promise<void> => void (await run());
    if ((await Promise.resolve(context)) === undefined) return next.handle();
    return new Observable((observer) => {
      void enter(async () => {
        await Promise.resolve();
        return next.handle().subscribe(observer);
      });
    });
  }
}

class Awaiting implements NestInterceptor {
  async intercept(_: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const known = await Promise.resolve(KNOWN);
    if (known === KNOWN) return known;
    return next.handle();
  }
}

class Observing implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return new Observable((observer) => {
      next.handle().subscribe({
        next: (data) => {
          observer.next({ data });
          observer.complete();
        },
      });
    });
  }
}

const passing: NestInterceptor = { intercept: (_, next) => next.handle() };
const wrapping: NestInterceptor = {
  intercept: (_, next) => next.handle().pipe(map((data: unknown) => ({ data }))),
};

const LEVELS = ['route', 'controller', 'global', 'APP_INTERCEPTOR'] as const;

/** Each interceptor, and whether it changes the answer. */
const INTERCEPTORS: readonly (readonly [string, Type<NestInterceptor> | NestInterceptor, boolean])[] = [
  ['passes results on', Passing, false],
  ['wraps results', Wrapping, true],
  ['is an instance that wraps results', new Wrapping(), true],
  ['replaces results', Replacing, true],
  ['passes results on, by a function', passing, false],
  ['wraps results, by a function', wrapping, true],
  ['runs the handler in a context', Entering, false],
  ['waits, and replaces results', Awaiting, true],
  ['observes results, and wraps them', Observing, true],
  ['serializes results', ClassSerializerInterceptor, false],
  ['sends cached results', CacheInterceptor, false],
  ['extends one that sends cached results', OwnCache, false],
  ['reads files', FileInterceptor('file'), false],
];

function moduleOf(
  level: (typeof LEVELS)[number],
  interceptor: Type<NestInterceptor> | NestInterceptor,
): Type {
  @Controller('cats')
  class Cats {
    @Post() post(@UploadedFile() _file: unknown): Cat {
      return Object.assign(new Cat(), { age: 3 });
    }
  }
  const descriptor = Object.getOwnPropertyDescriptor(Cats.prototype, 'post')!;
  if (level === 'route') UseInterceptors(interceptor)(Cats.prototype, 'post', descriptor);
  if (level === 'controller') UseInterceptors(interceptor)(Cats);
  class App {}
  const provided = typeof interceptor === 'function' ? { useClass: interceptor } : { useValue: interceptor };
  const providers = level === 'APP_INTERCEPTOR' ? [{ provide: APP_INTERCEPTOR, ...provided }] : [];
  Module({ controllers: [Cats], providers })(App);
  return App;
}

describe.each(LEVELS)('an interceptor of level %s that', (level) => {
  test.each(INTERCEPTORS)('%s', async (_, interceptor, changes) => {
    const app = await NestFactory.create(moduleOf(level, interceptor), { logger: false });
    if (level === 'global') {
      const instance =
        typeof interceptor !== 'function'
          ? interceptor
          : interceptor === ClassSerializerInterceptor
            ? new ClassSerializerInterceptor(app.get('Reflector'))
            : new interceptor();
      app.useGlobalInterceptors(instance);
    }
    const info = { title: 'Cats', version: '1' };
    const codes = (routes: object): unknown[] =>
      nestDocs(app, { info, routes })
        .diagnostics()
        .filter(({ code }) => code.endsWith('-interceptor') && code !== 'unread-interceptor')
        .map(({ code, severity, places }) => [code, severity, places]);
    await app.listen(0, '127.0.0.1');
    const origin = (await app.getUrl()).replace('[::1]', '127.0.0.1');
    const answer = await (await fetch(`${origin}/cats`, { method: 'POST' })).json();
    expect(Object.keys(answer as object)).toEqual([changes ? 'data' : 'age']);
    const isOwn = level === 'route' || level === 'controller';
    const name = typeof interceptor === 'function' ? interceptor.name : interceptor.constructor.name;
    const expected = isOwn
      ? ['route-interceptor', 'warning', ['Cats.post']]
      : ['global-interceptor', 'warning', [name]];
    expect(codes({})).toEqual(changes ? [expected] : []);
    expect(codes({ wrap: (type: unknown) => type })).toEqual([]);
    await app.close();
  });
});

@Controller('dogs')
@UseInterceptors(Wrapping)
class Dogs {
  @Get('declared') @Returns(Cat) declared(): unknown {
    return { age: 3 };
  }
  @Get('twice') @UseInterceptors(Wrapping, new Wrapping(), Passing) twice(): Cat {
    return { age: 3 };
  }
  @Get('hidden') @ApiExcludeEndpoint() hidden(): Cat {
    return { age: 3 };
  }
  @Get('sent') @Returns(Cat) sent(@Res() response: { send(body: unknown): void }): void {
    response.send({ age: 3 });
  }
}

@Module({ controllers: [Dogs] })
class DogsModule {}

test.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('reports an interceptor once for all handlers that it wraps, on %s', async (_, adapter) => {
  const app = await NestFactory.create(DogsModule, adapter() as never, { logger: false });
  const docs = nestDocs(app, { info: { title: 'Dogs', version: '1' } });
  const reported = docs.diagnostics().filter(({ code }) => code === 'route-interceptor');
  expect(reported.map(({ places }) => places)).toEqual([['Dogs.declared', 'Dogs.twice']]);
  expect(reported[0]?.message).toMatch(/^Wrapping runs around /);
  await app.close();
});
