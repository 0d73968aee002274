import { plainToInstance, Type } from 'class-transformer';
import { Allow, IsString, validateSync } from 'class-validator';
import { Doc, Optional, Required, SchemaOverride } from '../../../../decorators/annotations.js';
import { ArrayOf, OneOf, TypeOf } from '../../../../decorators/types.js';
import { arrayOf, body, Docs, mapOf, response } from '../../../../src/index.js';
import type { Config, Endpoint } from '../../../../src/index.js';

class Address {
  @IsString() street!: string;
}
/** As class-transformer describes it, and nobody else. */
class Typed {
  @Type(() => Address) address!: Address;
}
class Described {
  @Doc('Its name') @TypeOf(() => String) name!: string;
}
class Scan {
  @Required() @TypeOf(() => File) page!: File;
  @Optional() @ArrayOf(() => File) more?: File[];
}
class Captioned extends Scan {
  @Required() @TypeOf(() => String) caption!: string;
}
class Allowed {
  @Allow() @Type(() => Address) address!: Address;
}
class Inheriting extends Allowed {
  @Doc('Its name') name?: string;
}
class InGroups {
  @IsString({ groups: ['admin'] }) name!: string;
}
class Inside {
  @IsString() name!: string;
  @Type(() => Typed) typed!: Typed;
}
@OneOf(() => [Allowed, Typed])
class Either {}
@SchemaOverride({ type: 'string' })
class Text {
  @Doc('Never an object') name!: string;
}

function codesOf(endpoint: Partial<Endpoint>, config: Partial<Config> = {}): readonly string[] {
  const docs = new Docs({ info: { title: 'Shop', version: '1' }, ...config });
  docs.add({ method: 'POST', path: '/', responses: { 204: response('Done') }, ...endpoint });
  return docs
    .diagnostics({ notes: true })
    .filter(({ code }) => code === 'class-without-rules' || code === 'class-not-whitelisted')
    .flatMap(({ code, places }) => places.map((place) => `${code} ${place}`));
}

const isAccepted = (target: new () => object, plain: object, options = {}): boolean =>
  validateSync(plainToInstance(target, plain), options).length === 0;

describe('a class of requests without rules', () => {
  it.each([
    [Typed, { address: { street: 'Ring 1' } }],
    [Described, { name: 'Ada' }],
  ])('is reported, because no request satisfies it: %p', (target, plain) => {
    expect(isAccepted(target, plain)).toBe(false);
    expect(codesOf({ requestBody: body(target) })).toEqual([`class-without-rules ${target.name}`]);
    expect(codesOf({ method: 'GET', queryParams: target })).toEqual([`class-without-rules ${target.name}`]);
  });

  it.each([
    [Allowed, { address: { street: 'Ring 1' } }],
    [Inheriting, { name: 'Ada' }],
    [InGroups, { name: 'Ada' }],
    [Inside, { name: 'Ada', typed: { address: {} } }],
  ])('is not reported if it has a rule, or is inside a class with rules: %p', (target, plain) => {
    expect(isAccepted(target, plain)).toBe(true);
    expect(codesOf({ requestBody: body(target) })).toEqual([]);
  });

  it.each([
    ['a list', arrayOf(Typed)],
    ['a map', mapOf(Typed)],
    ['a union that is a class', Either],
    ['one of several media types', Typed],
  ])('is found in %s', (_, schema) => {
    const requestBody = { content: { 'application/json': { schema }, 'text/csv': String } };
    expect(codesOf({ requestBody })).toEqual(['class-without-rules Typed']);
  });

  it('is not reported for responses, and for classes with a hand-written schema', () => {
    expect(codesOf({ responses: { 200: response('All', Typed) } })).toEqual([]);
    expect(codesOf({ requestBody: body(Text) })).toEqual([]);
  });

  it('is not reported for a form of files, which needs no rules', () => {
    const multipart = (schema: new () => object) => ({ content: { 'multipart/form-data': { schema } } });
    expect(codesOf({ requestBody: multipart(Scan) })).toEqual([]);
    expect(codesOf({ requestBody: body(Scan) })).toEqual(['class-without-rules Scan']);
    expect(codesOf({ requestBody: multipart(Captioned) })).toEqual(['class-without-rules Captioned']);
  });

  it('is not reported if the options of the endpoint or the configuration allow it', () => {
    const validation = { forbidUnknownValues: false };
    expect(isAccepted(Typed, {}, validation)).toBe(true);
    expect(codesOf({ requestBody: body(Typed) }, { validation })).toEqual([]);
    expect(codesOf({ requestBody: body(Typed), validation })).toEqual([]);
    const strict = { requestBody: body(Typed), validation: { forbidUnknownValues: true } };
    expect(codesOf(strict, { validation })).toEqual(['class-without-rules Typed']);
  });

  it.each([
    ['removes', {}, 0, {}],
    ['rejects', { forbidNonWhitelisted: true }, 1, { name: 'Ada' }],
  ])('is reported if whitelist %s its members', (verb, more, errors, left) => {
    const validation = { forbidUnknownValues: false, whitelist: true, ...more };
    const docs = new Docs({ info: { title: 'Shop', version: '1' }, validation });
    docs.add({
      method: 'POST',
      path: '/',
      requestBody: body(Described),
      responses: { 204: response('Done') },
    });
    expect(docs.diagnostics().map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringMatching(`^class-not-whitelisted .* whitelist ${verb} every member`),
    ]);
    const instance = plainToInstance(Described, { name: 'Ada' });
    expect(validateSync(instance, validation)).toHaveLength(errors);
    expect({ ...instance }).toEqual(left);
  });
});
