import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  IsDefined,
  IsInt,
  IsOptional,
  IsString,
  MinLength,
  registerDecorator,
  ValidateNested,
} from 'class-validator';
import { Hidden, WriteOnly } from '../../../../src/index.js';
import { InvalidPayloadError, Message, WebhookChannel } from '../../../../src/webhooks/messages/index.js';
import type { JsonOptions } from '../../../../src/webhooks/messages/body.js';
import type { Prepared } from '../../../../src/webhooks/notifier/channel.js';
import type { WebhookPayload } from '../../../../src/webhooks/messages/payload.js';

const channel = new WebhookChannel({ defaultURL: 'http://a.example/' });

/** What would leave, or which rules refuse it. */
async function prepare(value: unknown, options: JsonOptions = {}): Promise<unknown> {
  const notification = { via: () => ['webhook'], toWebhook: () => new Message().setJSON(value, options) };
  try {
    const prepared = await channel.prepare({ notifiable: undefined, notification, isStored: false });
    return JSON.parse(Buffer.from((prepared as Prepared<WebhookPayload>).payload.body).toString());
  } catch (error) {
    if (!(error instanceof InvalidPayloadError)) throw error;
    return error.violations.map(({ path, rules }) => `${path}: ${rules.join(', ')}`);
  }
}

const make = <T extends object>(type: new () => T, value: object): T => Object.assign(new type(), value);

class Item {
  @IsInt()
  price: unknown;
  @IsString()
  @Exclude()
  supplier: unknown;
}

class Order {
  @IsInt()
  id: unknown;
  @IsString()
  @Exclude()
  note: unknown;
  @IsString()
  @Exclude({ toPlainOnly: true })
  token: unknown;
  @IsString()
  @WriteOnly()
  password: unknown;
  @IsOptional()
  @ValidateNested()
  @Type(() => Item)
  items?: unknown;
  @Exclude()
  @IsDefined()
  @ValidateNested()
  draft: unknown;
}

describe('ignores the rules of members that are not sent', () => {
  test('ignores rules of excluded and write-only properties, nested ones and their contents included', async () => {
    const items = [make(Item, { price: 1 })];
    const draft = make(Item, { price: 'none' });
    expect(await prepare(make(Order, { id: 1, items, draft }))).toEqual({ id: 1, items: [{ price: 1 }] });
    expect(await prepare({ data: [make(Order, { id: 1 })] })).toEqual({ data: [{ id: 1 }] });
  });

  test('rejects members that are sent', async () => {
    const items = [make(Item, { price: 1 }), make(Item, { price: 'x' })];
    expect(await prepare(make(Order, { id: '1', items }))).toEqual(['id: isInt', 'items[1].price: isInt']);
    expect(await prepare({ data: [make(Order, {})] })).toEqual(['data[0].id: isInt']);
  });

  test('validates a property that is excluded from requests only', async () => {
    class Outward {
      @Exclude({ toClassOnly: true })
      @IsInt()
      out: unknown;
    }
    expect(await prepare(make(Outward, {}))).toEqual(['out: isInt']);
  });

  test('validates only the exposed properties of a class with @Exclude', async () => {
    @Exclude()
    class Strict {
      @Expose()
      @IsInt()
      shown: unknown;
      @IsInt()
      other: unknown;
    }
    expect(await prepare(make(Strict, { shown: 1 }))).toEqual({ shown: 1 });
    expect(await prepare(make(Strict, { other: 1 }))).toEqual(['shown: isInt']);
  });

  test('applies the rules of @Hidden members, which are sent but not documented', async () => {
    class WithHidden {
      @Hidden()
      @IsInt()
      internal: unknown;
    }
    expect(await prepare(make(WithHidden, {}))).toEqual(['internal: isInt']);
  });
});

describe('groups and versions', () => {
  class Account {
    @IsString()
    name: unknown;
    @MinLength(8, { groups: ['admin'] })
    code = 'short';
    @IsInt({ always: true })
    id: unknown = 1;
    @Expose({ groups: ['admin'] })
    @IsInt()
    balance: unknown;
    @Expose({ since: 2 })
    @IsInt()
    newer: unknown;
  }
  const account = (value: object) => make(Account, { name: 'Ada', ...value });

  test.each([
    ['a rule of another group', ['public'], undefined, {}, { id: 1, name: 'Ada', code: 'short' }],
    ['a rule of this group', ['admin'], undefined, { balance: 1 }, ['code: minLength']],
    [
      'a property of another group',
      ['public'],
      undefined,
      { code: 'long enough' },
      { id: 1, name: 'Ada', code: 'long enough' },
    ],
    ['a property of this group', ['admin'], undefined, { code: 'long enough' }, ['balance: isInt']],
    ['a rule of no group', ['public'], undefined, { name: 1 }, ['name: isString']],
    ['a rule that always runs', ['public'], undefined, { id: 'x' }, ['id: isInt']],
    ['no groups: every rule runs', undefined, undefined, {}, ['code: minLength']],
    ['a property of a later version', ['public'], 1, {}, { id: 1, name: 'Ada', code: 'short' }],
    ['a property of this version', ['public'], 2, {}, ['newer: isInt']],
  ])('%s', async (_, groups, version, value, expected) => {
    const view = { ...(groups && { groups }), ...(version !== undefined && { version }) };
    // Without a version class-transformer shows what any version shows.
    const rest = version === undefined ? { newer: 2, ...value } : value;
    const shown = Array.isArray(expected) || version !== undefined ? expected : { ...expected, newer: 2 };
    expect(await prepare(account(rest), view)).toEqual(shown);
  });
});

describe('the values that are checked are the values that leave', () => {
  test('rules apply to the instance, not to the result of @Transform', async () => {
    class Priced {
      @IsInt()
      @Transform(({ value }) => String(value), { toPlainOnly: true })
      cents: unknown;
    }
    expect(await prepare(make(Priced, { cents: 5 }))).toEqual({ cents: '5' });
    expect(await prepare(make(Priced, { cents: '5' }))).toEqual(['cents: isInt']);
  });

  test('ignores changes during an asynchronous check', async () => {
    let decide = (): void => undefined;
    class Slow {
      value = 'good';
    }
    registerDecorator({
      name: 'slowly',
      async: true,
      target: Slow,
      propertyName: 'value',
      options: {},
      validator: {
        validate: () => new Promise<boolean>((resolve) => (decide = resolve.bind(undefined, true))),
      },
    });
    const order = make(Order, { id: 1 });
    const preparing = prepare([new Slow(), order]);
    order.id = 'changed afterwards';
    decide();
    expect(await preparing).toEqual([{ value: 'good' }, { id: 1 }]);
  });
});
