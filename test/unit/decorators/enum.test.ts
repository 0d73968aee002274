import { enumMembers } from '../../../decorators/enum.js';

enum Numeric {
  Zero,
  Five = 5,
  Six,
}
enum Negative {
  Below = -1,
  Half = 0.5,
  Far = -2.5e-7,
}
enum Text {
  Red = 'red',
  Blue = 'BLUE',
}
enum Mixed {
  None = 0,
  // oxlint-disable-next-line typescript/no-mixed-enums -- the point of it
  Some = 'some',
  All = 2,
}
enum Alias {
  // oxlint-disable-next-line typescript/no-duplicate-enum-values -- the point of it
  A = 1,
  B = 1,
}
/** A text that reads like the value it maps back from. */
enum Confusing {
  One = 1,
  // oxlint-disable-next-line typescript/no-mixed-enums -- the point of it
  Digit = '1',
}

describe('Types: enums without reverse mapping', () => {
  it.each<[string, unknown, [string, string | number][]]>([
    [
      'numeric',
      Numeric,
      [
        ['Zero', 0],
        ['Five', 5],
        ['Six', 6],
      ],
    ],
    [
      'negative and fractional',
      Negative,
      [
        ['Below', -1],
        ['Half', 0.5],
        ['Far', -2.5e-7],
      ],
    ],
    [
      'texts',
      Text,
      [
        ['Red', 'red'],
        ['Blue', 'BLUE'],
      ],
    ],
    [
      'mixed',
      Mixed,
      [
        ['None', 0],
        ['Some', 'some'],
        ['All', 2],
      ],
    ],
    [
      'aliases',
      Alias,
      [
        ['A', 1],
        ['B', 1],
      ],
    ],
    [
      'texts that look like numbers',
      Confusing,
      [
        ['One', 1],
        ['Digit', '1'],
      ],
    ],
    [
      'a const object',
      { a: 'x', b: 2 },
      [
        ['a', 'x'],
        ['b', 2],
      ],
    ],
    [
      'an object with a numeric name',
      { 1: 'one', 2: 'two' },
      [
        ['1', 'one'],
        ['2', 'two'],
      ],
    ],
    [
      'a list',
      ['b', 'a', 3],
      [
        ['b', 'b'],
        ['a', 'a'],
        ['3', 3],
      ],
    ],
    ['an empty object', {}, []],
    ['nothing', undefined, []],
    ['null', null, []],
    ['a text', 'abc', []],
  ])('%s', (_, given, members) => {
    // The object's own order puts integer names first, so the order of the names is compared apart.
    const found = enumMembers(given).map(({ name, value }) => [name, value]);
    expect(found).toEqual(members);
  });
});
