import { Body, Controller, Module, Post, ValidationPipe, type ValidationPipeOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { plainToInstance, Transform, Type } from 'class-transformer';
import { IsInt, ValidateNested } from 'class-validator';
import { Returns } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/index.js';

// A member that arrives as JSON text, as in a multipart form. The note `looser-rule` describes what validates it.

class Item {
  @IsInt() count!: number;
}

class Parsed {
  @ValidateNested()
  @Type(() => Item)
  @Transform(({ value }) => JSON.parse(value as string) as unknown, { toClassOnly: true })
  item!: Item;
}

class ParsedList {
  @ValidateNested({ each: true })
  @Type(() => Item)
  @Transform(({ value }) => JSON.parse(value as string) as unknown, { toClassOnly: true })
  item!: Item[];
}

/** What the note recommends. */
class Created {
  @ValidateNested()
  @Type(() => Item)
  @Transform(({ value }) => plainToInstance(Item, JSON.parse(value as string)), { toClassOnly: true })
  item!: Item;
}

class CreatedList {
  @ValidateNested({ each: true })
  @Type(() => Item)
  @Transform(({ value }) => plainToInstance(Item, JSON.parse(value as string)), { toClassOnly: true })
  item!: Item[];
}

@Controller()
class Orders {
  @Post('parsed') @Returns(null) parsed(@Body() body: Parsed): string {
    return answer(body);
  }
  @Post('parsed-list') @Returns(null) parsedList(@Body() body: ParsedList): string {
    return answer(body);
  }
  @Post('created') @Returns(null) created(@Body() body: Created): string {
    return answer(body);
  }
  @Post('created-list') @Returns(null) createdList(@Body() body: CreatedList): string {
    return answer(body);
  }
}

const answer = ({ item }: { readonly item: unknown }): string => JSON.stringify(item);

@Module({ controllers: [Orders] })
class App {}

const INVALID = { count: 'x' };
const VALID = { count: 1 };

interface Row {
  readonly options: ValidationPipeOptions;
  /** What the note says of objects without a class. */
  readonly note: string;
  /** The responses to an invalid, a valid and an empty object without a class: the status, or what the handler got. */
  readonly parsed: readonly [invalid: unknown, valid: unknown, empty: unknown];
}

const ROWS: Readonly<Record<string, Row>> = {
  'the usual pipe': {
    options: { transform: true },
    note: '@ValidateNested validates no object that it returns without a class',
    parsed: [INVALID, VALID, {}],
  },
  whitelist: {
    options: { transform: true, whitelist: true },
    note: '@ValidateNested removes every member of an object that it returns without a class',
    parsed: [{}, {}, {}],
  },
  forbidNonWhitelisted: {
    options: { transform: true, whitelist: true, forbidNonWhitelisted: true },
    note: '@ValidateNested rejects every object with members that it returns without a class',
    parsed: [400, 400, {}],
  },
  forbidUnknownValues: {
    options: { transform: true, forbidUnknownValues: true },
    note: '@ValidateNested rejects every object that it returns without a class',
    parsed: [400, 400, 400],
  },
};

describe.each(Object.entries(ROWS))('%s', (_, { options, note, parsed }) => {
  test('treats nested results of @Transform as the note says', async () => {
    const app = await NestFactory.create(App, { logger: false });
    app.useGlobalPipes(new ValidationPipe(options));
    await app.listen(0, '127.0.0.1');
    const origin = await app.getUrl();
    const send = async (path: string, value: unknown): Promise<unknown> => {
      const response = await fetch(`${origin}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ item: JSON.stringify(value) }),
      });
      return response.status === 201 ? response.json() : response.status;
    };
    const outcomes = async (path: string, wrap: (value: unknown) => unknown): Promise<unknown[]> =>
      Promise.all([INVALID, VALID, {}].map((value) => send(path, wrap(value))));
    const list = (value: unknown): unknown => (typeof value === 'number' ? value : [value]);
    try {
      expect(await outcomes('parsed', (value) => value)).toEqual(parsed);
      expect(await outcomes('parsed-list', list)).toEqual(parsed.map(list));
      // Its remedy works under each of the options.
      expect(await outcomes('created', (value) => value)).toEqual([400, VALID, 400]);
      expect(await outcomes('created-list', list)).toEqual([400, [VALID], 400]);
      const notes = nestDocs(app, { info: { title: 'Orders', version: '1' } })
        .diagnostics({ notes: true })
        .filter(({ message }) => message.includes(note));
      expect(notes.flatMap(({ code, places }) => places.map((place) => `${code} ${place}`))).toEqual(
        ['Parsed', 'ParsedList', 'Created', 'CreatedList'].map((name) => `looser-rule ${name}.item`),
      );
    } finally {
      await app.close();
    }
  });
});
