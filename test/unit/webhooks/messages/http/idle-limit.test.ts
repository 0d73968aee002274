import { defaultIdleSockets } from '../../../../../src/webhooks/messages/http/idle-limit.js';

const limits = (descriptors: string) =>
  `Limit                     Soft Limit           Hard Limit           Units     \nMax processes             100                  100                  processes \nMax open files            ${descriptors}                 ${descriptors}                 files     \n`;

test.each([
  ['few descriptors', limits('1024'), 256],
  ['many', limits('1048576'), 2_048],
  ['any number', limits('unlimited'), 2_048],
  ['another system', '', 2_048],
])('%s', (_, text, expected) => {
  expect(defaultIdleSockets(text)).toBe(expected);
});
