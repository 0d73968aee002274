import { Expose, Transform } from 'class-transformer';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { operation, response, validator } from '../../../../src/index.js';
import { DEEPEST } from '../../../../src/operations/reader/value-limits.js';
import { runnerOf } from '../run.js';

class Named {
  @IsInt() size!: number;
  @Expose({ name: 'toString' }) @IsOptional() @IsString() text?: string;
}

test('an absent member with the name of a method of all objects is absent', () => {
  const read = validator(Named);
  expect(read({ size: 1 }).faults).toBeUndefined();
  expect(read({ size: 1, toString: 'one' }).value).toEqual({ size: 1, text: 'one' });
  expect(read({ size: 1, toString: 1 }).faults).toHaveLength(1);
});

class Unreadable {
  @IsInt() valueOf!: never;
}

test('class-validator cannot validate a property with such a name, so no operation reads it', () => {
  const define = (definition: object): unknown =>
    runnerOf(operation({ method: 'POST', path: '/sizes', ...definition } as never, () => undefined as never));
  const responses = { 200: response('The size', Unreadable) };
  expect(() => define({ body: Unreadable, responses })).toThrow(/valueOf.*inherited-property-name/s);
  expect(() => define({ responses })).not.toThrow();
});

const FORBIDS = { validation: { whitelist: true, forbidNonWhitelisted: true } };

class Sized {
  @IsInt() size!: number;
}

test('an undocumented member that is undefined is not sent, so it is not refused', () => {
  const read = validator(Sized, FORBIDS);
  expect(read({ size: 1, other: undefined }).value).toEqual({ size: 1 });
  expect(read({ size: 1, other: null }).faults).toHaveLength(1);
});

test('the values in a forbidden member count, since class-validator reports it with its value', async () => {
  const body = { schema: Sized, required: true };
  const put = operation(
    { method: 'PUT', path: '/sizes', body, responses: { 204: response('Done') } },
    () => undefined,
  );
  const run = runnerOf(put, { limits: { maxValues: 20 } }, FORBIDS);
  const statusOf = async (other: unknown): Promise<number> => {
    const sent = JSON.stringify({ size: 1, other });
    const headers = { 'content-type': 'application/json' };
    return (await run({ target: '/sizes', headers, body: sent })).status;
  };
  expect(await statusOf([1])).toBe(400);
  expect(await statusOf(Array.from({ length: 21 }, () => 1))).toBe(413);
});

class Unconverted {
  @Transform(() => {
    throw new TypeError('no value');
  })
  @IsInt()
  size!: number;
}

test('items that cannot be converted do not count as levels', async () => {
  const put = operation(
    { method: 'PUT', path: '/sizes', body: [Unconverted], responses: { 204: response('Done') } },
    () => undefined,
  );
  const warn = jest.spyOn(process, 'emitWarning').mockReturnValue();
  const body = JSON.stringify(Array.from({ length: DEEPEST + 100 }, () => ({ size: 1 })));
  const headers = { 'content-type': 'application/json' };
  expect(await runnerOf(put)({ target: '/sizes', headers, body })).toMatchObject({ status: 400 });
  warn.mockRestore();
});
