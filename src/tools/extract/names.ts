import path from 'node:path';
import type ts from 'typescript';
import type { Compiler } from './compiler/compiler.js';
import { packageOf } from './entities.js';

/**
 * Type arguments inside type arguments, beyond which a type has no name: `interface Box<T> { next: Box<T[]>
 * }` has no end.
 */
const DEEPEST_NAME = 4;

/** The name of a type, and the symbol that declares it. */
export interface TypeName {
  readonly symbol: ts.Symbol;
  /** The component: `Cat`, or `PageOfCat` for `Page<Cat>`. */
  readonly name: string;
  /** The file of its declaration. */
  readonly file: string;
  /** True if it has type arguments. */
  readonly generic: boolean;
}

/**
 * Returns the name of an object type: that of its class or
 * interface, or of its alias in a source of the project.
 */
export function nameOfType(compiler: Compiler, type: ts.Type, depth = 0): TypeName | undefined {
  if (depth > DEEPEST_NAME) return undefined;
  const alias = compiler.aliasOf(type);
  if (alias !== undefined && isOwn(compiler, alias.symbol))
    return named(compiler, alias.symbol, alias.args, depth);
  const symbol = compiler.symbolOf(type);
  const { Class, Interface } = compiler.SymbolFlags;
  if (symbol === undefined || !(symbol.flags & (Class | Interface)) || symbol.name.startsWith('__'))
    return undefined;
  return named(compiler, symbol, ownArguments(compiler, type, symbol), depth);
}

function named(
  compiler: Compiler,
  symbol: ts.Symbol,
  args: readonly ts.Type[],
  depth: number,
): TypeName | undefined {
  const file = fileOf(compiler, symbol);
  const parts = args.map((type) => partName(compiler, type, depth + 1));
  if (file === undefined || !parts.every((part) => part !== undefined)) return undefined;
  if (compiler.declarationsOf(symbol).some(isInGeneric)) return undefined;
  const name = componentName(parts.length === 0 ? symbol.name : `${symbol.name}Of${parts.join('')}`);
  return { symbol, name, file, generic: parts.length > 0 };
}

/** Returns the type arguments without `this`, which interfaces and classes have as their last one. */
function ownArguments(compiler: Compiler, type: ts.Type, symbol: ts.Symbol): readonly ts.Type[] {
  const counts = compiler.declarationsOf(symbol).map((node) => {
    const { typeParameters } = node as ts.Node & { readonly typeParameters?: readonly ts.Node[] };
    return typeParameters?.length ?? 0;
  });
  return compiler.argumentsOf(type).slice(0, Math.max(0, ...counts));
}

/**
 * Returns whether a declaration is inside a function with
 * type parameters. Each call of it declares another type.
 */
function isInGeneric(node: ts.Node): boolean {
  const { parent } = node as { readonly parent?: ts.Node & { readonly typeParameters?: readonly ts.Node[] } };
  return parent !== undefined && (parent.typeParameters !== undefined || isInGeneric(parent));
}

function partName(compiler: Compiler, type: ts.Type, depth: number): string | undefined {
  const { TypeFlags: flags } = compiler;
  if (compiler.isArray(type)) {
    const [items] = compiler.argumentsOf(type);
    const name = items && depth <= DEEPEST_NAME ? partName(compiler, items, depth + 1) : undefined;
    return name && `${name}Array`;
  }
  if (type.flags & flags.String) return 'String';
  if (type.flags & flags.Number) return 'Number';
  if (type.flags & flags.Boolean) return 'Boolean';
  if (type.flags & flags.EnumLike) return compiler.symbolOf(type)?.name;
  return nameOfType(compiler, type, depth)?.name ?? (isDate(compiler, type) ? 'Date' : undefined);
}

function isDate(compiler: Compiler, type: ts.Type): boolean {
  const symbol = compiler.symbolOf(type);
  return symbol?.name === 'Date' && isOfLibrary(compiler, symbol);
}

function componentName(name: string): string {
  return name.replace(/[^a-zA-Z0-9._-]/gu, '_');
}

function fileOf(compiler: Compiler, symbol: ts.Symbol): string | undefined {
  const [node] = compiler.declarationsOf(symbol);
  return node && path.resolve(node.getSourceFile().fileName);
}

function isOwn(compiler: Compiler, symbol: ts.Symbol): boolean {
  const file = fileOf(compiler, symbol);
  return file !== undefined && packageOf(file) === undefined;
}

/** Returns whether a symbol is one of JavaScript's or of Node's own. */
export function isOfLibrary(compiler: Compiler, symbol: ts.Symbol): boolean {
  return compiler.declarationsOf(symbol).some((node) => {
    const { fileName } = node.getSourceFile();
    return /\/(?:lib\.[^/]+\.d\.ts$|@types\/node\/)/.test(fileName) || fileName.startsWith('bundled:');
  });
}

/** Returns whether a symbol is declared in a package. */
export function isOfPackage(compiler: Compiler, symbol: ts.Symbol): boolean {
  return compiler
    .declarationsOf(symbol)
    .some((node) => packageOf(node.getSourceFile().fileName) !== undefined);
}
