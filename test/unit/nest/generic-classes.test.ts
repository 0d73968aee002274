import { Body, Controller, Get, Module, Post, UsePipes, ValidationPipe, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiProperty } from '@nestjs/swagger';
import { IsArray, IsInt, IsOptional, IsString } from 'class-validator';
import { ArrayOf, generic, Required, Returns, type Docs, type TypeInput } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/index.js';

class Cat {
  @IsString() name!: string;
}

abstract class Page<T> {
  @IsArray() items!: T[];
  @IsInt() total!: number;
}
class CatPage extends Page<Cat> {}
class DogPage extends Page<Cat> {}
class TypedPage extends Page<Cat> {
  @ArrayOf(() => Cat) declare items: Cat[];
}

function PageMixin<T>(item: Type<T>): Type<{ items: T[] }> {
  class Mixed {
    @ApiProperty({ type: [item] }) items!: T[];
    @IsArray() rest!: unknown[];
  }
  return Mixed;
}
class MixedCats extends PageMixin(Cat) {}
class MixedPages extends PageMixin(CatPage) {}

const PageOf = generic('PageOf', (item: TypeInput) => {
  class Generic {
    @Required() @ArrayOf(() => item) items!: unknown[];
  }
  return Generic;
});

@Controller('pages')
class Pages {
  @Get('cats') cats(): CatPage {
    return new CatPage();
  }
  @Get('dogs') dogs(): DogPage {
    return new DogPage();
  }
  @Get('typed') typed(): TypedPage {
    return new TypedPage();
  }
  @Get('mixed') mixed(): MixedCats {
    return new MixedCats();
  }
  @Get('more') more(): MixedPages {
    return new MixedPages();
  }
  @Get('generic') @Returns(PageOf(Cat)) generic(): unknown {
    return {};
  }
}

class Note {
  @IsString() text!: string;
  @IsOptional() @IsInt() stars?: number;
}

@Controller('notes')
class Notes {
  @Post('1')
  @UsePipes(new ValidationPipe({ whitelist: true }))
  @Returns(Note)
  first(@Body() note: Note): unknown {
    return note;
  }
  @Post('2')
  @UsePipes(new ValidationPipe({ transform: true }))
  @Returns(Note)
  second(@Body() note: Note): unknown {
    return note;
  }
  @Post('3')
  @UsePipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true }))
  @Returns(Note)
  third(@Body() note: Note): unknown {
    return note;
  }
  @Post('4')
  @UsePipes(new ValidationPipe({ skipMissingProperties: true }))
  @Returns(Note)
  fourth(@Body() note: Note): unknown {
    return note;
  }
}

async function documented(controller: Type): Promise<Docs> {
  class App {}
  Module({ controllers: [controller] })(App);
  return nestDocs(await NestFactory.create(App, { logger: false }), {
    info: { title: 'Pages', version: '1' },
  });
}

const listOf = (items: object): object => ({ type: 'array', items });

describe('generic classes', () => {
  test('keep their items where a mixin, generic() or the subclass names them', async () => {
    const { schemas = {} } = (await documented(Pages)).buildSpec().components ?? {};
    const items = (name: string): unknown => schemas[name]?.properties?.items;
    for (const name of ['TypedPage', 'MixedCats', 'PageOfCat'])
      expect([name, items(name)]).toEqual([name, listOf({ $ref: '#/components/schemas/Cat' })]);
    expect(items('MixedPages')).toEqual(listOf({ $ref: '#/components/schemas/CatPage' }));
    expect(items('CatPage')).toEqual(listOf({}));
  });

  test('are reported once for all subclasses, with the remedy, where nothing names the items', async () => {
    const told = (await documented(Pages)).diagnostics({ notes: true });
    expect(told.map(({ code, places }) => [code, places])).toEqual([
      ['unknown-element-type', ['CatPage.items', 'DogPage.items']],
      ['unknown-element-type', ['MixedCats.rest', 'MixedPages.rest']],
    ]);
    expect(told[0]?.message).toContain(
      'If Page is generic, declare the property again in each class that extends it.',
    );
  });
});

describe('one class under several pipes', () => {
  test('is one component where they agree, and another without a warning where they do not', async () => {
    const docs = await documented(Notes);
    const { paths, components } = docs.buildSpec();
    const bodyOf = (number: number): unknown => JSON.stringify(paths[`/notes/${number}`]?.post?.requestBody);
    expect([1, 2, 3, 4].map((number) => /schemas\/(\w+)/.exec(String(bodyOf(number)))?.[1])).toEqual([
      'Note',
      'Note',
      'NoteInput',
      'NoteInput2',
    ]);
    expect(components?.schemas?.NoteInput).toMatchObject({ additionalProperties: false });
    expect(docs.diagnostics({ notes: true })).toEqual([]);
  });
});
