import type { JsonValue } from 'dtospec/internal';

/** Strings that break naive checks. The first ones crash the most services. */
export const texts: readonly string[] = [
  ...['😀', '\0', 'x'.repeat(300), '2021-02-30', 'é', ' ', '\t\n', 'a', 'ab', 'null', 'true', 'false'],
  ...['0', '1', '-1', '5', '1.5', '1e3', 'NaN', 'e\u0301', '😀😀', '👨‍👩‍👧', 'a\uFE0F', '\u{10FFFF}', '\uD800'],
  ...['ß', 'İ', 'ſ', 'K', '١٢', 'a b', 'a,b', 'a\nb', '\u2028', '..', '__proto__', 'constructor', 'toString'],
];

export const wanted: readonly string[] = [
  ...['ada@example.com', 'https://example.com/a?b=c', 'example.com', '2020-02-29', '2020-02-29T12:00:00Z'],
  ...['2020-W05', '10000000-0000-4000-8000-000000000000', '507f1f77bcf86cd799439011', '127.0.0.1', '::1'],
  ...['00:1b:44:11:3a:b7', '8080', 'aGk=', 'a.b.c', '1.2.3', '#ff0000', 'rgb(0,0,0)', 'application/json'],
  ...['en-US', 'de', 'DE', 'EUR', 'eur', '12:30', 'Europe/Berlin', '12.34', '45.5,9.5', '10115'],
  ...['GB82WEST12345698765432', '4111111111111111', '+4915123456789', 'DEUTDEFF', 'Passw0rd!x', 'level'],
];

export const numbers: readonly number[] = [
  ...[0, -0, 1, -1, 2, 3, 5, 10, 0.5, 0.1 + 0.2, 0.07, 1.005, 1e-7, -1e-7, 255, 1e9, 1e21],
  ...[2 ** 53, -(2 ** 53) - 1, Number.MAX_VALUE, Number.MIN_VALUE, -181, 90.5],
];

/** Values of every JSON type. `JSON.parse` creates `__proto__` as a member, as a body parser does. */
export const values: readonly JsonValue[] = [
  ...[null, true, false, ...numbers, ...texts, ...wanted],
  ...[[], [[]], [[[]]], [null], [{}], ['a'], ['a', 'a'], [1], [1, 2], [true], [1, 'a', null, {}]],
  ...[{}, { a: 1 }, { '': '' }, { a: { b: { c: [] } } }],
  JSON.parse('{"__proto__": {"name": "x"}}') as JsonValue,
  ...[{ constructor: 'x', prototype: null, toString: 1 }, { length: 0 }, { length: 3, 0: 'a' }, { then: 1 }],
  { size: 1, entries: [] },
];

/** Keys that every object inherits, or that libraries treat specially. `valueOf` is missing because Ajv calls it. */
export const keys: readonly string[] = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', 'then', ''],
  ...['extra', '0', 'type', 'kind'],
];
