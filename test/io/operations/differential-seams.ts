import { Exclude, Expose, instanceToPlain, Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDate,
  IsInstance,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { ArrayOf, Format, MapOf, Nullable, TypeOf } from '../../../src/index.js';
import type { Constructor } from '../../../src/shared/types.js';

// Classes whose properties differ from what is sent: conversions with a declared type, getters, and discriminators.

/** An amount of an application's own, such as Decimal's. */
export class Money {
  constructor(readonly cents: number) {}
  /** Returns other values as they are, so that the rule rejects them. */
  static readonly parse = (value: unknown): unknown => {
    return typeof value === 'string' && /^\d{1,6}$/.test(value) ? new Money(Number(value)) : value;
  };
  static readonly write = (value: unknown): unknown => {
    return value instanceof Money ? String(value.cents) : value;
  };
}

/** An id that only its own function can make, such as ObjectId's. */
export class Key {
  private constructor(readonly text: string) {}
  static readonly parse = (value: unknown): unknown => {
    if (typeof value !== 'string' || value.length > 5) throw new TypeError('no key');
    return new Key(value);
  };
  static readonly write = (value: unknown): unknown => {
    return value instanceof Key ? value.text : value;
  };
}

const each =
  (convert: (value: unknown) => unknown) =>
  (value: unknown): unknown =>
    Array.isArray(value) ? value.map(convert) : value;
const read = (convert: (value: unknown) => unknown) =>
  Transform(({ value }) => convert(value), { toClassOnly: true });
const write = (convert: (value: unknown) => unknown) =>
  Transform(({ value }) => convert(value), { toPlainOnly: true });
const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

class Price {
  @TypeOf(() => String) @read(Money.parse) @write(Money.write) @IsInstance(Money) amount!: Money;
  @IsInt() @Min(0) size!: number;
}

class Prices {
  @ArrayOf(() => String)
  @read(each(Money.parse))
  @write(each(Money.write))
  @IsArray()
  @IsInstance(Money, { each: true })
  a!: Money[];
  @IsOptional() @TypeOf(() => String) @read(Money.parse) @write(Money.write) @IsInstance(Money) b?: Money;
}

class Keyed {
  @TypeOf(() => String) @read(Key.parse) @write(Key.write) @IsInstance(Key as never) key!: Key;
  @IsOptional() @IsString() @Length(1, 3) a?: string;
}

class NullableKey {
  @TypeOf(() => String)
  @Nullable()
  @IsOptional()
  @read((value) => (value === null ? null : Money.parse(value)))
  @write(Money.write)
  @IsInstance(Money)
  a?: Money | null;
}

/** Arrives as a text, leaves as a number. */
class TextToNumber {
  @TypeOf(() => String, { direction: 'input' })
  @TypeOf(() => Number, { direction: 'output' })
  @read(Number)
  @IsInt()
  @Max(900)
  a!: number;
}

/** Arrives as a number, leaves as a text. */
class NumberToText {
  @TypeOf(() => Number, { direction: 'input' })
  @TypeOf(() => String, { direction: 'output' })
  @write(asText)
  @IsInt()
  a!: number;
  @IsOptional()
  @TypeOf(() => Boolean, { direction: 'input' })
  @TypeOf(() => String, { direction: 'output' })
  @write((value) => (typeof value === 'boolean' ? `it is ${value}` : value))
  @IsBoolean()
  b?: boolean;
}

class Milliseconds {
  @TypeOf(() => Number)
  @read((value) => (typeof value === 'number' ? new Date(value) : value))
  @write((value) => (value instanceof Date ? value.getTime() : value))
  @IsDate()
  a!: Date;
}

class Day {
  @Format('date')
  @TypeOf(() => String)
  @read((value) => (typeof value === 'string' ? new Date(value) : value))
  @write((value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value))
  @IsDate()
  a!: Date;
}

class ListOfText {
  @TypeOf(() => String)
  @read((value) => (typeof value === 'string' ? value.split('-') : value))
  @write((value) => (Array.isArray(value) ? value.join('-') : value))
  @IsArray()
  @ArrayMaxSize(2)
  @IsString({ each: true })
  a!: string[];
}

class Converted {
  @MapOf(() => String)
  @read((value) => (typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : value))
  @write((value) => (value instanceof Map ? Object.fromEntries(value) : value))
  @IsInstance(Map)
  a!: Map<string, string>;
}

class Outer {
  @ValidateNested() @Type(() => Price) a!: Price;
  @IsOptional() @IsArray() @ValidateNested({ each: true }) @Type(() => Keyed) b?: Keyed[];
}

abstract class Shape {
  @IsOptional() @IsString() note?: string;
}
class Circle extends Shape {
  @IsInt() @Min(0) radius!: number;
}
class Square extends Shape {
  @IsInt() @Min(0) side!: number;
}

const shapes = (property: string, circle: unknown, square: unknown) =>
  Type(() => Shape, {
    discriminator: {
      property,
      subTypes: [
        { name: circle as string, value: Circle },
        { name: square as string, value: Square },
      ],
    },
    keepDiscriminatorProperty: true,
  });

class Numbered {
  @ValidateNested() @shapes('kind', 1, 2) a!: Circle | Square;
}
class Flagged {
  @ValidateNested() @shapes('kind', true, false) a!: Circle | Square;
}
class Mixed {
  @IsArray() @ValidateNested({ each: true }) @shapes('kind', 0, 'square') a!: (Circle | Square)[];
}

class Getters {
  @IsString() @Matches(/^[a-z]*$/) a!: string;
  @IsOptional() @IsInt() b?: number;
  @Expose() @IsString() get upper(): string {
    return this.a.toUpperCase();
  }
  @Expose({ name: 'count' }) @IsInt() get length(): number {
    return this.a.length;
  }
  get undocumented(): string {
    return `undocumented ${this.a}`;
  }
}

class ExposedConversion {
  @Exclude({ toPlainOnly: true }) @IsOptional() @IsString() secret?: string;
  @TypeOf(() => String) @read(Money.parse) @write(Money.write) @IsInstance(Money) amount!: Money;
  @Expose() @TypeOf(() => String) @write(Money.write) get twice(): Money {
    return new Money(this.amount.cents * 2);
  }
}

/** Each class, whose number is its place. */
export const SEAMS: readonly Constructor[] = [
  Price,
  Prices,
  Keyed,
  NullableKey,
  TextToNumber,
  NumberToText,
  Milliseconds,
  Day,
  ListOfText,
  Converted,
  Outer,
  Numbered,
  Flagged,
  Mixed,
  Getters,
  ExposedConversion,
];

/** The parameters of a path below a prefix: one is of the prefix. */
class Tenant {
  @TypeOf(() => String) @read(Money.parse) @IsInstance(Money) tenant!: Money;
  @IsInt() @Max(99) id!: number;
}
class KeyedTenant {
  @TypeOf(() => String) @read(Key.parse) @IsInstance(Key as never) id!: Key;
  @IsString() @Length(2, 8) tenant!: string;
}
class NumberedTenant {
  @IsInt() tenant!: number;
  @IsBoolean() id!: boolean;
}

export const TENANTS: readonly Constructor[] = [Tenant, KeyedTenant, NumberedTenant];

/** Returns what class-transformer sends. */
export const sentBy = (instance: object): unknown => instanceToPlain(instance);
