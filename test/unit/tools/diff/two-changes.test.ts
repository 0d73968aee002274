import { changesOf } from './corpus/verdicts.js';

// Each change of a pair has its own verdict: a change must not hide another one, but may undo it.

const integer = { type: 'integer' };
const text = { type: 'string' };

type Change = readonly [rule: string, verdict: string];

/** The changes of a request body. `byReference` puts the schemas into a component. */
async function judged(first: object, second: object, byReference: boolean): Promise<Change[]> {
  const reference = { $ref: '#/components/schemas/Value' };
  const ask = await changesOf(
    [byReference ? [reference, reference] : [first, second]],
    ['body'],
    ['3.1.0', '3.1.0'],
    [{ schemas: { Value: first } }, { schemas: { Value: second } }],
  );
  return ask(0, 'body', 'request').map(({ rule, verdict }): Change => [rule, verdict]);
}

describe.each([
  ['in place', false],
  ['behind a reference', true],
])('%s', (_place, byReference) => {
  test.each<[name: string, first: object, second: object, changes: Change[]]>([
    [
      'a property that only the schema around it proves, beside a breaking one',
      { type: 'object', properties: { a: { anyOf: [{ ...integer, minimum: 0 }, text] }, b: integer } },
      {
        type: 'object',
        properties: { a: { anyOf: [{ ...integer, minimum: 10 }, integer, text] }, b: text },
      },
      [
        ['type-changed', 'breaking'],
        ['schema-rewritten', 'compatible'],
        ['schema-rewritten', 'compatible'],
        ['alternative-added', 'compatible'],
      ],
    ],
    [
      'an alternative that is narrowed, and another one that takes its values',
      { anyOf: [{ ...integer, minimum: 0 }, text] },
      { anyOf: [{ ...integer, minimum: 10 }, { type: ['string', 'integer'] }] },
      [
        ['schema-rewritten', 'compatible'],
        ['alternative-added', 'compatible'],
        ['schema-rewritten', 'compatible'],
      ],
    ],
    [
      'a oneOf, both of whose alternatives grow and stay apart',
      {
        oneOf: [
          { ...integer, minimum: 0 },
          { ...text, maxLength: 2 },
        ],
      },
      { oneOf: [integer, text] },
      [
        ['minimum-lowered', 'compatible'],
        ['max-length-raised', 'compatible'],
      ],
    ],
    [
      'an alternative that grows beside keywords of all alternatives, and a breaking change',
      {
        type: 'object',
        properties: { a: { ...integer, oneOf: [{ maximum: 5 }, { minimum: 10 }] }, b: integer },
      },
      {
        type: 'object',
        properties: { a: { ...integer, oneOf: [{ maximum: 6 }, { minimum: 10 }] }, b: text },
      },
      [
        ['type-changed', 'breaking'],
        ['maximum-raised', 'compatible'],
      ],
    ],
    [
      'a oneOf, one of whose alternatives grows into the other one',
      {
        oneOf: [
          { ...integer, title: 'A', minimum: 0 },
          { ...integer, title: 'B', maximum: -1 },
        ],
      },
      {
        oneOf: [
          { ...integer, title: 'A' },
          { ...integer, title: 'B', maximum: -1, minimum: -9 },
        ],
      },
      [
        ['minimum-lowered', 'breaking'],
        ['minimum-raised', 'unclear'],
      ],
    ],
    [
      'an alternative whose overlap with another one cannot be searched',
      {
        oneOf: [
          { ...text, maxLength: 2 },
          { ...text, pattern: '^(?=b)[a-z]{3}$' },
        ],
      },
      { oneOf: [text, { ...text, pattern: '^(?=b)[a-z]{3}$' }] },
      [['max-length-raised', 'unclear']],
    ],
    [
      'two limits of which each alone is harmless',
      { ...integer, minimum: 1, maximum: 5 },
      { ...integer, exclusiveMinimum: 0, exclusiveMaximum: 6 },
      [
        ['schema-rewritten', 'compatible'],
        ['schema-rewritten', 'compatible'],
      ],
    ],
    [
      'a narrowed alternative of a union with a limit beside it, and another limit',
      { minimum: 5, anyOf: [{ ...integer, title: 'A', minimum: 0 }, text] },
      { minimum: 5, maxLength: 3, anyOf: [{ ...integer, title: 'A', minimum: 3 }, text] },
      [
        ['max-length-lowered', 'breaking'],
        ['schema-rewritten', 'compatible'],
      ],
    ],
    [
      'a property that became required, and another one that became optional',
      { type: 'object', properties: { a: text, b: text }, required: ['a'] },
      { type: 'object', properties: { a: text, b: text }, required: ['b'] },
      [
        ['property-became-required', 'breaking'],
        ['property-became-optional', 'compatible'],
      ],
    ],
  ])('%s', async (_, first, second, changes) => {
    expect(await judged(first, second, byReference)).toEqual(changes);
  });
});
