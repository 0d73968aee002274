import { Expose, Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { OneOf, Webhook } from '../../../../src/index.js';
import { Message } from '../../../../src/webhooks/messages/index.js';
import type { JsonOptions } from '../../../../src/webhooks/messages/body.js';
import { snapshotOf } from '../../../../src/webhooks/messages/message.js';

class Line {
  @IsString() sku!: string;
}

@Webhook('order.shipped')
class OrderShipped {
  @IsInt() id = 1;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Line) lines?: Line[];
}

const warned = jest.spyOn(process, 'emitWarning').mockReturnValue(undefined);
afterEach(() => warned.mockClear());

const sent = (value: object, options?: JsonOptions): unknown =>
  JSON.parse(Buffer.from(snapshotOf(new Message().setJSON(value, options)).bytes).toString());
const leaking = (): OrderShipped =>
  Object.assign(new OrderShipped(), { passwordHash: 'x', lines: [{ sku: 'a', cost: 1 }] });
const DOCUMENTED = { id: 1, lines: [{ sku: 'a' }] };

it('omits undocumented members, and warns once', () => {
  expect(sent(leaking())).toEqual(DOCUMENTED);
  const messages = warned.mock.calls.map(([message]) => String(message));
  expect(messages.filter((message) => message.includes('documented'))).toEqual([
    expect.stringContaining('OrderShipped.lines.0.cost is not documented. Give it a decorator') as string,
    expect.stringContaining('OrderShipped.passwordHash is not documented') as string,
  ]);
  warned.mockClear();
  expect(sent(leaking())).toEqual(DOCUMENTED);
  expect(warned).not.toHaveBeenCalled();
});

it('writes a discriminator that the class of the instance does not have', () => {
  class Payment {
    @OneOf(() => [OrderShipped, Line], {
      discriminator: { propertyName: 'kind', mapping: { order: OrderShipped, line: Line } },
    })
    of!: OrderShipped | Line;
  }
  const value = Object.assign(new Payment(), { of: Object.assign(new Line(), { sku: 'a', cost: 1 }) });
  expect(sent(value)).toEqual({ of: { sku: 'a', kind: 'line' } });
  expect(() =>
    sent(Object.assign(new Payment(), { of: new Line() }), { undocumentedProperties: 'throw' }),
  ).not.toThrow();
});

it('applies to every instance in an envelope, at any depth', () => {
  const event = leaking();
  expect(sent({ any: 'thing', events: [event, event], of: new Map([['a', event]]) })).toEqual({
    any: 'thing',
    events: [DOCUMENTED, DOCUMENTED],
    of: { a: DOCUMENTED },
  });
});

it('fails the delivery, or sends everything, where it is asked to', () => {
  expect(() => sent(leaking(), { undocumentedProperties: 'throw' })).toThrow('is not documented');
  expect(sent(leaking(), { undocumentedProperties: 'keep' })).toEqual({
    id: 1,
    passwordHash: 'x',
    lines: [{ sku: 'a', cost: 1 }],
  });
});

it('sends an instance of another class as the declared class documents it', () => {
  class Customer {
    @Expose({ name: 'full_name' }) @IsString() fullName!: string;
  }
  class CustomerRow {
    @IsString() fullName = 'Ada';
    @IsString() passwordHash = 'x';
  }
  class Welcome {
    @Type(() => Customer) customer!: Customer;
  }
  const welcome = Object.assign(new Welcome(), { customer: new CustomerRow() });
  expect(sent(welcome)).toEqual({ customer: { full_name: 'Ada' } });
});

it('leaves values without a documented class as they are', () => {
  class Bare {
    a = 1;
  }
  expect(sent({ x: { y: 1 }, bare: new Bare(), at: new Date(0) })).toEqual({
    x: { y: 1 },
    bare: { a: 1 },
    at: '1970-01-01T00:00:00.000Z',
  });
});
