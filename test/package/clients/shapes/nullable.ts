import { CAT, DOG, KINDS, KINDS_OF_REFS, OWN_KINDS_OF_REFS } from './components.js';
import { meaning, NEW, NULL, OLD, ref, shape, TEXT, type Shapes } from './shape.js';

const PET = meaning('Pet | null', [{ name: 'Rex' }, null], [{}, 5]);
const COLOR = meaning('Color | null', ['red', null], ['blue', 5]);
const EITHER = meaning('Cat | Dog | null', [CAT, DOG, null], [{ kind: 'cow' }, 5]);
const STRING = meaning('string | null', ['', null], [5]);
const LETTER = meaning("'a' | 'b' | null", ['a', null], ['c', 5]);
const LIST = meaning('string[] | null', [['a'], null], [[5], 'a']);
const MAP = meaning('{ [key: string]: string } | null', [{ a: 'b' }, null], [{ a: 5 }, 'a']);
const NOTHING = meaning('null', [null], ['a']);

const EITHER_REF = [ref('Cat'), ref('Dog')];
const NULLABLE_OBJECT = { type: 'object', nullable: true };
const OBJECT_OR_NULL = { type: ['object', 'null'] };

/** Null beside a reference. */
export const NULLABLE_REFS: Shapes = {
  NullableAllOf: shape(
    PET,
    OLD,
    { nullable: true, allOf: [ref('Pet')] },
    { redocly: 'nullable-type-sibling' },
  ),
  NullableTypedAllOf: shape(PET, OLD, { ...NULLABLE_OBJECT, allOf: [ref('Pet')] }, { prism: 'refuses null' }),
  NullableRefOrEnum: shape(
    PET,
    OLD,
    { anyOf: [ref('Pet'), { enum: [null] }] },
    { 'hey-api': 'Pet', 'kin-openapi': 'refuses null' },
  ),
  NullableRefOrTypedEnum: shape(
    PET,
    OLD,
    { anyOf: [ref('Pet'), { ...NULLABLE_OBJECT, enum: [null] }] },
    {
      prism: 'takes {}, takes 5',
      'kin-openapi': 'refuses null',
    },
  ),
  NullableRefOrNullRef: shape(
    PET,
    OLD,
    { ...NULLABLE_OBJECT, anyOf: [ref('Pet'), ref('Null')] },
    { prism: 'takes {}, takes 5' },
  ),
  NullableComponent: shape(PET, OLD, ref('PetOrNull')),
  NullableEnumAllOf: shape(
    COLOR,
    OLD,
    { nullable: true, allOf: [ref('Color')] },
    { prism: 'refuses null', redocly: 'nullable-type-sibling' },
  ),
  NullableEnumTypedAllOf: shape(
    COLOR,
    OLD,
    { type: 'string', nullable: true, allOf: [ref('Color')] },
    { orval: 'string | null', prism: 'refuses null' },
  ),
  NullableEnumOrNullRef: shape(
    COLOR,
    OLD,
    { type: 'string', nullable: true, anyOf: [ref('Color'), ref('Null')] },
    { 'openapi-typescript': 'string | null', orval: 'string | null', prism: 'takes "blue", takes 5' },
  ),
  NullableEnumInPlace: shape(
    COLOR,
    OLD,
    { type: 'string', nullable: true, enum: ['red', 'green', null] },
    { prism: 'takes "blue", takes 5' },
  ),
  NullableEnumComponent: shape(COLOR, OLD, ref('ColorOrNull'), { prism: 'takes "blue", takes 5' }),
  RefOrNull: shape(PET, NEW, { anyOf: [ref('Pet'), NULL] }),
  RefOneOfNull: shape(PET, NEW, { oneOf: [ref('Pet'), NULL] }),
  RefOrNullTyped: shape(PET, NEW, { ...OBJECT_OR_NULL, anyOf: [ref('Pet'), NULL] }),
  EnumRefOrNull: shape(COLOR, NEW, { anyOf: [ref('Color'), NULL] }),
  EnumRefOrNullTyped: shape(
    COLOR,
    NEW,
    { type: ['string', 'null'], anyOf: [ref('Color'), NULL] },
    { 'openapi-typescript': 'string | null', orval: 'string | null' },
  ),
};

/** Null beside several references. */
export const NULLABLE_UNIONS: Shapes = {
  NullableUnion: shape(
    EITHER,
    OLD,
    { nullable: true, anyOf: EITHER_REF },
    { prism: 'takes {"kind":"cow"}, takes 5', redocly: 'nullable-type-sibling' },
  ),
  NullableTypedUnion: shape(
    EITHER,
    OLD,
    { ...NULLABLE_OBJECT, anyOf: EITHER_REF },
    { prism: 'refuses null' },
  ),
  NullableUnionOrNullRef: shape(
    EITHER,
    OLD,
    { ...NULLABLE_OBJECT, anyOf: [...EITHER_REF, ref('Null')] },
    { prism: 'takes {"kind":"cow"}, takes 5' },
  ),
  NullableUnionOfComponent: shape(EITHER, OLD, { ...NULLABLE_OBJECT, anyOf: [ref('CatOrNull'), ref('Dog')] }),
  NullableKinds: shape(
    EITHER,
    OLD,
    { ...NULLABLE_OBJECT, oneOf: EITHER_REF, discriminator: KINDS },
    { 'hey-api': '({ kind: "cat"; } & Cat) | ({ kind: "dog"; } & Dog)', prism: 'refuses null' },
  ),
  NullableAllOfKinds: shape(
    EITHER,
    OLD,
    { ...NULLABLE_OBJECT, allOf: [KINDS_OF_REFS] },
    {
      'openapi-typescript':
        'Omit<{ kind: "cat"; lives: number; } | { kind: "dog"; bark: boolean; }, "kind"> | null',
      prism: 'refuses null',
    },
  ),
  NullableKindsOrNullRef: shape(
    EITHER,
    OLD,
    { ...NULLABLE_OBJECT, anyOf: [KINDS_OF_REFS, ref('Null')] },
    { prism: 'takes {"kind":"cow"}, takes 5' },
  ),
  NullableKindsOfComponent: shape(EITHER, OLD, OWN_KINDS_OF_REFS),
  UnionOrNull: shape(EITHER, NEW, { anyOf: [...EITHER_REF, NULL] }),
  UnionOrNullTyped: shape(EITHER, NEW, { ...OBJECT_OR_NULL, anyOf: [...EITHER_REF, NULL] }),
  KindsWithNull: shape(
    EITHER,
    ['3.1'],
    { oneOf: [...EITHER_REF, NULL], discriminator: KINDS },
    {
      'hey-api': '({ kind: "cat"; } & Cat) | ({ kind: "dog"; } & Dog)',
      redocly: 'no-illogical-composition-keywords',
    },
  ),
  KindsWithNullTyped: shape(
    EITHER,
    ['3.1'],
    {
      ...OBJECT_OR_NULL,
      oneOf: [...EITHER_REF, NULL],
      discriminator: KINDS,
    },
    {
      'openapi-typescript':
        '(Record<string, never> & { kind: "cat"; lives: number; }) | (Record<string, never> & { kind: "dog"; bark: boolean; })',
      'hey-api': '({ kind: "cat"; } & Cat) | ({ kind: "dog"; } & Dog)',
      redocly: 'no-illogical-composition-keywords',
    },
  ),
  KindsOrNull: shape(EITHER, NEW, { anyOf: [KINDS_OF_REFS, NULL] }),
  KindsOrNullTyped: shape(EITHER, NEW, { ...OBJECT_OR_NULL, anyOf: [KINDS_OF_REFS, NULL] }),
};

/** Null beside anything else. */
export const NULLABLE: Shapes = {
  NullableString: shape(STRING, OLD, { type: 'string', nullable: true }),
  StringOrNull: shape(STRING, NEW, { type: ['string', 'null'] }),
  NullableEnum: shape(
    LETTER,
    OLD,
    { type: 'string', nullable: true, enum: ['a', 'b', null] },
    { prism: 'takes "c", takes 5' },
  ),
  NullableEnumWithoutNull: shape(
    LETTER,
    OLD,
    { type: 'string', nullable: true, enum: ['a', 'b'] },
    { 'hey-api': '"a" | "b"' },
  ),
  EnumOrNull: shape(LETTER, NEW, { type: ['string', 'null'], enum: ['a', 'b', null] }),
  NullableList: shape(LIST, OLD, { type: 'array', nullable: true, items: TEXT }),
  ListOrNull: shape(LIST, NEW, { type: ['array', 'null'], items: TEXT }),
  ListOfNullable: shape(meaning('(string | null)[]', [['a', null]], [[5], null]), NEW, {
    type: 'array',
    items: { type: ['string', 'null'] },
  }),
  NullableMap: shape(MAP, OLD, { ...NULLABLE_OBJECT, additionalProperties: TEXT }),
  MapOrNull: shape(MAP, NEW, { ...OBJECT_OR_NULL, additionalProperties: TEXT }),
  OnlyNull: shape(NOTHING, NEW, NULL),
  OnlyNullEnum: shape(NOTHING, OLD, { enum: [null] }, { 'hey-api': 'never', 'kin-openapi': 'refuses null' }),
  OnlyNullTyped: shape(NOTHING, OLD, { ...NULLABLE_OBJECT, enum: [null] }, { prism: 'takes "a"' }),
};
