// The set-up of the guides has reflect-metadata there before any class, and its compiler records the types.
import { Description, jsonSchemaOf } from 'dtospec';

class Stamp {
  @Description('Nothing but the compiler tells its type')
  madeAt!: Date;
}

test('types come from the compiler', () => {
  expect(jsonSchemaOf(Stamp, { refs: 'inline' })).toMatchObject({
    properties: { madeAt: { type: 'string', format: 'date-time' } },
  });
});
