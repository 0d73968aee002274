// A Nest application as it was before: nothing in this file knows of documentation.
import {
  Body,
  Controller,
  Get,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Query,
} from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsEnum, IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';

export enum Color {
  Black = 'black',
  Red = 'red',
}

export class CreateCat {
  @IsString() @Length(1, 40) name!: string;
  @IsInt() @Min(0) @Max(30) age!: number;
  @IsOptional() @IsEnum(Color) color?: Color;
}

export class Cat extends CreateCat {
  @IsInt() id!: number;
}

export class Filter {
  @IsOptional() @Type(() => Number) @IsInt() @Min(0) olderThan?: number;
}

@Injectable()
export class Cats {
  // The page's example of an id is 1.
  readonly #all: Cat[] = [Object.assign(new Cat(), { id: 1, name: 'Tom', age: 3 })];

  add(wanted: CreateCat): Cat {
    const cat = Object.assign(new Cat(), wanted, { id: this.#all.length + 1 });
    this.#all.push(cat);
    return cat;
  }

  find(id: number): Cat | undefined {
    return this.#all.find((cat) => cat.id === id);
  }

  olderThan(age: number): Cat[] {
    return this.#all.filter((cat) => cat.age > age);
  }
}

@Controller('cats')
export class CatsController {
  constructor(private readonly cats: Cats) {}

  @Get()
  findAll(@Query() { olderThan = -1 }: Filter): Cat[] {
    return this.cats.olderThan(olderThan);
  }

  @Get(':id')
  findOne(@Param('id', ParseIntPipe) id: number): Cat {
    const cat = this.cats.find(id);
    if (cat) return cat;
    throw new NotFoundException();
  }

  @Post()
  create(@Body() cat: CreateCat): Cat {
    return this.cats.add(cat);
  }
}

@Module({ controllers: [CatsController], providers: [Cats] })
export class CatsModule {}
