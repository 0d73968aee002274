import { plainToInstance, Transform, Type } from 'class-transformer';
import { IsArray, IsString, ValidateNested } from 'class-validator';
import { walk } from './walk.js';

class Item {
  @IsString() name!: string;
}

const list = (...types: unknown[]): PropertyDecorator => Type(() => types as never);

class Lists {
  @IsArray() @ValidateNested({ each: true }) @list(Item) items!: Item[];
  @ValidateNested() @list(Item) one!: Item;
  @IsArray() @list([Item]) grid!: Item[][];
  @IsArray() @list(String) texts!: string[];
  @IsArray() @list() none!: unknown[];
  @IsArray() @ValidateNested({ each: true }) @Type(() => Item) right!: Item[];
  @list(Item) @Transform(({ obj }) => (obj as Lists).own) own!: Item[];
}

const VALUES: Readonly<Record<string, unknown>> = {
  items: [{ name: 'a' }],
  one: { name: 'a' },
  grid: [[{ name: 'a' }]],
  texts: ['a'],
  none: ['a'],
  right: [{ name: 'a' }],
};

it('reports a list in @Type where class-transformer throws', () => {
  const throwing = Object.keys(VALUES).filter((key) => {
    try {
      plainToInstance(Lists, { [key]: VALUES[key] });
      return false;
    } catch {
      return true;
    }
  });
  expect(throwing).toEqual(['items', 'one', 'grid']);

  const reported = walk(Lists).codes.filter((code) => code.startsWith('list-in-type'));
  expect(reported).toEqual(throwing.map((key) => `list-in-type Lists.${key}`));
  expect(walk(Lists, { direction: 'output' }).codes.join()).not.toContain('list-in-type');
});
