import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsDate,
  IsEmail,
  IsEnum,
  IsInt,
  IsISO4217CurrencyCode,
  IsNumber,
  IsOptional,
  IsPositive,
  IsString,
  IsUUID,
  Length,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import fc from 'fast-check';
import { Enum, ArrayOf, MapOf, TupleOf } from '../../../../decorators/types.js';
import { Required, WriteOnly } from '../../../../decorators/annotations.js';
import { generic } from '../../../../src/documents/model/type/generic.js';
import {
  IntersectionType,
  OmitType,
  PartialType,
  PickType,
} from '../../../../src/documents/model/mapped-types.js';
import type { Constructor } from '../../../../src/shared/types.js';
import {
  counts,
  dates,
  instancesOf,
  listsOf,
  mapsOf,
  serializeCase,
  texts,
  words,
  type SerializeCase,
} from './case.js';

/** Classes as services have them. */

enum Status {
  Open = 'open',
  Shipped = 'shipped',
}

class Money {
  @IsInt() @Min(0) amount!: number;
  @IsISO4217CurrencyCode() currency!: string;
}
class Address {
  @IsString() @Length(1, 60) street!: string;
  @Expose({ name: 'postal_code' }) @IsString() postalCode!: string;
}
class Customer {
  @IsUUID() id!: string;
  @IsEmail() email!: string;
  @WriteOnly() @IsString() password!: string;
  @Exclude() @IsString() passwordHash!: string;
  @ValidateNested() @Type(() => Address) address!: Address;
}
class OrderItem {
  @IsString() @Length(1, 20) sku!: string;
  @IsInt() @IsPositive() @Max(99) quantity!: number;
  @ValidateNested() @Type(() => Money) price!: Money;
}
class Order {
  @IsUUID() id!: string;
  @Enum(Status, { name: 'Status' }) @IsEnum(Status) status!: Status;
  @ValidateNested() @Type(() => Customer) customer!: Customer;
  @ArrayNotEmpty() @ValidateNested({ each: true }) @Type(() => OrderItem) items!: OrderItem[];
  @Expose({ name: 'created_at' }) @Type(() => Date) @IsDate() createdAt!: Date;
  @Expose({ groups: ['staff'] }) @IsOptional({ always: true }) @IsString({ always: true }) margin?: string;
  @Expose() @IsInt() get total(): number {
    return this.items.reduce((sum, { price, quantity }) => sum + price.amount * quantity, 0);
  }
}
const money = instancesOf(Money, { amount: counts, currency: fc.constantFrom('EUR', 'USD') });
const addresses = instancesOf(Address, { street: words, postalCode: texts });
const customers = instancesOf(Customer, {
  id: fc.uuid({ version: 4 }),
  email: fc.constant('ada@example.com'),
  password: texts,
  passwordHash: texts,
  address: addresses,
});
const items = instancesOf(OrderItem, { sku: words, quantity: fc.integer({ min: 1, max: 99 }), price: money });
const order = {
  id: fc.uuid({ version: 4 }),
  status: fc.constantFrom(...Object.values(Status)),
  customer: customers,
  items: fc.array(items, { minLength: 1, maxLength: 4 }),
  createdAt: dates,
  margin: texts,
};

class Employee {
  @IsString() name!: string;
  @Exclude({ toPlainOnly: true }) manager?: Employee;
  @ValidateNested({ each: true }) @Type(() => Employee) reports: Employee[] = [];
}
/** Three levels of them. */
function employeesAt(depth: number): fc.Arbitrary<Employee> {
  const reports = depth === 0 ? fc.constant([]) : fc.array(employeesAt(depth - 1), { maxLength: 3 });
  return fc.record({ name: texts, reports }).map((values) => {
    const boss = Object.assign(new Employee(), values);
    // The way back would be a cycle, were it not excluded.
    for (const report of values.reports) report.manager = boss;
    return boss;
  });
}

abstract class Shape {
  @IsString() color!: string;
}
class Circle extends Shape {
  @IsNumber() radius!: number;
}
class Square extends Shape {
  @Expose({ name: 'side_length' }) @IsNumber() side!: number;
}
class Drawing {
  @ValidateNested({ each: true })
  @Type(() => Shape, {
    keepDiscriminatorProperty: true,
    discriminator: {
      property: 'type',
      subTypes: [
        { value: Circle, name: 'circle' },
        { value: Square, name: 'square' },
      ],
    },
  })
  shapes!: Shape[];
}
const shapes = fc.oneof(
  instancesOf(Circle, { color: words, radius: counts }),
  instancesOf(Square, { color: words, side: counts }),
);

class Reading {
  @TupleOf(() => [Number, Number]) position!: [number, number];
  @MapOf(() => Number) values!: Map<string, number>;
  @Transform(({ value }: { value: number }) => value / 10, { toPlainOnly: true }) @IsInt() tenths!: number;
  @IsOptional() @IsBoolean() final?: boolean;
}

@Exclude()
class Profile {
  @Expose() @IsString() handle!: string;
  @Expose() @IsOptional() @ValidateNested() @Type(() => Address) home?: Address;
  @Expose({ name: 'tags' }) @IsArray() @IsString({ each: true }) labels!: string[];
  @IsString() token!: string;
}

@Required()
class View {
  @ArrayOf(() => String) lines!: string[];
  @Expose() get count(): number {
    return this.lines.length;
  }
}

const PageOf = generic('PageOf', <T>(item: Constructor<T>) => {
  class Page {
    @ValidateNested({ each: true }) @Type(() => item) @ArrayOf(() => item) items!: T[];
    @IsInt() total!: number;
  }
  return Page;
});
const MoneyPage = PageOf(Money) as new () => { items: Money[]; total: number };

class Patch extends PartialType(Address) {}
class Contact extends PickType(Customer, ['email', 'passwordHash', 'address']) {}
class Listed extends OmitType(Order, ['customer', 'items', 'total']) {}
class Both extends IntersectionType(Address, Money) {}

export const realistic: readonly SerializeCase[] = [
  serializeCase(Order, order, {
    optional: ['margin'],
    views: [{}, { groups: ['staff'] }],
    adjust: ({ customer, ...plain }) => {
      const { password: _, ...rest } = customer as Record<string, unknown>;
      return { ...plain, customer: rest };
    },
  }),
  { target: Employee, instances: employeesAt(2) },
  serializeCase(Drawing, { shapes: listsOf(shapes) }),
  serializeCase(
    Reading,
    { position: fc.tuple(counts, counts), values: mapsOf(counts), tenths: counts, final: fc.boolean() },
    { optional: ['final'] },
  ),
  serializeCase(
    Profile,
    { handle: texts, home: addresses, labels: listsOf(texts), token: texts },
    { optional: ['home'] },
  ),
  serializeCase(View, { lines: listsOf(texts) }),
  serializeCase(MoneyPage, { items: listsOf(money), total: counts }),
  serializeCase(Patch, { street: words, postalCode: texts }, { optional: ['street', 'postalCode'] }),
  serializeCase(Contact, {
    email: order.customer.map(({ email }) => email),
    passwordHash: texts,
    address: addresses,
  }),
  serializeCase(Listed, { id: order.id, status: order.status, createdAt: dates }, {}),
  serializeCase(Both, { street: words, postalCode: texts, amount: counts, currency: fc.constant('EUR') }),
];
