import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsBoolean,
  IsDate,
  IsDefined,
  IsEmail,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUrl,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Nullable } from '../../../decorators/annotations.js';
import { plainCases } from './case.js';

export class NullableText {
  @ValidateIf((_, value) => value !== null) @IsString() @Length(1, 10) text!: string | null;
  @ValidateIf((object: NullableText) => object.title !== null) @IsString() title!: string | null;
  @Nullable() @IsOptional() @IsString() subtitle?: string | null;
}

export class AbsentOrValid {
  @ValidateIf((_, value) => value !== undefined) @IsInt() @Min(0) count?: number;
  @ValidateIf((_, value) => value != null) @IsBoolean() flag?: boolean | null;
  @ValidateIf((object: AbsentOrValid) => 'mail' in object) @IsEmail() mail?: string;
}

export class EmptyOrUrl {
  @ValidateIf((_, value) => value !== '') @IsUrl() website!: string;
  @ValidateIf((_, value) => Boolean(value)) @IsInt() @Max(9) digit!: number;
}

export class Either {
  @ValidateIf((object: Either) => !object.phone) @IsEmail() email?: string;
  @ValidateIf((object: Either) => !object.email) @IsString() @Length(5, 15) phone?: string;
  @IsIn(['mail', 'call']) channel!: string;
}

export class Delivery {
  @IsBoolean() express!: boolean;
  @ValidateIf((object: Delivery) => object.express) @IsNotEmpty() @MaxLength(10) slot?: string;
}

const HOUSE_BRAND = 'own';

/** Conditions on the value itself: some list what they free, one keeps it to itself. */
export class Catalogue {
  @ValidateIf((object: Catalogue) => object.sku !== 'none') @IsString() @Length(6, 8) sku!: string;
  @ValidateIf((object: Catalogue) => !!object.mail) @IsEmail() mail?: string;
  @ValidateIf((_, value) => value !== '' && value !== null) @IsIn(['a', 'b']) grade!: string | null;
  @ValidateIf((object: Catalogue) => object.brand !== HOUSE_BRAND) @IsInt() brand!: string | number;
  @ValidateIf((_, value) => value !== 0) @IsInt() @Min(10) stock!: number;
  @ValidateIf((object: Catalogue) => object.since !== '') @Type(() => Date) @IsDate() since!: Date | string;
  @ValidateIf((object: Catalogue) => !!object.maker) @ValidateNested() @Type(() => Delivery) maker?: Delivery;
  @ValidateIf(({ tags }: Catalogue) => Boolean(tags))
  @IsString({ each: true })
  @ArrayMinSize(1)
  tags?: string[];
}

export class NestedCondition {
  @IsIn(['a', 'b']) kind!: string;
  @ValidateIf((object: NestedCondition) => object.kind === 'a')
  @ValidateNested()
  @IsDefined()
  @Type(() => Delivery)
  delivery?: Delivery;
}

export class Disabled {
  @ValidateIf(() => false) @IsString() @Length(3) off!: string;
  @ValidateIf(() => true) @IsString() @Length(3) on!: string;
  @ValidateIf((_, value) => typeof value === 'string') @MaxLength(3) texts!: unknown;
}

/** A condition that throws on some objects: a rejection there. */
export class Throwing {
  @IsOptional() @IsString() name?: string;
  @ValidateIf(({ name }: Throwing) => {
    if (typeof name !== 'string') throw new Error('No name to look at');
    return name.length > 2;
  })
  @IsInt()
  size?: number;
}

/** The validateIf option of one rule. */
export class OptionCondition {
  @IsString({ validateIf: (_, value) => value !== 'x' }) @MaxLength(4) text!: string;
  @IsDefined() @IsInt({ validateIf: (object: OptionCondition) => object.text !== 'skip' }) size!: number;
}

export const conditional = plainCases(
  NullableText,
  AbsentOrValid,
  EmptyOrUrl,
  Catalogue,
  Either,
  Delivery,
  NestedCondition,
  Disabled,
  Throwing,
  OptionCondition,
);
