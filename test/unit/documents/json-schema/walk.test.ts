import type { Schema } from '../../../../src/documents/json-schema/schema.js';
import { mapSubschemas } from '../../../../src/documents/json-schema/walk.js';

const schema: Schema = {
  type: 'object',
  properties: { a: { title: 'a' }, ['__proto__']: { title: 'p' } },
  additionalProperties: false,
  items: { title: 'items' },
  allOf: [{ title: '0' }, true as never, { title: '1' }],
  enum: [{ title: 'no schema' }],
  default: { properties: { a: {} } },
};

describe('the schemas directly inside a schema', () => {
  it('are visited with their keywords and names', () => {
    const seen: string[] = [];
    mapSubschemas(schema, (inner, keyword, name) => {
      seen.push([keyword, name, inner.title].join(' '));
      return inner;
    });
    expect(seen).toEqual([
      'properties a a',
      'properties __proto__ p',
      'items  items',
      'allOf  0',
      'allOf  1',
    ]);
  });

  it('are changed in a copy that shares the others', () => {
    const before = structuredClone(schema);
    const changed = mapSubschemas(schema, (inner, keyword) =>
      keyword === 'allOf' && inner.title === '1' ? { title: 'changed' } : inner,
    );
    expect(changed).toEqual({ ...schema, allOf: [{ title: '0' }, true, { title: 'changed' }] });
    expect(changed.properties).toBe(schema.properties);
    expect(schema).toEqual(before);
  });

  it('are changed under any name', () => {
    const changed = mapSubschemas(schema, (inner, _, name) =>
      name === '__proto__' ? { title: 'new' } : inner,
    );
    expect(Object.entries(changed.properties ?? {})).toEqual([
      ['a', { title: 'a' }],
      ['__proto__', { title: 'new' }],
    ]);
  });

  it('leave the schema itself where none changes', () => {
    expect(mapSubschemas(schema, (inner) => inner)).toBe(schema);
  });
});
