import fc from 'fast-check';
import { anyCharacter } from '../../fixtures/any-character.js';
import { parse } from 'yaml';
import { toYaml } from '../../../src/documents/openapi/yaml.js';
import type { OpenApiDocument } from '../../../src/documents/openapi/types/document.js';

/** Text that one reader of YAML or another takes for something else. */
const TRAPS = [
  '',
  ' ',
  'a ',
  ' a',
  '\n',
  'a\n',
  'a\n\n',
  '\na',
  'a\n b',
  ' a\nb',
  'a\n \nb',
  'a\n\nb\n',
  'a\r\nb',
  'a\tb',
  '\ta',
  'a\n\tb',
  'yes',
  'No',
  'ON',
  'off',
  'y',
  'N',
  'true',
  'FALSE',
  'null',
  '~',
  'Null',
  '.nan',
  '.inf',
  '-.Inf',
  '=',
  '<<',
  '0',
  '00',
  '0o7',
  '0x1f',
  '0b1',
  '1_000',
  '1e3',
  '1.',
  '.5',
  '+1',
  '-1',
  '1:30',
  '190:20:30',
  '1.5:2',
  '2001-12-14',
  '2001-12-14t21:59:43.10-05:00',
  '1.0',
  '1.0.0',
  '3.1.0',
  '1.0.0-beta',
  '-',
  '- a',
  '? a',
  ': a',
  'a: b',
  'a:',
  'a:b',
  'a #b',
  'a# b',
  '#',
  '#/components/x',
  '&a',
  '*a',
  '!a',
  '|',
  '>',
  '|-',
  '%a',
  '@a',
  '`a',
  '[a',
  ']',
  '{a',
  '}',
  ',',
  '"a"',
  "'a'",
  "it's",
  '---',
  '...',
  '--- a',
  '... a',
  '--',
  '\u0000',
  '\u0007',
  '\u0085',
  'a\u0085b',
  '\u2028',
  'a\u2029b',
  '\ufeff',
  'a\ufeff',
  '\ufffe',
  '\ud800',
  '😀',
  'a😀',
  'é',
  'a\u00a0',
  '日本',
  '\u007f',
  'a\\b',
  '$ref',
  '/users/{id}',
  '__proto__',
  'constructor',
];
const text = fc.oneof(
  fc.constantFrom(...TRAPS),
  fc
    .array(fc.constantFrom(...TRAPS, 'word', ' ', ':', '#', '\n', '  '), { maxLength: 5 })
    .map((parts) => parts.join('')),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.integer(),
    fc.constantFrom(true, false, null, 1e21, 1e-7, 1.5e300),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 4 }).map((entries) => fromEntries(entries)),
  ),
}));

/** A `__proto__` among the keys is one like every other. */
function fromEntries(entries: [string, unknown][]): object {
  const object = {};
  for (const [key, member] of entries)
    Object.defineProperty(object, key, {
      value: member,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return object;
}

const yamlOf = (given: unknown): string => toYaml(given as OpenApiDocument);
const document = fc.array(fc.tuple(text, value), { maxLength: 4 }).map(fromEntries);

describe('the YAML of a generated document', () => {
  test.each(['1.2', '1.1'] as const)('parses to the same value as YAML %s', (version) => {
    fc.assert(
      fc.property(document, (given) => {
        const read: unknown = parse(yamlOf(given), {
          version,
          schema: version === '1.2' ? 'core' : 'yaml-1.1',
          merge: true,
        });
        expect(JSON.stringify(read)).toBe(JSON.stringify(given));
      }),
      { numRuns: process.env.DTOSPEC_RUNS === undefined ? 2000 : 10_000 },
    );
  });
});
