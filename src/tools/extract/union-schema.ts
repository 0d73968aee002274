import type ts from 'typescript';
import type { FactSchema } from 'dtospec/internal';
import type { Compiler } from './compiler/compiler.js';
import type { Writer } from './writer.js';

type Literal = string | number | boolean;

/** Values without a name in an enum, and types in a union, beyond which the schema leaves them out. */
const MOST_LITERALS = 500;
const MOST_TYPES = 100;

/**
 * Returns the schema of a union: its literals as one enum for each type, a whole enum by its name, and the
 * other types. Undefined if JSON has none of the values.
 */
export function unionSchema(writer: Writer, types: readonly ts.Type[]): FactSchema | undefined {
  const { compiler } = writer;
  const { TypeFlags: flags } = compiler;
  const parts = types.flatMap((type) => alternatives(compiler, type));
  const literals = new Map<ts.Symbol | undefined, Literal[]>();
  const schemas: FactSchema[] = [];
  let isNullable = false;
  for (const part of parts) {
    const literal = compiler.literalOf(part);
    if (part.flags & flags.Null) isNullable = true;
    else if (literal === undefined) schemas.push(...listed(writer.schemaOf(part)));
    else {
      const owner = part.flags & flags.EnumLike ? enumOf(writer, part) : undefined;
      literals.set(owner, [...(literals.get(owner) ?? []), literal]);
    }
  }
  for (const [owner, values] of literals) schemas.push(...literalSchemas(writer, owner, values));
  if (schemas.some((schema) => Object.keys(schema).length === 0)) return {};
  if (isNullable) schemas.push({ type: 'null' });
  return joined(schemas);
}

/** Returns the types of a union, or the type itself. */
export function alternatives(compiler: Compiler, type: ts.Type): readonly ts.Type[] {
  const { Union, Boolean } = compiler.TypeFlags;
  if (!(type.flags & Union) || type.flags & Boolean) return [type];
  return compiler.partsOf(type);
}

/** Returns whether JSON has the values of a type. It leaves out undefined, functions and symbols. */
export function isSent(compiler: Compiler, type: ts.Type): boolean {
  const { VoidLike, ESSymbolLike } = compiler.TypeFlags;
  return (type.flags & (VoidLike | ESSymbolLike)) === 0 && !compiler.isFunction(type);
}

function enumOf({ compiler }: Writer, member: ts.Type): ts.Symbol | undefined {
  const symbol = compiler.symbolOf(member);
  if (symbol === undefined) return undefined;
  // The symbol of a type with one member is the enum's own.
  return symbol.flags & compiler.SymbolFlags.Enum ? symbol : compiler.parentOf(symbol);
}

function literalSchemas(
  writer: Writer,
  owner: ts.Symbol | undefined,
  literals: readonly Literal[],
): FactSchema[] {
  const values = [...new Set(literals)];
  if (owner !== undefined) {
    const whole = writer.types.enumReference(owner, values);
    if (whole !== undefined) return [whole];
  }
  const ofType = (type: string): Literal[] => values.filter((value) => typeof value === type);
  const booleans = ofType('boolean');
  return [
    ...valuesSchema('string', ofType('string')),
    ...valuesSchema('number', ofType('number')),
    ...(booleans.length > 1 ? [{ type: 'boolean' }] : valuesSchema('boolean', booleans)),
  ];
}

function valuesSchema(type: string, [first, ...others]: readonly Literal[]): FactSchema[] {
  if (first === undefined) return [];
  if (others.length >= MOST_LITERALS) return [{ type }];
  return [others.length === 0 ? { type, const: first } : { type, enum: [first, ...others] }];
}

function joined(all: readonly FactSchema[]): FactSchema | undefined {
  const schemas = [...new Map(all.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [first, ...others] = schemas;
  if (schemas.length > MOST_TYPES) return {};
  if (others.length === 0) return first;
  const plain = schemas.every((schema) => Object.keys(schema).join() === 'type');
  return plain ? { type: schemas.map(({ type }) => type) } : { anyOf: schemas };
}

function listed(schema: FactSchema | undefined): FactSchema[] {
  return schema === undefined ? [] : [schema];
}
