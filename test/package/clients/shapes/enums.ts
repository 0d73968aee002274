import { ALL, meaning, NEW, shape, type Shapes } from './shape.js';

const STATUS = meaning("'placed' | 'shipped'", ['placed'], ['lost', null]);
const LEVEL = meaning('0 | 1', [0], [2, '0']);
const MIXED = meaning("'a' | 1", ['a', 1], ['b', 2]);
const LETTER = meaning("'a'", ['a'], ['b', null]);
const ODD = ['', ' ', '1', 'a-b', "it's", 'ü'];

const STATUSES = { type: 'string', enum: ['placed', 'shipped'] };
const LEVELS = { type: 'integer', enum: [0, 1] };
const A = { type: 'string', enum: ['a'] };
const ONE = { type: 'number', enum: [1] };

/** Certain values. */
export const ENUMS: Shapes = {
  Enum: shape(STATUS, ALL, STATUSES),
  EnumUntyped: shape(STATUS, ALL, { enum: STATUSES.enum }),
  EnumWithNames: shape(STATUS, ALL, { ...STATUSES, 'x-enum-varnames': ['Placed', 'Shipped'] }),
  EnumWithDescriptions: shape(STATUS, ALL, { ...STATUSES, 'x-enum-descriptions': ['New', 'On its way'] }),
  EnumOfConsts: shape(
    STATUS,
    NEW,
    {
      type: 'string',
      oneOf: STATUSES.enum.map((value) => ({ type: 'string', const: value, title: value })),
    },
    { orval: 'string' },
  ),
  NumericEnum: shape(LEVEL, ALL, LEVELS),
  NumericEnumWithNames: shape(LEVEL, ALL, { ...LEVELS, 'x-enum-varnames': ['Low', 'High'] }),
  NumberEnum: shape(meaning('1 | 2.5', [2.5], [2]), ALL, { type: 'number', enum: [1, 2.5] }),
  NegativeEnum: shape(meaning('-1 | 1', [-1], [0]), ALL, { type: 'integer', enum: [-1, 1] }),
  MixedEnum: shape(MIXED, ALL, { enum: ['a', 1] }),
  MixedEnumWithNames: shape(MIXED, ALL, { enum: ['a', 1], 'x-enum-varnames': ['Letter', 'Number'] }),
  MixedEnumTyped: shape(
    MIXED,
    NEW,
    { type: ['string', 'number'], enum: ['a', 1] },
    { orval: 'does not compile' },
  ),
  MixedEnumUnion: shape(MIXED, ALL, { anyOf: [A, ONE] }),
  MixedEnumUnionTyped: shape(
    MIXED,
    NEW,
    { type: ['string', 'number'], anyOf: [A, ONE] },
    { 'openapi-typescript': 'string | number', orval: 'string | number' },
  ),
  BooleanEnum: shape(meaning('true', [true], [false]), ALL, { type: 'boolean', enum: [true] }),
  EnumOfOddTexts: shape(
    meaning(ODD.map((text) => JSON.stringify(text)).join(' | '), ['', "it's"], ['x']),
    ALL,
    {
      type: 'string',
      enum: ODD,
    },
  ),
  OneValue: shape(LETTER, ALL, A),
  Const: shape(LETTER, NEW, { type: 'string', const: 'a' }),
  ConstUntyped: shape(LETTER, NEW, { const: 'a' }),
  ConstNumber: shape(meaning('1', [1], [2]), NEW, { type: 'number', const: 1 }),
};
