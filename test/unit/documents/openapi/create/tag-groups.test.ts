import { IsInt } from 'class-validator';
import { Docs, response, Webhook, type Endpoint } from '../../../../../src/index.js';

@Webhook('stock.low')
class StockLow {
  @IsInt() left!: number;
}

const responses = { 200: response('OK') };
const users: Endpoint = { method: 'GET', path: '/users', tags: ['users'], responses };
const health: Endpoint = { method: 'GET', path: '/health', responses };
const TAGS = [
  { name: 'all', summary: 'All' },
  { name: 'users', parent: 'all' },
];

type Groups = { name: string; tags: string[] }[] | undefined;

describe.each(['3.0', '3.1'] as const)('x-tagGroups in OpenAPI %s', (openapi) => {
  const groupsOf = (add: (docs: Docs) => void): Groups => {
    const docs = new Docs({ info: { title: 'T', version: '1' }, openapi, tags: TAGS });
    docs.add(users);
    add(docs);
    return (docs.buildSpec() as { 'x-tagGroups'?: Groups })['x-tagGroups'];
  };
  const all = { name: 'All', tags: ['all', 'users'] };

  test.each<[string, (docs: Docs) => void, Groups]>([
    ['have all tags', () => undefined, [all]],
    ['are left out for an operation without a tag', (docs) => docs.add(health), undefined],
    ['are left out for a webhook without a tag', (docs) => docs.addWebhook(StockLow), undefined],
    [
      'contain a tag that only a webhook has',
      (docs) => docs.addWebhook(StockLow, { tags: ['stock'] }),
      [all, { name: 'stock', tags: ['stock'] }],
    ],
    [
      'contain a tag that config.tags lacks',
      (docs) => docs.add({ ...health, tags: ['internal'] }),
      [all, { name: 'internal', tags: ['internal'] }],
    ],
  ])('%s', (_, add, groups) => {
    expect(groupsOf(add)).toEqual(groups);
  });

  test('a note names what has no tag, if they are left out', () => {
    const docs = new Docs({ info: { title: 'T', version: '1' }, openapi, tags: TAGS });
    docs.addAll(users, health).addWebhook(StockLow);
    const notes = docs.diagnostics({ notes: true }).filter(({ code }) => code === 'tag-groups-left-out');
    expect(notes.map(({ places }) => places)).toEqual([['GET /health', 'webhooks stock.low']]);
    const flat = new Docs({ info: { title: 'T', version: '1' }, openapi }).addAll(users, health);
    expect(flat.diagnostics({ notes: true })).toEqual([]);
  });
});
