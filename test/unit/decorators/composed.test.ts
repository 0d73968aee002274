import type { applyDecorators } from '@nestjs/common';
import { IsInt, Min } from 'class-validator';
import { Description, Example, Required } from '../../../decorators/annotations.js';
import { Model } from '../../../decorators/model.js';
import { jsonSchemaOf } from '../../../src/documents/schema/json-schema.js';

/** NestJS's own type; its package is an ES module, which jest cannot load here. */
const compose: typeof applyDecorators =
  (...decorators) =>
  (target: object, key?: string | symbol) => {
    for (const decorator of decorators)
      (decorator as (target: object, key?: string | symbol) => void)(target, key);
  };

const Price = (): PropertyDecorator => compose(IsInt(), Min(0), Description('In cents'), Example(5));
const View = (name: string): ClassDecorator => compose(Model({ name }), Required());

@View('Thing')
class Item {
  @Price() price!: number;
  @Description('What it says') label!: string;
}

describe('decorators compose like any others', () => {
  it('applies them from functions that return PropertyDecorator and ClassDecorator', () => {
    expect(jsonSchemaOf(Item)).toEqual({
      $ref: '#/$defs/Thing',
      $defs: {
        Thing: {
          type: 'object',
          properties: {
            price: { type: 'integer', minimum: 0, description: 'In cents', examples: [5] },
            label: { type: 'string', description: 'What it says' },
          },
          required: ['price', 'label'],
        },
      },
    });
  });
});
