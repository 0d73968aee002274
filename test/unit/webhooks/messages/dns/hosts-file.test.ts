import { findLocally } from '../../../../../src/webhooks/messages/dns/hosts-file.js';

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

test.each(['localhost', 'api.localhost'])('%s is this machine, even if no file says so', (name) => {
  expect(findLocally(name, '').map(({ address }) => address)).toEqual(['127.0.0.1', '::1']);
});

test('a file that says otherwise is believed', () => {
  expect(findLocally('localhost', '127.0.0.9 localhost').map(({ address }) => address)).toEqual([
    '127.0.0.9',
  ]);
});

test('a name that only ends like it is looked up', () => {
  expect(findLocally('mylocalhost', '')).toEqual([]);
});
