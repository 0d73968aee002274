import { Type } from 'class-transformer';
import { IsInt, IsString, ValidateNested } from 'class-validator';
import { body, Example, schema } from '../../../../../src/index.js';
import { build, ok } from '../build.js';

describe('examples that do not satisfy their schema', () => {
  class Item {
    @IsInt() @Example('many') count!: number;
  }
  @Example({ item: { count: 1 } })
  @Example({ item: 'none' })
  class Box {
    @ValidateNested() @Type(() => Item) item!: Item;
    @IsString() @Example('fine') name!: string;
  }

  test('each is named with its place, and the document stays valid', async () => {
    const { diagnostics } = await build([
      {
        method: 'POST',
        path: '/boxes',
        parameters: [{ name: 'n', in: 'query', schema: schema('integer'), example: 'x' }],
        requestBody: body(Box),
        responses: ok,
      },
    ]);
    expect(diagnostics.flatMap(({ code, places }) => places.map((place) => `${code} ${place}`))).toEqual([
      'example-mismatch POST /boxes query n',
      'example-mismatch Item.count',
      'example-mismatch Box',
    ]);
    expect(diagnostics[0]?.message).toContain('The example "x", "many" does not');
    expect(diagnostics[1]?.message).toContain('#/name is required');
    expect(diagnostics.every(({ severity }) => severity === 'warning')).toBe(true);
  });
});
