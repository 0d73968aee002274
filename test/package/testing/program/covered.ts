// What counts in reports: spec-setup.ts has registered the matcher.
import request from 'supertest';
import { Description, jsonSchemaOf } from 'dtospec';
import { app } from './express-operations.js';

test('users are made as documented', async () => {
  const ada = { name: 'Ada', email: 'ada@example.com' };
  await expect(await request(app).post('/users').send(ada)).toMatchSpec();
});

// The set-up of the guides has reflect-metadata there before any class, and its compiler records the types.
class Stamp {
  @Description('Nothing but the compiler tells its type')
  madeAt!: Date;
}

test('types come from the compiler', () => {
  expect(jsonSchemaOf(Stamp, { refs: 'inline' })).toMatchObject({
    properties: { madeAt: { type: 'string', format: 'date-time' } },
  });
});
