import { CAT, DOG, KINDS, KINDS_OF_REFS } from './components.js';
import { ALL, meaning, NEW, NUMBER, ref, shape, TEXT, type Shapes } from './shape.js';

const EITHER = meaning('Cat | Dog', [CAT, DOG], [{ kind: 'cow' }, null]);
const EITHERS = meaning('(Cat | Dog)[]', [[CAT, DOG]], [[{ kind: 'cow' }]]);
const SCALAR = meaning('string | number', ['a', 5], [true, null]);
const PET_OR_TEXT = meaning('Pet | string', [{ name: 'Rex' }, 'a'], [5, {}]);
const LISTS = meaning('string[] | number[]', [['a'], [5]], [[true], 'a']);

const EITHER_REF = [ref('Cat'), ref('Dog')];
const list = (items: object): object => ({ type: 'array', items });

/** One of several types. */
export const UNIONS: Shapes = {
  Union: shape(EITHER, ALL, { anyOf: EITHER_REF }),
  UnionTyped: shape(EITHER, ALL, { type: 'object', anyOf: EITHER_REF }),
  UnionOneOf: shape(EITHER, ALL, { type: 'object', oneOf: EITHER_REF }),
  Kinds: shape(EITHER, ALL, { oneOf: EITHER_REF, discriminator: KINDS }),
  KindsTyped: shape(EITHER, ALL, KINDS_OF_REFS),
  UnionOfScalars: shape(SCALAR, ALL, { anyOf: [TEXT, NUMBER] }),
  UnionOfScalarsTyped: shape(SCALAR, NEW, {
    type: ['string', 'number'],
    anyOf: [{ type: 'string', maxLength: 9 }, NUMBER],
  }),
  UnionOfTypes: shape(SCALAR, NEW, { type: ['string', 'number'] }),
  UnionOfRefAndScalar: shape(PET_OR_TEXT, ALL, { anyOf: [ref('Pet'), TEXT] }),
  UnionOfRefAndScalarTyped: shape(PET_OR_TEXT, NEW, {
    type: ['object', 'string'],
    anyOf: [ref('Pet'), TEXT],
  }),
  UnionOfLists: shape(LISTS, ALL, { anyOf: [list(TEXT), list(NUMBER)] }),
  UnionOfListsTyped: shape(
    LISTS,
    ALL,
    { type: 'array', items: {}, anyOf: [list(TEXT), list(NUMBER)] },
    { 'openapi-typescript': 'unknown[] | string[] | number[]', orval: 'unknown[]' },
  ),
  ListOfUnion: shape(EITHERS, ALL, list({ anyOf: EITHER_REF })),
  ListOfUnionTyped: shape(EITHERS, ALL, list({ type: 'object', anyOf: EITHER_REF })),
  ListOfKinds: shape(EITHERS, ALL, list(KINDS_OF_REFS)),
};
