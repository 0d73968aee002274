import express from 'express';
import { Docs } from '../../../../src/index.js';
import {
  assertRoutes,
  checkExchange,
  ExchangeRecorder,
  fuzz,
  SpecCoverage,
  specMatchers,
} from '../../../../src/tools/testing.js';

const docs = new Docs({ info: { title: 'Nothing', version: '1' } });
const exchange = { request: { method: 'GET', url: '/' }, response: { status: 204 } };

// An option that nobody reads would leave a test as it is, and green.
test.each<[string, (options: never) => unknown, wrong: object]>([
  ['fuzz', (options) => fuzz(express(), options), { methods: 'GET' }],
  ['compareRoutes', (options) => assertRoutes(express(), docs, options), { ignore: '/health' }],
  ['SpecCoverage', (options) => new SpecCoverage(docs, options), { ignore: [5] }],
  ['ExchangeRecorder', (options) => new ExchangeRecorder(docs, options), { requests: 'some' }],
  ['specMatchers', (options) => specMatchers(docs, options), { coverage: docs }],
  ['checkExchange', (options) => checkExchange(docs, exchange, options), { additionalProperties: 'no' }],
])('rejects invalid options of %s', async (name, call, wrong) => {
  const messageOf = async (options: unknown): Promise<unknown> => {
    try {
      await call(options as never);
    } catch (error) {
      return error;
    }
    return undefined;
  };
  const isRefused = (message: string): unknown =>
    expect.objectContaining({ name: 'ConfigError', message: expect.stringContaining(message) as string });
  const [option = ''] = Object.keys(wrong);
  const near = option.slice(0, -2);
  expect(await messageOf({ [near]: 1 })).toEqual(
    isRefused(`${name} has no option ${near}. Did you mean ${option}? Options are `),
  );
  expect(await messageOf(wrong)).toEqual(isRefused(`The option ${option} of ${name} needs `));
  expect(await messageOf(null)).toEqual(isRefused(`${name} takes its options as an object, not null.`));
});

test('no message shows the value of an option', async () => {
  const refused = fuzz(express(), { docs, headers: 'Authorization: sEcReT' as never });
  await expect(refused).rejects.toThrow('The option headers of fuzz needs an object, not a string.');
});
