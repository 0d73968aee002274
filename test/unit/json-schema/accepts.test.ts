import * as fc from 'fast-check';
import { accepts } from '../../../src/json-schema/accepts.js';
import { accepts as acceptsByAjv, schema, value } from './generate.js';

const values = fc.array(value, { minLength: 12, maxLength: 12 });

describe('whether a schema accepts a value', () => {
  it('never disagrees with Ajv, and tells of every schema without references', () => {
    fc.assert(
      fc.property(schema, values, (given, candidates) => {
        const byAjv = acceptsByAjv(given);
        expect(candidates.map((one) => accepts(given, one))).toEqual(candidates.map(byAjv));
      }),
      { numRuns: 3000 },
    );
  });
});
