import type { ValidationOptions } from '../../../src/documents/model/validation-options.js';
import type { Narrowing } from '../narrowings.js';
import { BASE } from './narrowed-class.js';

const { must: _, ...WITHOUT_MUST } = BASE;
const { given_name: __, ...UNNAMED } = BASE;
const CLOSED: ValidationOptions = { whitelist: true, forbidNonWhitelisted: true };

type Witness = readonly [value: unknown, options?: ValidationOptions];

/** Values that fall under one narrowing each. */
export const WITNESSES: Readonly<Record<Narrowing, readonly Witness[]>> = {
  'null for an optional property': [
    [{ ...BASE, optional: null }],
    [{ ...BASE, nodes: [null, { size: 1 }] }, { skipNullProperties: true }],
    [{ ...BASE, nodes: [null, { size: 1 }] }, { skipMissingProperties: true }],
    [{ ...BASE, must: 'a', count: null }, { skipNullProperties: true }],
  ],
  'a single value instead of a list with `each`': [
    [{ ...BASE, list: 'a' }],
    [{ ...BASE, single: ['a', 'b'] }],
  ],
  'member names of an enum': [[{ ...BASE, color: 'Red' }]],
  'other spellings of codes and coordinates': [[{ ...BASE, country: 'de' }], [{ ...BASE, latitude: '45,5' }]],
  'other counts of characters': [[{ ...BASE, short: 'ab\uFE0F' }], [{ ...BASE, pair: '😀' }]],
  'input of a conversion': [
    [{ ...BASE, count: '5' }],
    [{ ...BASE, next: '5' }],
    [{ ...BASE, optional: { a: 1 } }, { enableImplicitConversion: true }],
  ],
  'nested lists of another depth': [
    [{ ...BASE, node: [{ size: 1 }] }],
    [{ ...BASE, nodes: { size: 1 } }],
    [{ ...BASE, nodes: [[{ size: 1 }], { size: 2 }] }],
    [{ ...BASE, node: [] }],
  ],
  'an unknown discriminator': [
    [{ ...BASE, either: { kind: 'other', size: 1 } }],
    [{ ...BASE, either: { size: 1 } }],
  ],
  'undocumented names': [
    [{ ...UNNAMED, givenName: 'a' }, CLOSED],
    [{ ...BASE, givenName: 'a' }, CLOSED],
    [{ ...BASE, toString: 1 }, CLOSED],
  ],
  'narrowings by decorators': [[WITHOUT_MUST]],
  'a declared type without a rule': [
    [{ ...BASE, free: 5 }],
    [{ ...BASE, unchecked: { size: 'a' } }],
    [{ ...BASE, unchecked: {} }],
    [5, { forbidUnknownValues: false }],
  ],
  'values that a `@ValidateIf` compares with': [[{ ...BASE, skip: 'skip' }]],
};
