// What counts in reports: spec-setup.ts has registered the matcher.
import request from 'supertest';
import { app } from './express-operations.js';

test('users are made as documented', async () => {
  const ada = { name: 'Ada', email: 'ada@example.com' };
  await expect(await request(app).post('/users').send(ada)).toMatchSpec();
});
