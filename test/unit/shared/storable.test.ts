import { missingPackage } from '../../../src/shared/missing-package.js';
import { isStorable } from '../../../src/shared/storable.js';
import { Message } from '../../../src/webhooks/messages/index.js';

test.each(['a\0b', '\ud800', 'a\udc00'])('setEvent refuses %j with the reason', (name) => {
  expect(isStorable(name)).toBe(false);
  expect(() => new Message().setEvent(name)).toThrow(/U\+0000 and unpaired surrogates/);
});

test.each([
  ["Cannot find package '@opentelemetry/api' imported from /x/pg-boss/a.js", '@opentelemetry/api'],
  ["Cannot find module 'pg/lib/x.js'", 'pg'],
  ['something else', 'pg-boss'],
])('%s: the missing package is %s', (message, name) => {
  expect(missingPackage('pg-boss', new Error(message))).toBe(name);
});
