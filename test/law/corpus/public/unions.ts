import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsDefined,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsPhoneNumber,
  IsString,
  IsUrl,
  MaxLength,
  Min,
  registerDecorator,
  validate,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { plainToInstance } from 'class-transformer';
import { plainCases } from '../case.js';

enum LessonType {
  Video = 'video',
  Text = 'text',
}

export class Recipient {
  @IsString() @IsNotEmpty() subscriberId!: string;
  @IsOptional() @IsEmail() email?: string;
  @IsOptional() @IsPhoneNumber() phone?: string;
}

/** One id, one object, or a list of either: rules about one form are off for the others. */
export class Trigger {
  @IsString() @IsDefined() name!: string;
  @IsObject() @IsOptional() payload?: Record<string, unknown>;
  @IsObject() @IsOptional() overrides?: Record<string, Record<string, unknown>>;
  @IsDefined() to!: string | string[] | Recipient;
  @IsOptional()
  @ValidateIf((_, value) => typeof value !== 'string')
  @ValidateNested()
  @Type(() => Recipient)
  actor?: string | Recipient;
  @IsOptional() @ValidateIf((_, value) => !Array.isArray(value)) @IsString() tenant?: string | string[];
  @IsOptional() @IsString() transactionId?: string;
}

export class BulkTrigger {
  @IsArray()
  @ArrayMinSize(1)
  @ValidateNested({ each: true })
  @Type(() => Trigger)
  events!: Trigger[];
}

class VideoContent {
  @IsUrl() url!: string;
  @IsInt() @Min(1) seconds!: number;
}
class TextContent {
  @IsString() @MaxLength(50_000) text!: string;
}

/** The class of the content is in the type beside it, and the function asks for an object that may be none. */
export class Lesson {
  @IsEnum(LessonType) type!: LessonType;
  @IsObject()
  @ValidateNested()
  @Type(({ object } = {} as never) =>
    (object as Lesson | undefined)?.type === LessonType.Video ? VideoContent : TextContent,
  )
  content!: VideoContent | TextContent;
}

/** The function throws where nothing names the class. */
export class Source {
  @IsString() @IsNotEmpty() name!: string;
  @IsIn(['form', 'import']) sourceType!: string;
  @ValidateNested()
  @Type((options) => {
    const { sourceType } = (options?.object ?? {}) as Partial<Source>;
    if (sourceType === undefined) throw new Error('The source type is required');
    return sourceType === 'form' ? TextContent : VideoContent;
  })
  parameters!: TextContent | VideoContent;
}

const LOCATIONS = ['address', 'link'] as const;
class AddressLocation {
  @IsIn(LOCATIONS) type!: 'address';
  @IsString() address!: string;
  @IsBoolean() public!: boolean;
}
class LinkLocation {
  @IsIn(LOCATIONS) type!: 'link';
  @IsUrl() link!: string;
}
const LOCATION_CLASSES: Readonly<Record<string, new () => object>> = {
  address: AddressLocation,
  link: LinkLocation,
};

/** Validates each element by the class that its type names, with class-validator itself. */
function Locations(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'locations',
      target: target.constructor,
      propertyName: key as string,
      async: true,
      validator: {
        validate: async (locations: unknown) => {
          if (!Array.isArray(locations)) throw new Error('locations must be a list');
          for (const location of locations as { type?: string }[]) {
            const found = LOCATION_CLASSES[String(location.type)];
            if (found === undefined) return false;
            if ((await validate(plainToInstance(found, location))).length > 0) return false;
          }
          return true;
        },
      },
    });
  };
}

class Invitee {
  @IsString() name!: string;
  @IsEmail() email!: string;
}
class SeriesRule {
  @IsInt() @Min(1) interval!: number;
  @IsIn(['daily', 'weekly']) frequency!: string;
}
class NoSeries {
  @IsIn([true]) disabled!: true;
}

export class EventType {
  @IsString() title!: string;
  @IsOptional() @Locations() locations?: object[];
  @IsOptional()
  @ValidateNested()
  @Type(({ object } = {} as never) =>
    (object as { series?: { disabled?: boolean } } | undefined)?.series?.disabled ? NoSeries : SeriesRule,
  )
  series?: SeriesRule | NoSeries;
  @ValidateNested({ each: true }) @Type(() => Invitee) @IsOptional() invitees?: Invitee[];
  @IsOptional() @IsArray() @IsString({ each: true }) @IsUrl({}, { each: true }) links?: string[];
}

export const unions = plainCases(Recipient, Trigger, BulkTrigger, Lesson, Source, EventType);
