import { ref, TEXT } from './shape.js';

export const KINDS = { propertyName: 'kind', mapping: { cat: ref('Cat').$ref, dog: ref('Dog').$ref } };
const OWN_KINDS = { ...KINDS, mapping: { ...KINDS.mapping, cat: ref('CatOrNull').$ref } };

const kind = (name: string): object => ({ type: 'string', enum: [name] });
const CAT_PROPERTIES = {
  required: ['kind', 'lives'],
  properties: { kind: kind('cat'), lives: { type: 'integer' } },
};
const PET_PROPERTIES = { required: ['name'], properties: { name: TEXT } };

/** What the shapes refer to. */
export const COMPONENTS: Readonly<Record<string, object>> = {
  Pet: { type: 'object', ...PET_PROPERTIES },
  Color: { type: 'string', enum: ['red', 'green'] },
  Cat: { type: 'object', ...CAT_PROPERTIES },
  Dog: {
    type: 'object',
    required: ['kind', 'bark'],
    properties: { kind: kind('dog'), bark: { type: 'boolean' } },
  },
  Node: {
    type: 'object',
    required: ['children'],
    properties: { children: { type: 'array', items: ref('Node') } },
  },
  // OpenAPI 3.0 has no type for null: these are ways to have it in a component.
  Null: { type: 'object', nullable: true, enum: [null] },
  PetOrNull: { type: 'object', nullable: true, ...PET_PROPERTIES },
  ColorOrNull: { type: 'string', nullable: true, enum: ['red', 'green', null] },
  CatOrNull: { type: 'object', nullable: true, ...CAT_PROPERTIES },
};

/** The same as TypeScript. */
export const COMPONENT_TYPES = `
type Pet = { name: string };
type Color = 'red' | 'green';
type Cat = { kind: 'cat'; lives: number };
type Dog = { kind: 'dog'; bark: boolean };
type Node = { children: Node[] };
`;

/** Discriminated by `kind`. */
export const KINDS_OF_REFS = {
  type: 'object',
  oneOf: [ref('Cat'), ref('Dog')],
  discriminator: KINDS,
};
export const OWN_KINDS_OF_REFS = {
  type: 'object',
  nullable: true,
  anyOf: [ref('CatOrNull'), ref('Dog')],
  discriminator: OWN_KINDS,
};

export const CAT = { kind: 'cat', lives: 9 };
export const DOG = { kind: 'dog', bark: true };
