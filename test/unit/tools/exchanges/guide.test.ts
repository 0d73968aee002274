import { readFileSync } from 'node:fs';
import path from 'node:path';
import { IsEmail, IsInt } from 'class-validator';
import { Docs, Path, response } from '../../../../src/index.js';
import { specMatchers } from '../../../../src/tools/testing.js';

class User {
  @IsInt() id!: number;
  @IsEmail() email!: string;
}

class UserPath {
  @Path('id') @IsInt() id!: number;
}

test('docs/testing.md shows the text of a mismatch', async () => {
  const docs = new Docs({ info: { title: 'Users', version: '1.0.0' } }).add({
    method: 'GET',
    path: '/users/{id}',
    pathParams: UserPath,
    responses: { 200: response('The user', User) },
  });
  const answered = Response.json({ id: 7 });
  const { pass, message } = await specMatchers(docs).toMatchSpec(answered, {
    method: 'GET',
    url: '/users/7',
  });
  expect(pass).toBe(false);
  const guide = readFileSync(path.join(__dirname, '../../../../docs/testing.md'), 'utf8');
  const [, shown] = /^```\n(The exchange [^]*?)\n```$/m.exec(guide) ?? [];
  expect(message()).toBe(shown);
});
