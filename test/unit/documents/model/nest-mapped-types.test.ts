import * as plain from '@nestjs/mapped-types';
import * as swagger from '@nestjs/swagger';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsNotEmpty, IsOptional, IsString, Validate, ValidatorConstraint } from 'class-validator';
import {
  Description,
  Example,
  Hidden,
  jsonSchemaOf,
  PartialType,
  Required,
  type Constructor,
  type Schema,
} from '../../../../src/index.js';

@ValidatorConstraint()
class IsShared {
  validate() {
    return true;
  }
}

class Base {
  @IsString() @Description('of the base') id!: string;
}

class Create extends Base {
  @IsString() @Hidden() internal!: string;
  @IsString() @Description('as printed') @Example('Ada') @ApiProperty({ title: 'theirs' }) name!: string;
  @IsOptional() @IsInt() @Required() age?: number;
  @IsNotEmpty() @Validate(IsShared) shared!: string;
}

class Other {
  @IsString() @Description('of another') extra!: string;
  @Validate(IsShared) @Description('not that of Create') shared!: string;
}

class Shown {
  @IsString() name!: string;
  @Description('Nothing checks it') note!: string;
  @Hidden() secret!: string;
}

/** What a diagnostic says of keys that nothing tells of. */
function lostIn(target: Constructor): string[] {
  const told: string[] = [];
  jsonSchemaOf(target, {
    onDiagnostic: ({ code, message }) => {
      if (code === 'mapped-type-without-rules') told.push(/so (.*?) may be missing/.exec(message)?.[1] ?? '');
    },
  });
  return told;
}

function schemaOf(target: Constructor): Schema {
  const whole = jsonSchemaOf(target, { onDiagnostic: () => undefined });
  const name = (whole.$ref ?? '').split('/').at(-1) ?? '';
  return (whole as { readonly $defs?: Record<string, Schema> }).$defs?.[name] ?? whole;
}

describe.each([
  ['@nestjs/mapped-types', plain],
  ['@nestjs/swagger', swagger],
] as const)(
  '%s carries our annotations',
  (_name, { PartialType: Partial, PickType, OmitType, IntersectionType }) => {
    class Update extends Partial(Create) {}
    class Listed {
      @IsString() name!: string;
      @Type(() => Shown) shown?: Shown[];
    }
    class PartOfListed extends OmitType(Listed, ['name']) {}
    class Picked extends PickType(Create, ['name', 'internal']) {}
    class Omitted extends OmitType(Create, ['age']) {}
    class Both extends IntersectionType(Create, Other) {}
    class Twice extends Partial(OmitType(Create, ['age'])) {
      @IsInt() @Description('its own') count!: number;
    }

    it.each<[string, Constructor, string[]]>([
      ['PartialType', Update, ['age', 'id', 'name', 'shared']],
      ['PickType', Picked, ['name']],
      ['OmitType', Omitted, ['id', 'name', 'shared']],
      ['IntersectionType', Both, ['age', 'extra', 'id', 'name', 'shared']],
      ['PartialType of OmitType', Twice, ['count', 'id', 'name', 'shared']],
    ])('through %s: keeps hidden properties hidden, and keeps descriptions', (_title, target, keys) => {
      const { properties = {} } = schemaOf(target);
      expect(Object.keys(properties).sort()).toEqual(keys);
      expect(properties.name).toMatchObject({ type: 'string', description: 'as printed', examples: ['Ada'] });
      const described = { id: 'of the base', extra: 'of another', count: 'its own', name: 'as printed' };
      const entries = Object.entries(described).filter(([key]) => keys.includes(key));
      expect(properties).toMatchObject(
        Object.fromEntries(entries.map(([key, description]) => [key, { description }])),
      );
    });

    it('documents a list that no rule checks as a list', () => {
      expect(schemaOf(PartOfListed).properties).toMatchObject({ shown: { type: 'array' } });
    });

    it('PartialType removes @Required, and the other types keep it', () => {
      expect(schemaOf(Update).required).toBeUndefined();
      expect(schemaOf(Both).required).toContain('age');
    });

    it('does not mix up classes that share a constraint', () => {
      expect(schemaOf(Update).properties?.shared?.description).toBeUndefined();
    });

    it('does not change the class itself', () => {
      expect(schemaOf(Create).required).toEqual(['id', 'name', 'age', 'shared']);
    });
  },
);

it("our own carry @nestjs/swagger's metadata too", () => {
  class Thing {
    @ApiProperty({ description: 'theirs', maxLength: 3 }) only!: string;
  }
  class Update extends PartialType(Thing) {}
  expect(schemaOf(Update)).toEqual({
    type: 'object',
    properties: { only: { type: 'string', description: 'theirs', maxLength: 3 } },
  });
});

test("a diagnostic names properties without a rule that a mapped type of Nest's may have lost; ours lose none", () => {
  class Update extends plain.PartialType(Shown) {}
  class Picked extends plain.PickType(Create, ['name']) {}
  class Ours extends PartialType(Shown) {}
  expect(lostIn(Update)).toEqual(['note, secret']);
  expect(lostIn(Picked)).toEqual([]);
  expect(lostIn(Ours)).toEqual([]);
  expect(schemaOf(Ours).properties).toHaveProperty('note');
});

class Documented {
  @ApiProperty() @IsString() name!: string;
  @ApiProperty() note!: string;
}
class Below extends Documented {
  @ApiProperty() @IsInt() count!: number;
  @ApiProperty() size!: number;
}

test.each<[string, new () => object, string[]]>([
  ['PartialType', plain.PartialType(Documented), ['note']],
  ['PickType', plain.PickType(Documented, ['name']), ['note']],
  ['OmitType of a class below', plain.OmitType(Below, ['note']), ['note, size']],
  ['PartialType of @nestjs/swagger', swagger.PartialType(Documented), []],
  ['PickType of @nestjs/swagger', swagger.PickType(Documented, ['name']), []],
  ['OmitType of @nestjs/swagger', swagger.OmitType(Below, ['note']), []],
  ['our PartialType', PartialType(Documented), []],
])(
  'a diagnostic names properties with @ApiProperty alone, which @nestjs/mapped-types loses: %s',
  (...[, mapped, lost]) => {
    class Update extends mapped {}
    expect(lostIn(Update)).toEqual(lost);
  },
);
