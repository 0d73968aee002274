import { Controller, Get, Injectable, Module, ValidationPipe, type DynamicModule } from '@nestjs/common';
import { APP_PIPE, NestFactory, RouterModule } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { DtospecModule, nestDocs } from '../../../src/nest/index.js';
import { setRouterPaths } from '../../../src/nest/routes.js';

const PREVIEW = { preview: true, logger: false, abortOnError: false } as const;

@Controller('cats')
class Cats {
  @Get() find(): string {
    return 'cats';
  }
}

@Injectable()
class Secrets {
  constructor(readonly titles: { readonly title: string }) {
    throw new Error('A class is not made in preview mode.');
  }
}

class SettingsModule {
  static register(title: string): DynamicModule {
    return {
      module: SettingsModule,
      providers: [
        { provide: 'title', useValue: title },
        { provide: 'info', useFactory: (title: string) => ({ title, version: '2' }), inject: ['title'] },
        { provide: Secrets, useFactory: () => new Secrets({ title }), inject: [] },
      ],
      exports: ['title', 'info', Secrets],
    };
  }
}
Module({})(SettingsModule);

describe('an application in preview mode', () => {
  test('has the configuration and pipes that factories make of values and of other factories', async () => {
    const settings = SettingsModule.register('Cats');
    @Module({
      imports: [
        settings,
        DtospecModule.forRootAsync({
          imports: [settings],
          inject: ['info', { token: 'absent', optional: true }],
          useFactory: (info: { title: string; version: string }, absent: unknown) => ({
            info,
            ...(absent === undefined && { inlineSchemas: true }),
          }),
        }),
      ],
      controllers: [Cats],
      providers: [
        {
          provide: APP_PIPE,
          useFactory: (title: string) => new ValidationPipe({ whitelist: title === 'Cats' }),
          inject: ['title'],
        },
      ],
    })
    class AppModule {}
    const docs = nestDocs(await NestFactory.create(AppModule, PREVIEW));
    expect(docs.buildSpec().info).toEqual({ title: 'Cats', version: '2' });
  });

  test('makes no instance of a class that a factory asks for', async () => {
    const settings = SettingsModule.register('Cats');
    @Module({
      imports: [
        settings,
        DtospecModule.forRootAsync({
          imports: [settings],
          inject: [Secrets],
          useFactory: ({ titles }: Secrets) => ({ info: { title: titles.title, version: '1' } }),
        }),
      ],
      controllers: [Cats],
    })
    class AppModule {}
    const docs = nestDocs(await NestFactory.create(AppModule, PREVIEW));
    expect(docs.buildSpec().info).toEqual({ title: '', version: '' });
  });

  test('has the prefixes of RouterModule in the document of @nestjs/swagger too', async () => {
    @Module({ controllers: [Cats] })
    class CatsModule {}
    @Module({ imports: [CatsModule, RouterModule.register([{ path: 'pets', module: CatsModule }])] })
    class AppModule {}
    const app = await NestFactory.create(AppModule, PREVIEW);
    setRouterPaths(app);
    const theirs = SwaggerModule.createDocument(app, new DocumentBuilder().build());
    const ours = nestDocs(app, { info: { title: 'Cats', version: '1' } }).buildSpec();
    expect([Object.keys(theirs.paths), Object.keys(ours.paths)]).toEqual([['/pets/cats'], ['/pets/cats']]);
  });
});
