import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { jsonSchemaOf } from '../../../src/documents/schema/json-schema.js';
import { nameOf, type ContractCase } from '../corpus/case.js';
import { cases } from '../corpus/cases.js';
import { verdictOf } from '../verdict.js';
import { judgeOf } from './schema.js';
import { around, keysIn, valuesFor } from './values.js';

const seed = Number(process.env.DTOSPEC_SEED);
const COUNT = process.env.DTOSPEC_RUNS === undefined ? 5 : 20;

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, code: { optimize: false } });
addFormats.default(ajv);

/** Values that validation and the schema accept, where a format is an annotation. */
async function acceptedOf(tested: ContractCase): Promise<unknown[]> {
  const values = await valuesFor(tested, {}, COUNT, seed);
  const { errorsOf } = judgeOf(tested, {});
  const accepted: unknown[] = [];
  for (const value of around(values, keysIn(values.bases), COUNT, seed))
    if (errorsOf(value).length === 0 && (await verdictOf(tested, value)).accepted) accepted.push(value);
  return accepted;
}

describe("with formats: 'sound', a schema accepts the same values whether or not formats are asserted", () => {
  let refusedByAll = 0;

  it.each(cases.map((one) => [nameOf(one), one] as const))('%s', async (_, tested) => {
    const asserted = (formats: 'sound' | 'all') => {
      const { target, groups = [] } = tested;
      return jsonSchemaOf(target, { groups, formats, onDiagnostic: () => undefined });
    };
    const schemas = [asserted('sound'), asserted('all')] as const;
    // A class without formats accepts what it accepts, which is what another test is about.
    if (!schemas.some((schema) => JSON.stringify(schema).includes('"format"'))) return;
    const accepted = await acceptedOf(tested);
    const [sound, all] = schemas.map((schema) => ajv.compile(schema));
    refusedByAll += accepted.filter((value) => !all!(value)).length;
    expect(accepted.filter((value) => !sound!(value))).toEqual([]);
  });

  it("rejects some of them with formats: 'all'", () => {
    expect(refusedByAll).toBeGreaterThan(0);
  });
});
