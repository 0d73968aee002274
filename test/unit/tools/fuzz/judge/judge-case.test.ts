import { ExchangeChecker } from '../../../../../src/tools/exchanges/check-exchange.js';
import { SpecDocument } from '../../../../../src/tools/diff/document.js';
import { judgeCase } from '../../../../../src/tools/fuzz/judge/judge-case.js';
import { readOperation } from '../../../../../src/tools/fuzz/operations.js';
import { SchemaValues } from '../../../../../src/tools/fuzz/values/schema-values.js';
import type { OpenApiDocument } from '../../../../../src/index.js';

const LIMIT = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } } as const;
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Cats', version: '1' },
  paths: { '/cats': { get: { parameters: [LIMIT], responses: { 200: { description: 'OK' } } } } },
} as unknown as OpenApiDocument;

async function judge(limit: unknown) {
  const spec = new SpecDocument(DOCUMENT, 'given');
  const checker = new ExchangeChecker(DOCUMENT, { requests: 'all' });
  const values = await SchemaValues.of(spec);
  const [target] = checker.operations.operations.map((one) => readOperation(one, DOCUMENT, values, []));
  if (target === undefined) throw new Error('no operation');
  const [{ key } = { key: '' }] = target.parameters;
  const given = { values: new Map([[key, limit]]), content: undefined, varied: { key, path: [] } };
  return judgeCase(target, given, { checker, values, headers: [], suggest: () => [] });
}

describe('a number in a query that services may read leniently', () => {
  it.each(['1e3', '+9', ' 9', ['+9'], [' 9']])('does not judge %j', async (limit) => {
    expect(await judge(limit)).toBeUndefined();
  });

  it.each(['many', '0', ['many'], ['+9', '8']])('expects that %j is refused', async (limit) => {
    expect((await judge(limit))?.mismatches).not.toEqual([]);
  });
});
