import { Controller, Get, Module, Query, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Type } from 'class-transformer';
import { IsInt, IsString, ValidateNested } from 'class-validator';
import { type Config, Docs, response, Returns } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/nest-docs.js';

// Diagnostics of seldom mistakes, each with the place and the remedy.

const INFO = { title: 'T', version: '1' };

class Card {
  @IsString() number!: string;
}
class Payment {
  @ValidateNested()
  @Type((help) => (help?.object.kind === 'card' ? Card : Object))
  by!: object;
}
class Order {
  @IsString() tags!: string[];
}
class Filter {
  @IsInt() page!: number;
}

@Controller({ path: 'cats', host: '*.example.com' })
class Cats {
  @Get() @Returns(null) find(@Query() _filter: Filter): void {
    return undefined;
  }
}

@Module({ controllers: [Cats] })
class App {}

function docsOf(body: typeof Card | typeof Payment | typeof Order, config: Partial<Config> = {}): Docs {
  const docs = new Docs({ info: INFO, ...config });
  return docs.add({ method: 'POST', path: '/items', body, responses: { 204: response('Done') } });
}

async function nestApp(): Promise<Docs> {
  const app = await NestFactory.create(App, { logger: false });
  app.useGlobalPipes(new ValidationPipe({ transform: true, transformOptions: { ignoreDecorators: true } }));
  return nestDocs(app, { info: INFO });
}

test.each<[code: string, place: string, remedy: string, make: () => Docs | Promise<Docs>]>([
  ['dynamic-type', 'Payment.by', '@OneOf(() => [Card, Transfer])', () => docsOf(Payment)],
  ['rule-refuses-list', 'Order.tags', 'Add { each: true }', () => docsOf(Order)],
  [
    'unknown-tag-parent',
    'tags.cats',
    'Did you mean animals?',
    () => docsOf(Card, { openapi: '3.2', tags: [{ name: 'animals' }, { name: 'cats', parent: 'animal' }] }),
  ],
  [
    'unknown-tag-parent',
    'tags.cats',
    'is below the tag itself',
    () => docsOf(Card, { openapi: '3.2', tags: [{ name: 'cats', parent: 'cats' }] }),
  ],
  ['unsupported-host', 'Cats.find', 'Add it to config.servers', nestApp],
  ['unread-validation', 'Cats.find', 'targetMaps or ignoreDecorators', nestApp],
])('%s at %s', async (code, place, remedy, make) => {
  const docs = await make();
  docs.buildSpec();
  expect(docs.diagnostics()).toContainEqual(
    expect.objectContaining({ code, place, message: expect.stringContaining(remedy) }),
  );
});
