import { IsOptional, IsString } from 'class-validator';
import { fetchOperations } from '../../../../src/adapters/fetch.js';
import { Docs, Nullable, operation, PartialType, response, schema } from '../../../../src/index.js';

class Profile {
  @IsString() name!: string;
  @Nullable() @IsOptional() @IsString() note?: string | null;
}
class ChangeProfile extends PartialType(Profile) {}
class WithField extends PartialType(Profile) {
  @IsOptional() @IsString() mail?: string;
}
class WithDefault extends PartialType(Profile) {
  @IsOptional() @IsString() mail = 'a@b.example';
}

function toldOf(method: string, body: unknown): string[] {
  const docs = new Docs({ info: { title: 'Shop', version: '1' } });
  const definition = { method, path: '/profile', body, responses: { 204: { description: 'Done' } } };
  fetchOperations(docs, [operation(definition as never, (() => undefined) as never)]);
  return docs.diagnostics().flatMap(({ code, message }) => (code === 'erased-by-patch' ? [message] : []));
}

it('names the members that a PATCH erases', () => {
  expect(toldOf('PATCH', Profile)).toEqual([expect.stringContaining('have note with the value undefined')]);
  expect(toldOf('PATCH', WithField)).toEqual([expect.stringContaining('have mail with the value undefined')]);
});

it.each([
  ['a class of PartialType', 'PATCH', ChangeProfile],
  ['a default', 'PATCH', WithDefault],
  ['another method', 'PUT', Profile],
  ['a schema', 'PATCH', schema('object', { properties: { name: { type: 'string' } } })],
])('accepts %s', (_what, method, body) => {
  expect(toldOf(method, body)).toEqual([]);
});

it('leaves what a PATCH of the class of PartialType does not contain', async () => {
  const profile: Profile = { name: 'Ada', note: 'Calls on Mondays' };
  const serve = fetchOperations(new Docs({ info: { title: 'Shop', version: '1' } }), [
    operation(
      {
        method: 'PATCH',
        path: '/profile',
        body: ChangeProfile,
        responses: { 200: response('It', Profile) },
      },
      ({ body }) => Object.assign(profile, body),
    ),
  ]);
  const patch = async (body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'PATCH', headers, body: JSON.stringify(body) };
    return (await serve(new Request('http://localhost/profile', init)))?.json();
  };
  expect(await patch({ name: 'Bob' })).toEqual({ name: 'Bob', note: 'Calls on Mondays' });
  expect(await patch({ note: null })).toEqual({ name: 'Bob', note: null });
  expect(await patch({ name: null })).toMatchObject({ status: 400 });
});
