import { enumMembers } from '../../../../decorators/enum.js';
import { TYPE, type TypeDeclaration, type TypeInput } from '../../../../decorators/type-input.js';
import type { Constructor } from '../../../shared/types.js';
import type { Loose } from './loose.js';
import { isLoose, isThunk } from './loose.js';
import { rawInput } from './schema.js';

/** Names of types, as @nestjs/swagger takes them. */
const NAMED: Readonly<Record<string, TypeInput>> = {
  string: String,
  number: Number,
  boolean: Boolean,
  integer: { [TYPE]: { form: 'scalar', kind: 'integer' } },
  file: { [TYPE]: { form: 'scalar', kind: 'file' } },
  object: Object,
  array: Array,
};

/**
 * What `type` and `isArray` of @nestjs/swagger's decorators stand for; undefined where they name no type. A thunk is
 * called here, so this is for when all modules are loaded.
 */
export function typeInputOf(type: unknown, isArray = false): TypeInput | undefined {
  const given = isThunk(type) ? type() : type;
  if (isArray) return listOf(typeInputOf(given));
  if (Array.isArray(given)) return listOf(typeInputOf(given[0]));
  if (typeof given === 'string') return NAMED[given.toLowerCase()];
  if (typeof given === 'function') return given as Constructor;
  return isLoose(given) ? typeInputOfLiteral(given) : undefined;
}

function listOf(items: TypeInput | undefined): TypeInput {
  const declaration: TypeDeclaration = { form: 'array', items: () => items ?? {}, unique: false };
  return { [TYPE]: declaration };
}

/** An enum, or as the compiler plugin writes a type without a name: its members with their options. */
function typeInputOfLiteral(literal: Loose): TypeInput | undefined {
  const values = Object.values(literal);
  if (values.length > 0 && values.every((member) => typeof member === 'string' || typeof member === 'number'))
    return enumInput(literal, undefined);
  return rawInput({ type: 'object', properties: literal });
}

/** A member of an enum, by the object or list that @nestjs/swagger was given, or a function that returns it. */
export function enumInput(values: unknown, name: unknown): TypeInput | undefined {
  const given: unknown = typeof values === 'function' ? (values as () => unknown)() : values;
  const members = enumMembers(given);
  if (members.length === 0) return Array.isArray(given) && given.length > 0 ? { enum: given } : undefined;
  return { [TYPE]: { form: 'enum', members, name: typeof name === 'string' ? name : undefined } };
}
