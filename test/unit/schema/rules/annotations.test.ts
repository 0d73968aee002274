import { jsonSchemaOf } from '../../../../src/schema/json-schema.js';
import { classOf } from '../../../law/rules/compare.js';
import { samples } from '../../../law/rules/samples.js';

// Keywords that refuse nothing, so no comparison of verdicts would miss them; readers and generators would.

type Annotation = 'format' | 'contentEncoding' | 'contentMediaType';

/** By decorator, or by decorator and use where the argument decides. */
const annotations: Readonly<Record<string, Partial<Record<Annotation, string>>>> = {
  "IsUUID('9')": {},
  "IsUUID('14')": {},
  IsUUID: { format: 'uuid' },
  'IsBase64({ urlSafe: true })': { contentEncoding: 'base64url' },
  'IsBase64({ urlSafe: true, padding: true })': { contentEncoding: 'base64url' },
  IsBase64: { contentEncoding: 'base64' },
  IsJSON: { contentMediaType: 'application/json' },
  IsRFC3339: { format: 'date-time' },
  'IsIP(4)': { format: 'ipv4' },
  'IsEmail({ allow_display_name: true })': {},
  'IsEmail({ require_display_name: true })': {},
  IsEmail: { format: 'email' },
  'IsUrl({ require_protocol: true })': { format: 'uri' },
  IsUrl: { format: 'uri-reference' },
  IsStrongPassword: { format: 'password' },
};

/** The wire form of a date; to the letter much else can be read as one. */
const dates: typeof annotations = {
  'IsDate() with @Type(() => Date)': { format: 'date-time' },
  'MinDate(2020) with @Type(() => Date)': { format: 'date-time' },
  'MinDate(() => 2020)': { format: 'date-time' },
  'MaxDate(2020) with @Type(() => Date)': { format: 'date-time' },
};

function annotationsIn(schema: unknown): Partial<Record<Annotation, string>> {
  if (typeof schema !== 'object' || schema === null) return {};
  return Object.entries(schema).reduce(
    (found, [key, value]) => ({
      ...found,
      ...(/^(?:format|content.*)$/.test(key) ? { [key]: value as string } : annotationsIn(value)),
    }),
    {},
  );
}

describe('what a rule says to readers', () => {
  it.each(samples)('$decorator$use', (sample) => {
    const { decorator, use } = sample;
    const expected = annotations[decorator + use] ?? annotations[decorator] ?? {};
    const schemaIn = (contract: 'declared' | 'exact') =>
      jsonSchemaOf(classOf(sample), { contract, onDiagnostic: () => undefined });
    expect(annotationsIn(schemaIn('exact'))).toEqual(expected);
    expect(annotationsIn(schemaIn('declared'))).toEqual(dates[decorator + use] ?? expected);
  });

  it('lists no use that is not there', () => {
    const uses = new Set(samples.flatMap(({ decorator, use }) => [decorator, decorator + use]));
    expect(Object.keys({ ...annotations, ...dates }).filter((use) => !uses.has(use))).toEqual([]);
  });
});
