import { Body, Controller, Get, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsString } from 'class-validator';
import { nestDocs } from '../../../src/nest/nest-docs.js';
import { DtospecModule } from '../../../src/nest/module.js';

class Cat {
  @IsString() name!: string;
}

/** As esbuild leaves a class: decorators without recorded types. */
function compiledWithoutTypes(): new () => object {
  class Cats {
    create(cat: Cat): Cat {
      return cat;
    }

    find(): Cat {
      return new Cat();
    }
  }
  const { prototype } = Cats;
  Post()(prototype, 'create', Object.getOwnPropertyDescriptor(prototype, 'create')!);
  Get()(prototype, 'find', Object.getOwnPropertyDescriptor(prototype, 'find')!);
  Body()(prototype, 'create', 0);
  Controller('cats')(Cats);
  return Cats;
}

@Controller('dogs')
class Dogs {
  @Get() find(): Cat {
    return new Cat();
  }
}

async function codesOf(controllers: (new () => object)[]): Promise<readonly string[]> {
  class App {}
  Module({ controllers })(App);
  const app = await NestFactory.create(App, { logger: false });
  const docs = nestDocs(app, { info: { title: 'Cats', version: '1' }, diagnostics: 'silent' });
  return docs.diagnostics().map(({ code }) => code);
}

test('an application whose compiler records no types is told so', async () => {
  expect(await codesOf([compiledWithoutTypes()])).toContain('no-recorded-types');
  expect(await codesOf([compiledWithoutTypes(), Dogs])).not.toContain('no-recorded-types');
});

test('DtospecModule without forRoot names it', async () => {
  class App {}
  Module({ imports: [DtospecModule] })(App);
  await expect(NestFactory.create(App, { logger: false, abortOnError: false })).rejects.toThrow(
    /DtospecModule needs a configuration: imports: \[DtospecModule\.forRoot\(/,
  );
});
