import { IsString } from 'class-validator';
import { Docs, Enum, Model } from '../../../../src/index.js';

const named = (name: string): new () => object => {
  @Model({ name })
  class Named {
    @IsString() id!: string;
  }
  return Named;
};

const notesOf = (model: new () => object): string[] => {
  const docs = new Docs({ info: { title: 'Test', version: '1' }, models: [model] });
  const list = docs.diagnostics({ notes: true }).filter(({ code }) => code === 'global-type-name');
  expect(list.every(({ severity }) => severity === 'info')).toBe(true);
  return list.map(({ message }) => message);
};

// Seen with orval, swagger-typescript-api and hey-api: "Type 'Record' is not generic", and so on.
it.each(['Record', 'Promise', 'Array', 'Partial', 'Readonly', 'Response'])('notes the name %s', (name) => {
  expect(notesOf(named(name))).toEqual([expect.stringContaining(`a type ${name} that hides the global one`)]);
});

it.each(['Records', 'Error', 'User'])('does not note the name %s', (name) => {
  expect(notesOf(named(name))).toEqual([]);
});

it('notes an enumeration, too', () => {
  class Item {
    @Enum({ Gold: 'gold', Vinyl: 'vinyl' }, { name: 'Record' }) kind!: string;
  }
  expect(notesOf(Item)).toHaveLength(1);
});
