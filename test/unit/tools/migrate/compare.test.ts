import { compareDocuments, formatComparison } from '../../../../src/tools/migrate/compare.js';

const document = (properties: object, required: string[] = [], parameters: object[] = []) => ({
  paths: { '/cats': { get: { summary: 'All', parameters } } },
  components: { schemas: { Cat: { type: 'object', properties, required } } },
});

const cat = (schema: object) => document({ name: schema });

describe('two documents of one application', () => {
  it.each<[string, object, object, object[]]>([
    ['the same', { type: 'string' }, { type: 'string' }, []],
    ['null in either dialect', { type: 'string', nullable: true }, { type: ['string', 'null'] }, []],
    [
      'an example in either dialect',
      { type: 'string', example: 'a' },
      { type: 'string', examples: ['a'] },
      [],
    ],
    [
      'a reference with words',
      { allOf: [{ $ref: '#/c' }], description: 'd' },
      { $ref: '#/c', description: 'd' },
      [],
    ],
    [
      'a reference or null',
      { allOf: [{ $ref: '#/c' }], nullable: true, type: 'object' },
      { anyOf: [{ $ref: '#/c' }, { type: 'null' }] },
      [],
    ],
    ['a single value', { type: 'string', enum: ['card'] }, { type: 'string', const: 'card' }, []],
    ['a single value in both forms', { enum: ['card'] }, { enum: ['card'], const: 'card' }, []],
    ['a single null', { enum: [null] }, { const: null }, []],
    [
      'a single value of items',
      { type: 'array', items: { enum: ['card'] } },
      { type: 'array', items: { const: 'card' } },
      [],
    ],
    [
      'other single values',
      { enum: ['card'] },
      { const: 'cash' },
      [{ kind: 'contradicts', what: 'const', theirs: 'card', ours: 'cash' }],
    ],
    [
      'a single value, and several',
      { enum: ['card', 'cash'] },
      { const: 'card' },
      [
        { kind: 'said-more', what: 'enum', theirs: ['card', 'cash'] },
        { kind: 'more-precise', what: 'const', ours: 'card' },
      ],
    ],
    [
      'whole numbers',
      { type: 'number' },
      { type: 'integer' },
      [{ kind: 'more-precise', what: 'type', theirs: 'number', ours: 'integer' }],
    ],
    [
      'a limit of ours',
      { type: 'string' },
      { type: 'string', maxLength: 3 },
      [{ kind: 'more-precise', what: 'maxLength', ours: 3 }],
    ],
    [
      'a limit of theirs',
      { type: 'string', maxLength: 3 },
      { type: 'string' },
      [{ kind: 'said-more', what: 'maxLength', theirs: 3 }],
    ],
    [
      'other limits',
      { type: 'string', maxLength: 3 },
      { type: 'string', maxLength: 4 },
      [{ kind: 'contradicts', what: 'maxLength', theirs: 3, ours: 4 }],
    ],
    ['other types', { type: 'string' }, { type: 'number' }, [{ kind: 'contradicts', what: 'type' }]],
    [
      'elements',
      { type: 'array', items: { type: 'string' } },
      { type: 'array', items: { type: 'string', format: 'uuid' } },
      [{ kind: 'more-precise', what: 'items.format', ours: 'uuid' }],
    ],
  ])('%s', (_title, theirs, ours, expected) => {
    const { differences } = compareDocuments(cat(theirs), cat(ours));
    expect(differences).toMatchObject(expected.map((one) => ({ place: 'Cat.name', ...one })));
  });

  it('compares required properties, and parts that only one document has', () => {
    const theirs = document(
      { a: {}, b: {} },
      ['a'],
      [{ name: 'page', in: 'query', schema: { type: 'number' } }],
    );
    const ours = document({ a: {}, c: {} }, [], []);
    const comparison = compareDocuments(theirs, ours);
    expect(comparison).toEqual({
      counts: { 'more-precise': 1, 'said-more': 2, contradicts: 1 },
      differences: [
        {
          kind: 'said-more',
          place: 'GET /cats query page',
          what: 'parameter',
          theirs: true,
          ours: undefined,
        },
        { kind: 'contradicts', place: 'Cat.a', what: 'required', theirs: true, ours: false },
        { kind: 'said-more', place: 'Cat.b', what: 'property', theirs: true, ours: undefined },
        { kind: 'more-precise', place: 'Cat.c', what: 'property', theirs: undefined, ours: true },
      ],
    });
    expect(formatComparison(comparison)).toBe(`Contradictions (@nestjs/swagger -> dtospec) (1)
  Cat.a required: true -> false

Only in the document of @nestjs/swagger (2)
  GET /cats query page parameter: there -> missing
  Cat.b property: there -> missing

Only in the document of dtospec, or stricter there (1)
  Cat.c property: missing -> there
`);
  });

  it.each([
    ['header', 'idempotency-key', 'Idempotency-Key', 0],
    ['header', 'X-A', 'x-b', 2],
    ['query', 'page', 'Page', 2],
  ])('compares names of a %s: %s and %s', (location, theirs, ours, count) => {
    const parameter = (name: string) =>
      document({}, [], [{ name, in: location, schema: { type: 'string' } }]);
    expect(compareDocuments(parameter(theirs), parameter(ours)).differences).toHaveLength(count);
  });

  it('compares an example of a parameter at its place', () => {
    const inSchema = { name: 'page', in: 'query', schema: { type: 'number', example: 2 } };
    const beside = { name: 'page', in: 'query', example: 2, schema: { type: 'number' } };
    const { differences } = compareDocuments(document({}, [], [inSchema]), document({}, [], [beside]));
    expect(differences).toEqual([]);
  });

  it('prefer the view of requests, which validation is about', () => {
    const ours = {
      components: { schemas: { Cat: {}, CatInput: { properties: { a: { type: 'integer' } } } } },
    };
    const theirs = { components: { schemas: { Cat: { properties: { a: { type: 'integer' } } } } } };
    expect(compareDocuments(theirs, ours).differences).toEqual([]);
  });

  it('reports a component or an operation that only the other document has', () => {
    expect(compareDocuments(cat({}), {}).differences.map(({ kind, place }) => [kind, place])).toEqual([
      ['said-more', 'GET /cats'],
      ['said-more', 'Cat'],
    ]);
  });
});
