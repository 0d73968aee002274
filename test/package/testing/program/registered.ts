// jest ends its environment at once, and a file that the report of diagnostics loads later would fail the run.
import { Docs, operation, response } from 'dtospec';
import { fetchOperations } from 'dtospec/fetch';

test('operations are registered, and nothing else happens', () => {
  const create = operation(
    { method: 'GET', path: '/notes', responses: { 204: response('None') } },
    () => undefined,
  );
  expect(fetchOperations(new Docs({ info: { title: 'Notes', version: '1' } }), [create])).toBeInstanceOf(
    Function,
  );
});
