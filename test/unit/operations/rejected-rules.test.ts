import { Type } from 'class-transformer';
import { IsArray, IsString, validate, ValidateBy, ValidateNested } from 'class-validator';
import { operation, response } from '../../../src/index.js';
import { createValidator } from '../../../src/documents/model/class-validator/validator.js';
import { runnerOf, type TestResponse } from './run.js';

// A promise of a rule that nobody awaits must not end the process when it rejects. jest fails the test in which that happens.

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const rule = (name: string, verdict: (value: string) => unknown, each = false): PropertyDecorator =>
  ValidateBy({ name, validator: { validate: verdict as never } }, { each });

const isFree = async (value: string): Promise<boolean> => {
  await pause();
  return value.trim() !== 'taken';
};
/** Like `isFree`, but not recognized as asynchronous before it is called. */
const isFreeLater = (value: string): Promise<boolean> => isFree(value);
const isUpper = (value: string): boolean => value.toUpperCase() === value;

class Async {
  @IsString() @rule('isFree', isFree) first!: string;
  @IsString() @rule('isUpper', isUpper) second!: string;
}

class Later {
  @IsString() @rule('isFree', isFreeLater) first!: string;
  @IsString() @rule('isUpper', isUpper) second!: string;
}

class Each {
  @IsArray() @IsString({ each: true }) @rule('isFree', isFree, true) first!: string[];
  @IsString() @rule('isUpper', isUpper) second!: string;
}

class EachLater {
  @IsArray()
  @IsString({ each: true })
  @rule('mixed', (value) => (value === 'X' ? isUpper(5 as never) : isFreeLater(value)), true)
  first!: string[];
}

class Nested {
  @ValidateNested() @Type(() => Async) inner!: Async;
  @IsString() @rule('isUpper', isUpper) second!: string;
}

const sent = async (body: unknown, target: new () => object): Promise<TestResponse> => {
  const one = operation(
    { method: 'POST', path: '/a', body: target, responses: { 204: response('Done') } },
    () => undefined,
  );
  const answer = await runnerOf(one)({
    target: '/a',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await pause();
  await pause();
  return answer;
};

describe('a rule whose promise rejects', () => {
  test.each([
    ['beside one that throws', Async, { first: 5, second: 5 }],
    ['without the keyword async', Later, { first: 5, second: 5 }],
    ['for an item', Each, { first: [5], second: 5 }],
    ['in an object', Nested, { inner: { first: 5, second: 5 }, second: 5 }],
  ])('%s: the response is 400', async (_, target, body) => {
    expect((await sent(body, target)).status).toBe(400);
  });

  test('before an item that throws: the error goes to the framework', async () => {
    await expect(sent({ first: [' ', 'X'] }, EachLater)).rejects.toThrow(/toUpperCase/);
    await expect(sent({ first: ['taken', 'X'] }, EachLater)).rejects.toThrow(/toUpperCase/);
  });

  test.each([Async, Later])('alone: the error is that of class-validator (%p)', async (target) => {
    const object = Object.assign(new target(), { first: 5, second: 'X' });
    const theirs = await validate(object).catch((error: unknown) => String(error));
    const ours = await Promise.resolve(createValidator({})(object)).catch((error: unknown) => String(error));
    expect(ours).toBe(theirs);
    expect(ours).toMatch(/trim is not a function/);
  });
});

test.each([Async, Later, Each])('verdicts are those of class-validator (%p)', async (target) => {
  for (const first of ['free', 'taken', ['free', 'taken'], []])
    for (const second of ['UPPER', 'lower']) {
      const make = (): object => Object.assign(new target(), { first, second });
      const theirs = await validate(make()).catch((error: unknown) => String(error));
      const ours = await Promise.resolve(createValidator({})(make())).catch((error: unknown) =>
        String(error),
      );
      expect(ours).toEqual(theirs);
    }
});
