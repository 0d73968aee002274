import { listCandidates } from '../../../../../src/webhooks/messages/dns/search-list.js';

const CLUSTER = `
nameserver 10.96.0.10
search shop.svc.cluster.local svc.cluster.local. cluster.local
options ndots:5 timeout:1
`;

test.each([
  ['without a search list', '', 'hook.example', ['hook.example']],
  ['a single label', 'search a.example b.example', 'hook', ['hook.a.example', 'hook.b.example', 'hook']],
  ['a dot', 'search a.example', 'hook.example', ['hook.example', 'hook.example.a.example']],
  ['a final dot', 'search a.example', 'hook.', ['hook']],
  ['domain', 'domain a.example', 'hook', ['hook.a.example', 'hook']],
  ['the last one counts', 'search a.example\ndomain b.example', 'hook', ['hook.b.example', 'hook']],
  ['the root as domain', 'search .', 'hook', ['hook']],
  ['no dots needed', 'search a.example\noptions ndots:0', 'hook', ['hook', 'hook.a.example']],
  ['nonsense', 'search a.example\noptions ndots:x', 'hook', ['hook', 'hook.a.example']],
  [
    'a cluster',
    CLUSTER,
    'orders.prod',
    [
      'orders.prod.shop.svc.cluster.local',
      'orders.prod.svc.cluster.local',
      'orders.prod.cluster.local',
      'orders.prod',
    ],
  ],
])('%s', (_, configuration, name, expected) => {
  expect(listCandidates(name, configuration)).toEqual(expected);
});
