import { DiffError, diffDocuments, type DiffOptions } from 'dtospec-tools/diff';
import { service } from './corpus/case.js';

type Fields = Readonly<Record<string, unknown>>;
const ok = { 200: { description: 'Done' } };
const limited = (minimum: number): object => ({
  get: { parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer', minimum } }], responses: ok },
});
const NAMES = ['/v1/users', '/v1/users/{id}', '/v1/internal/jobs', '/health'];
const paths = (minimum: number): object =>
  service(Object.fromEntries(NAMES.map((name) => [name, limited(minimum)])));

const operationsOf = async (options: DiffOptions): Promise<unknown[]> =>
  (await diffDocuments(paths(1), paths(5), options)).changes.map(({ operation }) => operation);

test.each<[readonly string[], readonly string[]]>([
  [['/v1/**'], ['GET /v1/users', 'GET /v1/users/{id}', 'GET /v1/internal/jobs']],
  [['/v1/users/**'], ['GET /v1/users', 'GET /v1/users/{id}']],
  [['/v1/*'], ['GET /v1/users']],
  [
    ['/**/jobs', '/health'],
    ['GET /v1/internal/jobs', 'GET /health'],
  ],
  [
    ['/v1/**', '!/v1/internal/**'],
    ['GET /v1/users', 'GET /v1/users/{id}'],
  ],
  [['!/v1/**'], ['GET /health']],
  [['/v1/users/{id}'], ['GET /v1/users/{id}']],
])('compares the paths %j only', async (globs, operations) => {
  expect(await operationsOf({ paths: globs })).toEqual(operations);
});

test('rejects a filter that matches no path, because it would find nothing', async () => {
  await expect(operationsOf({ paths: ['/v3/**'] })).rejects.toThrow(
    new DiffError('Neither document has a path that matches /v3/**.'),
  );
});

test('removes the prefix of each document from its paths', async () => {
  const [old, current] = [
    service({ '/v1/users/{id}': limited(1), '/v1': limited(1), '/v10': limited(1) }),
    service({ '/api/v2/users/{name}': limited(5), '/api/v2': limited(1), '/v10': limited(1) }),
  ];
  const { changes } = await diffDocuments(old, current, { prefixes: { old: '/v1/', new: '/api/v2' } });
  expect(changes.map(({ rule, operation, pointer }) => [rule, operation, pointer])).toEqual([
    ['minimum-raised', 'GET /users/{name}', '#/paths/~1api~1v2~1users~1{name}/get/parameters/0/schema'],
  ]);
});

describe('a part that was deprecated', () => {
  const gone = (date: unknown): Fields => ({ deprecated: true, 'x-sunset': date });
  const answers = (more: object): object => ({ responses: { 200: { description: 'Done', ...more } } });
  const at = (get: object): object => service({ '/a': { get: answers({}), post: get } });
  const PARTS: readonly [string, (more: Fields) => object, object][] = [
    ['operation', (more) => at({ ...answers({}), ...more }), service({ '/a': { get: answers({}) } })],
    [
      'parameter',
      (more) => at({ parameters: [{ in: 'query', name: 'q', schema: {}, ...more }], ...answers({}) }),
      at(answers({})),
    ],
    [
      'header',
      (more) => at(answers({ headers: { 'X-A': { required: true, schema: {}, ...more } } })),
      at(answers({ headers: {} })),
    ],
  ];

  test.each(PARTS)('may be removed after its x-sunset: %s', async (_, before, after) => {
    const verdicts: string[][] = [];
    for (const date of ['2026-01-31', '2026-02-01', '2026-02-02', undefined, 'soon']) {
      const options = { date: new Date('2026-02-01T00:00:00Z') };
      const { changes } = await diffDocuments(before(gone(date)), after, options);
      verdicts.push([...new Set(changes.map(({ verdict }) => verdict))]);
    }
    const [usual] = verdicts[2]!;
    expect(usual).toMatch(/breaking|unclear/);
    expect(verdicts).toEqual([['compatible'], ['compatible'], [usual], [usual], [usual]]);
    const { changes } = await diffDocuments(before({ 'x-sunset': '2020-01-01' }), after);
    expect(changes.map(({ verdict }) => verdict)).toEqual([usual]);
  });
});

test('a path is compared with the one that is spelled alike, before another one of the same template', async () => {
  const { changes } = await diffDocuments(
    service({ '/users/{id}': limited(1) }),
    service({ '/users/{name}': limited(5), '/users/{id}': limited(1) }),
  );
  expect(changes.map(({ rule, operation }) => [rule, operation])).toEqual([
    ['operation-added', 'GET /users/{name}'],
  ]);
});

describe('options change verdicts', () => {
  const named = (operationId: string, deprecated = false): object =>
    service({ '/a': { get: { operationId, deprecated, responses: ok } } });
  const verdictsOf = async (options: DiffOptions): Promise<unknown[]> => {
    const { changes } = await diffDocuments(named('listA'), named('findA'), options);
    return changes.map(({ rule, verdict }) => [rule, verdict]);
  };

  test('generatedClients', async () => {
    expect(await verdictsOf({})).toEqual([['operation-id-changed', 'unclear']]);
    expect(await verdictsOf({ generatedClients: true })).toEqual([['operation-id-changed', 'breaking']]);
  });

  test('verdicts, also before generatedClients', async () => {
    const verdicts = { 'operation-id-changed': 'compatible' } as const;
    expect(await verdictsOf({ verdicts, generatedClients: true })).toEqual([
      ['operation-id-changed', 'compatible'],
    ]);
    expect(await verdictsOf({ verdicts: { 'operation-id-changed': 'off' } })).toEqual([]);
  });

  test('accepted changes do not count; an entry for a compatible change is stale', async () => {
    const entry = (rule: 'operation-id-changed' | 'operation-deprecated', place = '#/paths/~1a/get') => ({
      rule,
      place,
      reason: 'Agreed',
    });
    const used = entry('operation-id-changed');
    const stale = [entry('operation-deprecated'), entry('operation-id-changed', '#/paths/~1b/get')];
    const report = await diffDocuments(named('listA'), named('findA', true), { accepted: [used, ...stale] });
    expect(report.counts).toEqual({ breaking: 0, unclear: 0, compatible: 1, accepted: 1 });
    expect(report.stale).toEqual(stale);
    expect(report.semver).toBe('minor');
    expect(report.changes.map(({ rule, accepted }) => [rule, accepted])).toEqual([
      ['operation-id-changed', 'Agreed'],
      ['operation-deprecated', undefined],
    ]);
  });
});
