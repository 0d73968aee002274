import { body, schema, type Parameter, type RequestBody, type ResponseSpec } from '../../../../src/index.js';

describe('helpers', () => {
  test.each([
    ['schema', schema('integer'), { type: 'integer' }],
    ['schema with keywords', schema('integer', { minimum: 1 }), { type: 'integer', minimum: 1 }],
  ])('%s', (_name, made, expected) => {
    expect(made).toEqual(expected);
  });

  test('misuse does not compile', () => {
    // @ts-expect-error a description is asked for
    const noDescription: ResponseSpec = {};
    // @ts-expect-error a body has a schema
    const noSchema: RequestBody = { contentType: 'application/json' };
    // @ts-expect-error no such place
    const noPlace: Parameter = { name: 'p', in: 'body' };
    // @ts-expect-error no such type
    const noType: unknown = schema('int');
    // @ts-expect-error no such keyword of that type
    const noLength: unknown = schema('string', { minLength: 'two' });
    // @ts-expect-error a string is no type
    const noClass: unknown = body('User');
    expect([noDescription, noSchema, noPlace, noType, noLength, noClass]).toHaveLength(6);
  });
});
