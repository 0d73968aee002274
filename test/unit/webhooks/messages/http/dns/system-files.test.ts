import {
  findLocally,
  listCandidates,
  watchFile,
} from '../../../../../../src/webhooks/messages/http/dns/system-files.js';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HOSTS = `
127.0.0.1 localhost
::1\tlocalhost ip6-localhost # loopback of hook.commented
# 10.9.9.9 hook.off
10.0.0.1   hook.example  other.example
10.0.0.2 hook.example
fe80::1%eth0 linked
nonsense hook.example
10.0.0.3 last.example`;

const addresses = (name: string) => findLocally(name, HOSTS).map(({ address, family }) => [address, family]);

test.each([
  [
    'hook.example',
    [
      ['10.0.0.1', 4],
      ['10.0.0.2', 4],
    ],
  ],
  ['other.example', [['10.0.0.1', 4]]],
  ['last.example', [['10.0.0.3', 4]]],
  [
    'localhost',
    [
      ['127.0.0.1', 4],
      ['::1', 6],
    ],
  ],
  ['linked', [['fe80::1%eth0', 6]]],
  ['example', []],
  ['hook.off', []],
  ['hook.commented', []],
  ['ook.example', []],
  ['nonsense', []],
  ['10.0.0.1', []],
])('%s', (name, expected) => {
  expect(addresses(name)).toEqual(expected);
});

test.each(['localhost', 'api.localhost'])(
  'resolves %s to this machine, even without a hosts file',
  (name) => {
    expect(findLocally(name, '').map(({ address }) => address)).toEqual(['127.0.0.1', '::1']);
  },
);

test('a hosts file overrides the address of localhost', () => {
  expect(findLocally('localhost', '127.0.0.9 localhost').map(({ address }) => address)).toEqual([
    '127.0.0.9',
  ]);
});

test('does not resolve a name that only ends in localhost', () => {
  expect(findLocally('mylocalhost', '')).toEqual([]);
});

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

test('is read again when it has changed, and empty if it does not exist', () => {
  const folder = mkdtempSync(join(tmpdir(), 'watched-'));
  const file = join(folder, 'hosts');
  const read = watchFile(file);
  expect(read()).toBe('');
  writeFileSync(file, 'One');
  expect([read(), read()]).toEqual(['one', 'one']);
  writeFileSync(file, 'two');
  utimesSync(file, 1, 1);
  expect(read()).toBe('two');
  rmSync(folder, { recursive: true });
  expect(read()).toBe('');
});
