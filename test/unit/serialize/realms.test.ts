import { runInNewContext } from 'node:vm';
import { instanceToPlain } from 'class-transformer';
import { serialize } from '../../../src/serialize/serialize.js';

it('writes arrays of another realm as arrays, as structuredClone makes them under Jest', () => {
  const foreign = runInNewContext('({ list: [1, [2]], nothing: [] })') as object;
  expect(serialize({ foreign })).toEqual({ foreign: { list: [1, [2]], nothing: [] } });
  expect(JSON.stringify(serialize(foreign))).toBe(JSON.stringify(instanceToPlain(foreign)));
});
