import { IsDefined, IsInt } from 'class-validator';
import { formBody, OneOf, operation, type Operation, response } from '../../../../src/index.js';
import { Conversions } from '../../../../src/operations/request/conversions.js';
import type { Schema } from '../../../../src/documents/json-schema/schema.js';
import { runnerOf } from '../run.js';

const SCHEMAS: Readonly<Record<string, Schema>> = {
  Tree: { type: 'object', properties: { size: { type: 'integer' }, next: { $ref: 'Tree' } } },
};
const conversions = new Conversions((ref) => SCHEMAS[ref]);

describe('a text becomes the value that its schema describes', () => {
  it.each<[unknown, Schema, unknown]>([
    ['7', { type: 'integer' }, 7],
    ['-0', { type: 'number' }, -0],
    ['1e3', { type: 'number' }, 1000],
    ['9007199254740993', { type: 'integer' }, '9007199254740993'],
    ['9007199254740992', { type: 'integer' }, 2 ** 53],
    ['1e999', { type: 'number' }, '1e999'],
    ['07', { type: 'integer' }, '07'],
    ['true', { type: 'boolean' }, true],
    ['yes', { type: 'boolean' }, 'yes'],
    ['7', { type: ['string', 'integer'] }, '7'],
    ['7', { type: ['string', 'integer'], minLength: 2 }, 7],
    ['7', { type: ['string', 'integer'], minLength: 2, maximum: 5 }, '7'],
    ['77', { type: ['string', 'integer'], minLength: 2 }, '77'],
    ['7', { enum: ['a', 7] }, 7],
    ['7', { anyOf: [{ type: 'string', minLength: 2 }, { type: 'integer' }] }, 7],
    ['7', {}, '7'],
    ['7', { type: 'array', items: { type: 'integer' } }, [7]],
    [['7', 'x'], { type: 'array', prefixItems: [{ type: 'integer' }], items: {} }, [7, 'x']],
    [{ size: '7', next: { size: '8' } }, { $ref: 'Tree' }, { size: 7, next: { size: 8 } }],
    [{ a: '7' }, { additionalProperties: { type: 'integer' } }, { a: 7 }],
    ['7', { anyOf: [{ type: 'integer' }, { type: 'array', items: { type: 'integer' } }] }, 7],
    [['7'], { anyOf: [{ type: 'integer' }, { type: 'array', items: { type: 'integer' } }] }, [7]],
    ['7', { anyOf: [{ const: 'a' }, { type: 'array', items: { type: 'integer' } }] }, [7]],
    [['a'], { anyOf: [{ const: 'a' }, { type: 'array', items: { type: 'integer' } }] }, 'a'],
    ['x', { anyOf: [{ const: 'a' }, { type: 'array', items: { type: 'integer' } }] }, 'x'],
  ])('%j by %j', (raw, schema, value) => {
    const convert = conversions.of(schema);
    expect(convert(raw as never)).toEqual(value);
    expect(convert(raw as never)).toEqual(value);
  });
});

class Size {
  @IsInt() size!: number;
}
class Sizes {
  @IsDefined() @OneOf(() => [String, Size]) size!: string | Size;
}

describe('a text where the document has a text or an object', () => {
  const received: unknown[] = [];
  const responses = { 204: response('Taken') };
  const take = (input: object): void => {
    received.push(input);
  };
  const given: Readonly<Record<string, Operation>> = {
    headers: operation({ method: 'GET', path: '/x', headers: Sizes, responses }, take),
    cookies: operation({ method: 'GET', path: '/x', cookies: Sizes, responses }, take),
    query: operation({ method: 'GET', path: '/x', query: Sizes, responses }, take),
    params: operation({ method: 'GET', path: '/x/:size', params: Sizes, responses }, take),
    body: operation({ method: 'POST', path: '/x', body: formBody(Sizes), responses }, take),
  };
  const form = (text: string): object => ({
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: `--b\r\nContent-Disposition: form-data; name="size"\r\n\r\n${text}\r\n--b--\r\n`,
  });

  it.each<[string, object, unknown]>([
    ['headers', { headers: { size: 'large' } }, 'large'],
    ['headers', { headers: { size: 'size,7' } }, { size: 7 }],
    ['cookies', { headers: { cookie: 'size=large' } }, 'large'],
    ['cookies', { headers: { cookie: 'size=size,7' } }, { size: 7 }],
    ['query', { target: '/x?size=large' }, 'large'],
    ['query', { target: '/x?size[size]=7' }, { size: 7 }],
    ['params', { target: '/x/large' }, 'large'],
    ['params', { target: '/x/size,7' }, { size: 7 }],
    ['body', form('large'), 'large'],
    ['body', form('7'), '7'],
    ['body', form('true'), 'true'],
    ['body', form('{"size":7}'), { size: 7 }],
  ])('is read from %s: %j', async (place, request, size) => {
    received.length = 0;
    expect((await runnerOf(given[place]!)({ target: '/x', ...request })).status).toBe(204);
    expect(JSON.parse(JSON.stringify(received))).toMatchObject([{ [place]: { size } }]);
  });
});
