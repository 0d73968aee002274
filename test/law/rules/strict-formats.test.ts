import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { rulesWithoutEntry } from './without-entry.js';
import { compareSample } from './comparison.js';
import { samples } from './samples.js';
import { factOf, forget, schemaOf, subjectOf } from './subject.js';

const runs = Number(process.env.DTOSPEC_RUNS ?? 100);
const seed = Number(process.env.DTOSPEC_SEED ?? 20_260_101);

const ajv = new Ajv2020({ strict: true });
addFormats.default(ajv);

/** What a format is stricter about: characters beyond ASCII, zones, other calendars. */
const WITNESSES = [
  ...['ä@münchen.de', 'münchen.de', 'http://münchen.de', 'http://münchen.de:80', 'fe80::1%eth0', '::1'],
  ...['2020-02-30T10:00:00Z', '2020-01-01 10:00:00Z', '127.0.0.1'],
];

const uses = samples
  .filter(({ decorator }) => !Object.hasOwn(rulesWithoutEntry, decorator))
  .flatMap((sample) => {
    const alone = subjectOf(sample);
    const { format, ...rest } = schemaOf(alone);
    forget(alone);
    if (format === undefined) return [];
    const seeds = [...sample.seeds, ...WITNESSES];
    const { subject, accepted } = compareSample({ ...sample, seeds }, runs, seed);
    const [annotated, asserted] = [ajv.compile(rest), ajv.compile({ ...rest, format })];
    const isStrict = subject.rules.some(
      ({ entry, constraints }) => factOf(entry.strictFormat, constraints) === true,
    );
    const refused = accepted.filter((value) => annotated(value) && !asserted(value));
    return [{ use: sample.decorator + sample.use, rule: `${sample.decorator} ${format}`, isStrict, refused }];
  });

describe('a format that an application’s validator may assert', () => {
  it.each(uses.filter(({ isStrict }) => !isStrict))('$use: rejects no value that the rule accepts', (use) => {
    expect(use.refused).toEqual([]);
  });

  it('is marked strict if it rejects such a value', () => {
    const strict = uses.filter(({ isStrict }) => isStrict).map(({ rule }) => rule);
    const refusing = uses.filter(({ refused }) => refused.length > 0).map(({ rule }) => rule);
    expect([...new Set(strict)].sort()).toEqual([...new Set(refusing)].sort());
    expect([...new Set(strict)].sort()).toMatchInlineSnapshot(`
     [
       "IsDate date-time",
       "IsDateString date-time",
       "IsEmail email",
       "IsFQDN hostname",
       "IsIP ipv6",
       "IsISO8601 date-time",
       "IsRFC3339 date-time",
       "IsUrl uri",
       "IsUrl uri-reference",
       "MaxDate date-time",
       "MinDate date-time",
     ]
    `);
  });
});
