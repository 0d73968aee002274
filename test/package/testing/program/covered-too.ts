// The same in another file, which has a report of its own.
import request from 'supertest';
import { app } from './express-operations.js';

test('users are listed as documented', async () => {
  await expect(await request(app).get('/users?page_size=5')).toMatchSpec();
  await expect(await request(app).get('/users')).toMatchSpec();
});
