import { Exclude, Expose, instanceToPlain, Transform, Type } from 'class-transformer';
import { IsInt, IsString, validate, ValidateNested } from 'class-validator';
import { serialize } from '../src/serialize/serialize.js';
import { checkInstances } from '../src/webhooks/messages/validate-payload.js';

/** A value to serialize, and how often it is done at a time. */
export interface BenchCase {
  readonly name: string;
  readonly value: object;
  readonly batch: number;
  /** Rules stand on it, so that checking it before a send means something. */
  readonly isValidated: boolean;
}

export { checkInstances, instanceToPlain, serialize, validate };

class Flat {
  @IsString() id = 'f1';
  @IsString() name = 'Ada';
  @IsInt() count = 3;
  @Expose({ name: 'created_at' }) createdAt = new Date(0);
  @Exclude() secret = 's';
}

class Money {
  @IsInt() amount = 1999;
  @IsString() currency = 'EUR';
}
class Item {
  @IsString() sku = 'A-1';
  @IsInt() quantity = 2;
  @ValidateNested() @Type(() => Money) price = new Money();
}
class Address {
  @IsString() street = 'Ring 1';
  @Expose({ name: 'post_code' }) zip = '1010';
}
class Customer {
  @IsString() name = 'Ada';
  @Exclude() passwordHash = 'x';
  @ValidateNested() @Type(() => Address) address = new Address();
}
class Order {
  @IsString() id = 'o1';
  @ValidateNested() @Type(() => Customer) customer = new Customer();
  @ValidateNested({ each: true }) @Type(() => Item) items = Array.from({ length: 20 }, () => new Item());
  @Type(() => Date) placedAt = new Date(0);
  @Transform(({ value }: { value: string }) => value.toUpperCase()) status = 'open';
  @Expose() get total(): number {
    return this.items.reduce((sum, { quantity, price }) => sum + quantity * price.amount, 0);
  }
}

@Exclude()
class Wide {
  [key: string]: unknown;
}
for (let index = 0; index < 50; index += 1) Expose()(Wide.prototype, `property${index}`);

function wide(): Wide {
  const made = new Wide();
  for (let index = 0; index < 50; index += 1) made[`property${index}`] = index;
  return made;
}

export const cases: readonly BenchCase[] = [
  { name: 'a flat object', value: new Flat(), batch: 2000, isValidated: true },
  { name: 'an order of 20 items', value: new Order(), batch: 100, isValidated: true },
  {
    name: 'a list of 1,000 flat objects',
    value: Array.from({ length: 1000 }, () => new Flat()),
    batch: 4,
    isValidated: false,
  },
  {
    name: '50 exposed properties of a class that excludes all',
    value: wide(),
    batch: 200,
    isValidated: false,
  },
];
