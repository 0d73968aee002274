import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsLatLong,
  IsNotEmpty,
  IsNumber,
  IsOptional,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { plainCases } from './case.js';

export abstract class Block {
  @IsIn(['text', 'image', 'poll']) kind!: string;
  @IsOptional() @IsBoolean() pinned?: boolean;
}

export class TextBlock extends Block {
  @IsString() @Length(1, 200) text!: string;
}

export class ImageBlock extends Block {
  @IsString() @IsNotEmpty() url!: string;
  @IsInt() @Min(1) width!: number;
}

export class PollBlock extends Block {
  @IsArray() @ArrayMaxSize(6) @IsString({ each: true }) options!: string[];
}

export class Message {
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Block, {
    discriminator: {
      property: 'kind',
      subTypes: [
        { name: 'text', value: TextBlock },
        { name: 'image', value: ImageBlock },
        { name: 'poll', value: PollBlock },
      ],
    },
    keepDiscriminatorProperty: true,
  })
  blocks!: (TextBlock | ImageBlock | PollBlock)[];
  @IsString() channel!: string;
}

export class Attachment {
  @IsString() name!: string;
}

export class FileAttachment extends Attachment {
  @IsInt() @Min(0) size!: number;
}

export class LinkAttachment extends Attachment {
  @IsString() @MaxLength(50) href!: string;
}

/** The discriminating property is removed before validation. */
export class DirectMessage {
  @ValidateNested()
  @Type(() => Attachment, {
    discriminator: {
      property: 'type',
      subTypes: [
        { name: 'file', value: FileAttachment },
        { name: 'link', value: LinkAttachment },
      ],
    },
  })
  attachment!: FileAttachment | LinkAttachment;
  @IsString() @MaxLength(20) to!: string;
}

/** Rules on a discriminator that is removed before they could run: here they ask for nothing. */
export class Widget {
  @IsOptional() @IsIn(['gauge', 'chart']) type?: string;
  @IsString() title!: string;
}

export class Gauge extends Widget {
  @IsInt() @Min(0) value!: number;
}

export class Chart extends Widget {
  @IsArray() @IsNumber({}, { each: true }) points!: number[];
}

/** Here they insist on it, so that no object passes, but a list without any does. */
export class StrictWidget {
  @IsIn(['gauge', 'chart']) type!: string;
}

export class StrictGauge extends StrictWidget {
  @IsInt() value!: number;
}

export class Dashboard {
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Widget, {
    discriminator: {
      property: 'type',
      subTypes: [
        { name: 'gauge', value: Gauge },
        { name: 'chart', value: Chart },
      ],
    },
  })
  widgets!: (Gauge | Chart)[];
  @IsOptional()
  @ValidateNested()
  @Type(() => StrictWidget, {
    discriminator: { property: 'type', subTypes: [{ name: 'gauge', value: StrictGauge }] },
  })
  main?: StrictGauge;
}

export class Reaction {
  @Length(1, 2) emoji!: string;
  @IsInt({ each: true }) @Min(1, { each: true }) users!: number[];
}

export class Presence {
  @IsIn(['online', 'away', 1, true, null]) state!: unknown;
  @IsOptional() @IsLatLong() where?: string;
  @IsOptional() @IsNumber() @Max(1) @Min(-1) mood?: number;
}

export const chat = plainCases(
  TextBlock,
  ImageBlock,
  PollBlock,
  Message,
  FileAttachment,
  DirectMessage,
  Dashboard,
  Reaction,
  Presence,
);
