import { Body, Controller, Get, Module, Post, ValidationPipe, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiCreatedResponse, ApiExtraModels, ApiOkResponse, ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { readMigration } from '../../../../src/tools/migrate/migrate.js';

class Author {
  @ApiProperty() name!: string;
}

class Article {
  @ApiProperty({ readOnly: true }) id!: number;
  @ApiProperty({ type: () => [Author] }) authors!: Author[];
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) published!: Date | null;
}

class Note {
  @ApiProperty({ description: 'Shown to all' }) @IsString() text!: string;
  @ApiProperty({ type: [String] }) tags!: string[];
}

class Page {
  @ApiProperty() total!: number;
}

@ApiExtraModels(Page, Article)
@Controller('articles')
class ArticlesController {
  @Get()
  @ApiOkResponse({ type: [Article] })
  list(): Article[] {
    return [];
  }

  @Post('notes')
  @ApiCreatedResponse({ type: Note })
  add(@Body() note: Note): Note {
    return note;
  }
}

@Module({ controllers: [ArticlesController] })
class ArticlesModule {}

describe('readMigration of an application whose pipe removes properties without a rule', () => {
  let app: INestApplication;
  let words: Map<string, { readonly needed: readonly string[]; readonly proven: boolean }>;

  beforeAll(async () => {
    app = await NestFactory.create(ArticlesModule, { logger: false, preview: true });
    app.useGlobalPipes(new ValidationPipe({ whitelist: true }));
    const info = { title: 'Articles', version: '1.0' };
    words = new Map(
      readMigration(app, { info }).words.map(({ owner, property, needed, proven }) => [
        `${owner.name}.${property}`,
        { needed, proven },
      ]),
    );
  });

  afterAll(() => app.close());

  it('compares a class of responses only in responses', () => {
    expect(words.get('Article.authors')).toEqual({ needed: ['required', 'type'], proven: true });
    expect(words.get('Author.name')).toEqual({ needed: ['required'], proven: true });
    expect(words.get('Article.published')).toEqual({
      needed: ['required', 'type', 'format', 'nullable'],
      proven: true,
    });
    expect(words.get('Page.total')).toEqual({ needed: ['required'], proven: true });
    expect(words.get('Article.id')).toEqual({ needed: ['required', 'readOnly'], proven: true });
  });

  it('compares a class of both in both', () => {
    expect(words.get('Note.text')).toEqual({ needed: ['description'], proven: true });
    expect(words.get('Note.tags')).toMatchObject({ proven: false });
  });
});
