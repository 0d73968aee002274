// What counts in reports: spec-setup.ts has registered the matcher.
import request from 'supertest';
import { app } from './express-operations.js';

test('users are made and listed as documented', async () => {
  const ada = { name: 'Ada', email: 'ada@example.com' };
  await expect(await request(app).post('/users').send(ada)).toMatchSpec();
  await expect(await request(app).get('/users?page_size=5')).toMatchSpec();
  await expect(await request(app).get('/users')).toMatchSpec();
});
