import { type DiscriminatorDescriptor, Expose, Transform, Type, type TypeOptions } from 'class-transformer';
import { IsArray, IsInt, IsOptional, IsString, Length, Min, ValidateNested } from 'class-validator';
import { Nullable } from '../../../decorators/annotations.js';

type SubTypes = DiscriminatorDescriptor['subTypes'];

const KEPT: SubTypes = [];
const DROPPED: SubTypes = [];

function kinds(isKept: boolean): TypeOptions {
  const subTypes = isKept ? KEPT : DROPPED;
  return { discriminator: { property: 'kind', subTypes }, keepDiscriminatorProperty: isKept };
}

/** Its discriminator is a member of the class. */
class Named {
  @IsString() kind!: string;
  @IsOptional() @IsInt() @Min(0) size?: number;
}

class Grown extends Named {
  @IsOptional() @ValidateNested() @Type(() => Named, kinds(true)) inner?: Named;
}

const BROKEN = 'broken';

/** Its discriminator is no member of the class. */
class Nameless {
  @Length(1, 3) text!: string;
  @IsOptional()
  @Transform(({ obj, value }) => {
    if (value === BROKEN) throw new Error('The value is broken.');
    return `${Object.keys(obj as object).join()}:${String(value)}`;
  })
  seen?: string;
}

class Other {
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Nameless, kinds(false)) all?: object[];
  @Expose({ name: 'count' }) @IsOptional() @IsInt() total?: number;
}

class Exposed {
  @Expose() @IsOptional() @IsString() kind?: string;
}

KEPT.push({ name: 'named', value: Named }, { name: 'grown', value: Grown });
DROPPED.push({ name: 'nameless', value: Nameless }, { name: 'other', value: Other });

/** Objects of classes as values, in lists and in maps. */
export class Holders {
  @IsOptional() @ValidateNested() @Type(() => Named, kinds(true)) kept?: Named;
  @IsOptional() @ValidateNested() @Type(() => Nameless, kinds(false)) dropped?: object;
  @IsOptional() @IsArray() @ValidateNested({ each: true }) @Type(() => Named, kinds(true)) list?: Named[];
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Nameless, kinds(false)) loose?: object[];
  @Nullable() @IsOptional() @ValidateNested() @Type(() => Named, kinds(true)) nothing?: Named | null;
  @IsOptional()
  @ValidateNested()
  @Type(() => Exposed, {
    discriminator: { property: 'kind', subTypes: [{ name: 'exposed', value: Exposed }] },
  })
  exposed?: Exposed;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Nameless) map?: Map<string, Nameless>;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Holders) holders?: Map<string, Holders>;
}

/** class-transformer leaves out entries of a map by their names. */
export const HELD: readonly unknown[] = ['a', 'constructor', 'hasOwnProperty', 'size'].flatMap((name) =>
  [{ text: 'a' }, { text: 'a', seen: BROKEN }, { text: 1 }, { text: 'a', extra: 1 }, null, 1].map(
    (value) => ({
      map: { [name]: value },
    }),
  ),
);
