import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsDate,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import fc from 'fast-check';
import { anyCharacter } from '../../../fixtures/any-character.js';
import { Hidden, Nullable, ReadOnly, WriteOnly } from '../../../../decorators/annotations.js';
import { ArrayOf, MapOf, OneOf, TupleOf, TypeOf } from '../../../../decorators/types.js';
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

/** One class for each thing that the decorators can say. */

class Scalars {
  @IsString() text!: string;
  @IsInt() @Min(0) whole!: number;
  @IsNumber() number!: number;
  @IsBoolean() flag!: boolean;
  @IsOptional() @IsString() maybe?: string;
  @Nullable() @IsOptional() @IsString() nothing!: string | null;
}

class Renamed {
  @Expose({ name: 'post_code' }) @IsString() zip!: string;
  @Expose() @IsString() city!: string;
  @Expose({ name: 'in', toClassOnly: true }) @IsString() inwards!: string;
  @Expose({ name: 'out', toPlainOnly: true }) @IsString() outwards!: string;
}

class Withheld {
  @IsString() shown!: string;
  @Exclude() @IsString() never!: string;
  @Exclude({ toPlainOnly: true }) @IsString() inOnly!: string;
  @Exclude({ toClassOnly: true }) @IsString() outOnly!: string;
  @Exclude() @Expose() @IsString() both!: string;
}

@Exclude()
class OnlyExposed {
  @Expose() @IsString() shown!: string;
  @IsString() hidden!: string;
  @Expose({ toClassOnly: true }) @IsString() inOnly!: string;
  @Expose({ name: 'length' }) @IsInt() get size(): number {
    return this.shown.length;
  }
}

class Computed {
  @IsString() first!: string;
  @IsString() last!: string;
  @Expose() @IsString() get full(): string {
    return `${this.first} ${this.last}`;
  }
  @IsString() get unseen(): string {
    return this.last;
  }
  @Expose({ name: 'initial' }) shorten(): string {
    return this.first.slice(0, 1);
  }
}

class Viewed {
  @IsString() always!: string;
  @Expose({ groups: ['admin'] }) @IsString({ always: true }) admin!: string;
  @Expose({ groups: ['admin', 'user'], name: 'either_one' }) @IsString({ always: true }) either!: string;
  @Expose({ since: 2 }) @IsInt({ always: true }) late!: number;
  @Expose({ until: 2 }) @IsInt({ always: true }) early!: number;
  @Exclude() @IsString() never!: string;
  @Transform(({ value }: { value: string }) => value.length, { toPlainOnly: true, groups: ['admin'] })
  @IsString({ groups: ['user'] })
  measured!: string;
}
const VIEWS = [
  {},
  { groups: ['admin'] },
  { groups: ['user', 'other'], version: 1 },
  { version: 2 },
  { version: 3 },
];

class Transformed {
  @Transform(({ value }: { value: string }) => value.toUpperCase(), { toPlainOnly: true })
  @TypeOf(() => String)
  shouted!: string;
  @Transform(({ value }: { value: Date }) => value.getTime(), { toPlainOnly: true })
  @TypeOf(() => Number)
  stamp!: Date;
  @Transform(({ obj }) => Object.keys(obj as object), { toPlainOnly: true }) keys!: string;
  @Transform(({ value }) => [value], { toPlainOnly: true })
  @Transform(({ value }) => ({ value }), { toPlainOnly: true })
  wrapped!: string;
  @Transform(() => undefined, { toClassOnly: true }) @IsString() inwards!: string;
}

class Coerced {
  @Type(() => String) text!: unknown;
  @Type(() => Number) number!: unknown;
  @Type(() => Boolean) flag!: unknown;
  @Type(() => Date) @IsDate() date!: Date;
  @Type(() => String) list!: unknown[];
}

class Dated {
  @IsDate() at!: Date;
  @IsOptional() @IsDate() maybe?: Date;
  @IsArray() @IsDate({ each: true }) all!: Date[];
}

class Leaf {
  @Expose({ name: 'leaf_name' }) @IsString() name!: string;
  @Exclude() @IsString() secret!: string;
}
const plainValues = fc.anything({ key: words, maxDepth: 2 });
const leaves = instancesOf(Leaf, { name: texts, secret: texts });

class Containers {
  @ValidateNested() @Type(() => Leaf) one!: Leaf;
  @ValidateNested({ each: true }) @Type(() => Leaf) list!: Leaf[];
  @ValidateNested({ each: true }) @Type(() => Leaf) map!: Map<string, Leaf>;
  @ValidateNested({ each: true }) @Type(() => Leaf) set!: Set<Leaf>;
  @ArrayOf(() => [Leaf]) grid!: Leaf[][];
  @MapOf(() => Leaf) record!: Record<string, Leaf>;
  @TupleOf(() => [Leaf, String]) pair!: [Leaf, string];
  @Nullable() @ValidateNested() @IsOptional() @Type(() => Leaf) maybe?: Leaf | null;
}

class Sets {
  @ArrayOf(() => String, { unique: true }) texts!: Set<string>;
  @Type(() => Leaf) leaves!: Set<Leaf>;
  @Type(() => Date) dates!: Set<Date>;
}

class Nulls {
  @IsOptional() @IsString() text!: string | null;
  @IsOptional() @ValidateNested() @Type(() => Leaf) leaf!: Leaf | null;
  @IsOptional() @IsDate() date!: Date | null;
}

class Untyped {
  anything!: unknown;
  @IsObject() object!: object;
  @IsArray() list!: unknown[];
  leaf!: Leaf;
}

class Binary {
  bytes!: Buffer;
  @IsOptional() more?: Uint8Array;
}

class Huge {
  amount!: bigint;
  @ArrayOf(() => BigInt) all!: bigint[];
}

class Sided {
  @ReadOnly() @IsString() id!: string;
  @WriteOnly() @IsString() password!: string;
  @Hidden() @Expose({ name: 'inner' }) note!: string;
  @Hidden() @Exclude() secret!: string;
}

class Base {
  @IsString() id!: string;
  @Exclude() @IsString() secret!: string;
  @Expose({ name: 'base_name' }) @IsString() @MaxLength(40) name!: string;
  @Expose() @IsInt() get idLength(): number {
    return this.id.length;
  }
}
class Middle extends Base {
  @Expose({ name: 'middle_name' }) @IsString() override name = '';
}
class Derived extends Middle {
  @IsInt() own!: number;
  @Exclude({ toClassOnly: true }) @IsString() override secret = '';
}

class Card {
  @IsString() digits!: string;
}
class Transfer {
  @Expose({ name: 'account_number' }) @IsString() iban!: string;
  kind?: string;
}
class Gift extends Card {
  @IsString() @Expose({ name: 'sort' }) kind!: string;
}
const subTypes = [
  { value: Card, name: 'card' },
  { value: Transfer, name: 'transfer' },
  { value: Gift, name: 'gift' },
];
const methods = fc.oneof(
  instancesOf(Card, { digits: words }),
  instancesOf(Transfer, { iban: words }),
  instancesOf(Gift, { digits: words, kind: fc.constant('gift') }),
);

class Discriminated {
  @ValidateNested() @Type(() => Object, { discriminator: { property: 'kind', subTypes } }) one!: object;
  @ValidateNested({ each: true })
  @Type(() => Object, { discriminator: { property: 'kind', subTypes }, keepDiscriminatorProperty: true })
  list!: object[];
}

class Tagged {
  @OneOf(() => [Card, Transfer], {
    discriminator: { propertyName: 'kind', mapping: { c: Card, t: Transfer } },
  })
  one!: Card | Transfer;
}

export const features: readonly SerializeCase[] = [
  serializeCase(
    Scalars,
    {
      text: fc.string({ unit: anyCharacter }),
      whole: counts,
      number: fc.double({ noNaN: true, noDefaultInfinity: true }),
      flag: fc.boolean(),
      maybe: texts,
      nothing: fc.option(texts),
    },
    { optional: ['maybe'] },
  ),
  serializeCase(Renamed, { zip: texts, city: texts, inwards: texts, outwards: texts }),
  serializeCase(Withheld, { shown: texts, never: texts, inOnly: texts, outOnly: texts, both: texts }),
  serializeCase(OnlyExposed, { shown: texts, hidden: texts, inOnly: texts }),
  serializeCase(Computed, { first: texts, last: texts }),
  serializeCase(
    Viewed,
    {
      always: texts,
      admin: texts,
      either: texts,
      late: counts,
      early: counts,
      never: texts,
      measured: texts,
    },
    { views: VIEWS },
  ),
  serializeCase(Transformed, { shouted: texts, stamp: dates, keys: texts, wrapped: texts, inwards: texts }),
  serializeCase(Coerced, {
    text: fc.oneof(texts, counts),
    number: fc.oneof(counts, fc.constant('12.5')),
    flag: fc.oneof(fc.boolean(), texts),
    date: dates,
    list: listsOf(fc.oneof(texts, counts)),
  }),
  serializeCase(Dated, { at: dates, maybe: dates, all: listsOf(dates) }, { optional: ['maybe'] }),
  serializeCase(
    Containers,
    {
      one: leaves,
      list: listsOf(leaves),
      map: mapsOf(leaves),
      set: listsOf(leaves).map((items) => new Set(items)),
      grid: listsOf(listsOf(leaves)),
      record: fc.dictionary(words, leaves, { maxKeys: 3 }),
      pair: fc.tuple(leaves, texts),
      maybe: fc.option(leaves),
    },
    { optional: ['maybe'] },
  ),
  serializeCase(Sets, {
    texts: listsOf(texts).map((items) => new Set(items)),
    // Objects that look the same are two in a Set.
    leaves: listsOf(instancesOf(Leaf, { name: fc.constantFrom('a', 'b'), secret: texts })).map(
      (items) => new Set(items),
    ),
    dates: listsOf(fc.constantFrom(0, 1).map((time) => new Date(time))).map((items) => new Set(items)),
  }),
  serializeCase(
    Nulls,
    { text: fc.option(texts), leaf: fc.option(leaves), date: fc.option(dates) },
    { nullableOptional: true },
  ),
  serializeCase(Untyped, {
    anything: fc.oneof(plainValues, leaves),
    object: fc.dictionary(words, fc.oneof(plainValues, leaves), { maxKeys: 3 }),
    list: listsOf(fc.oneof(plainValues, leaves, dates)),
    leaf: leaves,
  }),
  serializeCase(
    Binary,
    {
      bytes: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      more: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    },
    { optional: ['more'] },
  ),
  serializeCase(Huge, { amount: fc.bigInt(), all: listsOf(fc.bigInt()) }),
  serializeCase(
    Sided,
    { id: texts, password: texts, note: texts, secret: texts },
    { adjust: ({ password: _, ...plain }) => plain },
  ),
  serializeCase(Derived, { id: texts, secret: texts, name: texts, own: counts }),
  serializeCase(
    Discriminated,
    { one: methods, list: listsOf(methods) },
    {
      // A class that renames the discriminating property is no reason to leave it out.
      adjust: ({ one, list, ...plain }) => ({
        ...plain,
        one: tagged(one),
        list: (list as unknown[]).map(tagged),
      }),
    },
  ),
  serializeCase(
    Tagged,
    { one: fc.oneof(instancesOf(Card, { digits: words }), instancesOf(Transfer, { iban: words })) },
    {
      adjust: ({ one }) => ({ one: { ...(one as object), kind: 'digits' in (one as object) ? 'c' : 't' } }),
    },
  ),
];

function tagged(plain: unknown): unknown {
  const { sort, ...rest } = plain as Record<string, unknown>;
  return sort === undefined ? rest : { ...rest, sort, kind: sort };
}
