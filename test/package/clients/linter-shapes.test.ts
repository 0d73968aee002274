import { prepareTools } from '../../support/tools.js';
import { invalidPlaces, redoclyVerdicts, spectralVerdicts } from './linter-verdicts.js';
import { expectedOf, othersThanOk } from './shapes/all.js';
import { ALL } from './shapes/shape.js';

beforeAll(prepareTools, 300_000);

describe.each(ALL)('the shapes of OpenAPI %s', (version) => {
  test("as Spectral's recommended rules find them", async () => {
    expect(othersThanOk(await spectralVerdicts(version))).toEqual(expectedOf('spectral', version));
  }, 60_000);

  test("as Redocly's recommended rules find them", async () => {
    expect(othersThanOk(await redoclyVerdicts(version))).toEqual(expectedOf('redocly', version));
  }, 60_000);

  test("are what OpenAPI's meta-schema allows", async () => {
    expect(await invalidPlaces(version)).toEqual([]);
  }, 60_000);
});
