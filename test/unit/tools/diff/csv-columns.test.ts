import { IsInt, IsOptional, IsString } from 'class-validator';
import { diffDocuments } from 'dtospec-tools/diff';
import { type Constructor, csv, Docs, response } from '../../../../src/index.js';

class Both {
  @IsString() sku!: string;
  @IsInt() count!: number;
}
class Sku {
  @IsString() sku!: string;
}
class WithNote extends Both {
  @IsOptional() @IsString() note?: string;
}
class TextCount {
  @IsString() sku!: string;
  @IsString() count!: string;
}

type Paths = Parameters<typeof diffDocuments>[0];

const documentOf = (row: Constructor<object>): Paths => {
  const docs = new Docs({ info: { title: 'Rows', version: '1' } });
  docs.add({
    method: 'PUT',
    path: '/rows',
    requestBody: { schema: csv([row]), contentType: 'text/csv' },
    responses: { 200: response('Rows', csv([row])) },
  });
  return docs.buildSpec() as Paths;
};

describe('columns of CSV', () => {
  test.each([
    ['a column is removed', Both, Sku, 'response'],
    ['a required column is added', Sku, Both, 'request'],
    ['a text becomes a number', TextCount, Both, 'request'],
    ['a number becomes a text', Both, TextCount, 'response'],
  ])('break clients where %s', async (_, old, current, direction) => {
    const { changes } = await diffDocuments(documentOf(old), documentOf(current));
    const breaking = changes.filter(({ verdict }) => verdict === 'breaking');
    expect(breaking.map((change) => change.direction)).toContain(direction);
  });

  it('break no client where an optional one is added', async () => {
    const { changes } = await diffDocuments(documentOf(Both), documentOf(WithNote));
    expect(changes.filter(({ verdict }) => verdict === 'breaking')).toEqual([]);
  });
});
