import 'reflect-metadata';
import { IsEnum, IsIn } from 'class-validator';
import { Description } from '../../../../decorators/annotations.js';
import { Enum } from '../../../../decorators/types.js';
import { enumOf } from '../../../../src/documents/model/type/type-functions.js';
import { Docs, jsonSchemaOf, response, type Config, type Schema } from '../../../../src/index.js';
import { build } from '../openapi/build.js';

enum Level {
  Low = 1,
  High = 2,
}
enum Colour {
  Red = 'red',
  Green = 'green',
}

const RED = { Red: 'Stop', Green: 'Go' };
const LIST = '- `red`: Stop\n- `green`: Go';

class Lamp {
  @Enum(Colour, { name: 'Colour', descriptions: RED }) @IsEnum(Colour) named!: Colour;
  @Enum(Colour, { descriptions: RED }) @IsEnum(Colour) colour!: Colour;
  @Description('Of the lamp') @Enum(Colour, { descriptions: { Red: 'Stop' } }) partly!: Colour;
  @Enum(Level, { descriptions: { High: 'Blinds' }, each: true }) levels!: Level[];
  @IsIn(['green', 'blue'])
  @Enum(['red', 'green', 'blue'], { descriptions: { green: 'Go' } })
  listed!: string;
}

const schemasOf = async (openapi: Config['openapi']): Promise<Readonly<Record<string, Schema>>> => {
  const endpoint = { method: 'GET', path: '/', responses: { 200: response('x', Lamp) } };
  const { document, codes } = await build([endpoint], { openapi: openapi! });
  expect(codes).toEqual([]);
  return document.components?.schemas as never;
};

it.each(['3.0', '3.1', '3.2'] as const)('describes the values of enums in OpenAPI %s', async (openapi) => {
  const { Lamp: lamp, Colour: colour } = await schemasOf(openapi);
  const lists = { type: 'string', enum: ['red', 'green'], 'x-enum-descriptions': ['Stop', 'Go'] };
  expect(colour).toEqual({ ...lists, description: LIST });
  expect(lamp?.properties).toEqual({
    named: { $ref: '#/components/schemas/Colour' },
    colour: { ...lists, description: LIST },
    partly: { ...lists, 'x-enum-descriptions': ['Stop', ''], description: 'Of the lamp\n\n- `red`: Stop' },
    levels: {
      type: 'array',
      items: {
        type: 'integer',
        enum: [1, 2],
        'x-enum-varnames': ['Low', 'High'],
        'x-enum-descriptions': ['', 'Blinds'],
        description: '- `2`: Blinds',
      },
    },
    listed: {
      type: 'string',
      enum: ['green', 'blue'],
      'x-enum-descriptions': ['Go', ''],
      description: '- `green`: Go',
    },
  });
});

it('describes them in JSON Schema without extensions', () => {
  const { properties } = jsonSchemaOf(Lamp, { refs: 'inline' });
  expect(properties?.colour).toEqual({ type: 'string', enum: ['red', 'green'], description: LIST });
});

it('describes a type without a decorator', () => {
  const type = enumOf(Colour, { descriptions: RED });
  const docs = new Docs({ info: { title: 'T', version: '1' } }).add({
    method: 'GET',
    path: '/',
    responses: { 200: response('x', type) },
  });
  expect(JSON.stringify(docs.buildSpec().paths)).toContain('`red`: Stop');
});

it('rejects the description of an unknown member', () => {
  const decorate = (options: object) => () => Enum(Colour, options)(Lamp.prototype, 'other');
  expect(decorate({ descriptions: { Blue: 'Cold' } })).toThrow(/describes "Blue".*Use one of Red, Green/);
  expect(decorate({ descriptions: { Red: 5 } })).toThrow(/descriptions/);
  expect(() => enumOf(['a'], { descriptions: { b: 'x' } as never })).toThrow(/describes "b"/);
});
