import type ts from 'typescript';
import type { AnswerFact, HandlerFact, Scalar } from 'dtospec/internal';
import { textsOf } from './comments.js';
import { type Compiler, isOwnSource } from './compiler/compiler.js';
import { decoratorsOf, namesOfDecorators, packageOf } from './entities.js';
import { isOfLibrary } from './names.js';
import type { TypeWriter } from './type-writer.js';
import { alternatives } from './union-schema.js';

/** Returns the handlers of a class of Nest, or undefined for another node. */
export function readController(
  writer: TypeWriter,
  node: ts.Node,
): { readonly name: string; readonly methods: Readonly<Record<string, HandlerFact>> } | undefined {
  const { compiler } = writer;
  if (!compiler.syntax.isClassDeclaration(node) || node.name === undefined) return undefined;
  const isController = namesOfDecorators(compiler, node).some((name) => name.endsWith('Controller'));
  if (!isController) return undefined;
  readNamedClasses(writer, node);
  return { name: node.name.text, methods: methodsOf(writer, node.name) };
}

/** Returns the methods with a decorator, also those of base classes, whose type arguments are known here. */
function methodsOf(writer: TypeWriter, name: ts.Identifier): Readonly<Record<string, HandlerFact>> {
  const { compiler } = writer;
  const symbol = compiler.symbolAt(name);
  const type = symbol && compiler.declaredType(symbol);
  const methods = (type === undefined ? [] : compiler.propertiesOf(type)).filter((property) =>
    compiler
      .declarationsOf(property)
      .some((node) => compiler.syntax.isMethodDeclaration(node) && decoratorsOf(compiler, node).length > 0),
  );
  for (const node of methods.flatMap((method) => compiler.declarationsOf(method))) {
    readParameters(writer, node);
    readNamedClasses(writer, node);
  }
  return Object.fromEntries(
    methods.map((method) => {
      const ofMethod = compiler.typeOf(method);
      const returns = ofMethod === undefined ? [] : compiler.returnsOf(ofMethod);
      const texts = textsOf(compiler, method);
      return [method.name, { ...texts, ...handlerFact(writer, returns) }];
    }),
  );
}

/** Writes the classes of bodies, queries and paths, which a handler's parameters with a decorator receive. */
function readParameters(writer: TypeWriter, node: ts.Node): void {
  const { parameters = [] } = node as Partial<ts.MethodDeclaration>;
  for (const parameter of parameters) {
    if (decoratorsOf(writer.compiler, parameter).length === 0) continue;
    const type = writer.compiler.typeAt(parameter);
    if (type !== undefined) writer.write([type]);
  }
}

/**
 * Writes the classes that decorators name, such as the `type`
 * of `@ApiResponse`. Generic ones have no type arguments.
 */
function readNamedClasses(writer: TypeWriter, node: ts.Node): void {
  const { compiler } = writer;
  const { syntax, SymbolFlags } = compiler;
  const visit = (part: ts.Node): void => {
    if (!syntax.isIdentifier(part)) {
      part.forEachChild(visit);
      return;
    }
    const symbol = compiler.symbolAt(part);
    if (symbol === undefined || (symbol.flags & SymbolFlags.Class) === 0) return;
    const type = isPlainClass(compiler, symbol) ? compiler.declaredType(symbol) : undefined;
    if (type !== undefined) writer.write([type]);
  };
  for (const { expression } of decoratorsOf(compiler, node)) {
    // Guards, pipes, interceptors and filters are no data.
    if (!syntax.isCallExpression(expression) || expression.expression.getText().startsWith('Use')) continue;
    for (const argument of expression.arguments) visit(argument);
  }
}

function isPlainClass(compiler: Compiler, symbol: ts.Symbol): boolean {
  return compiler
    .declarationsOf(symbol)
    .every(
      (node) =>
        isOwnSource(node.getSourceFile().fileName) &&
        compiler.syntax.isClassDeclaration(node) &&
        (node.typeParameters ?? []).length === 0,
    );
}

function handlerFact(writer: TypeWriter, [returned, ...overloads]: readonly ts.Type[]): HandlerFact {
  if (returned === undefined || overloads.length > 0) return {};
  const answer = answerOf(writer, returned);
  return answer === undefined ? {} : { answer };
}

/** Returns the answer of a handler that returns a type, or undefined if the type leaves it open. */
export function answerOf(writer: TypeWriter, returned: ts.Type): AnswerFact | undefined {
  const { compiler } = writer;
  const { TypeFlags: flags } = compiler;
  const types = awaited(compiler, returned);
  if (types.some((type) => type.flags & (flags.AnyOrUnknown | flags.Never))) return undefined;
  if (types.every((type) => type.flags & flags.VoidLike)) return { nothing: true };
  // For undefined, every platform sends an empty body; for null, it depends on the platform.
  const values = types.filter((type) => (type.flags & (flags.VoidLike | flags.Null)) === 0);
  if (values.length === 0 || values.some((type) => isPlatformsOwn(compiler, type))) return undefined;
  if (values.some((type) => isStreamableFile(compiler, type)))
    return values.length === 1 ? { file: true } : undefined;
  const { schema, entities } = writer.write(values);
  const [entity] = entities;
  if (entity !== undefined) return { entity };
  const scalars = [...new Set(values.map((type) => scalarOf(compiler, type)))];
  const isMixed = scalars.length > 1 && scalars.includes(undefined);
  if (schema === undefined || isOpen(schema) || isMixed) return undefined;
  const isNullable = types.some((type) => type.flags & flags.Null);
  return {
    schema,
    ...(isNullable && { nullable: true as const }),
    ...(scalars[0] !== undefined && { scalars: scalars as Scalar[] }),
  };
}

/** Returns whether a schema accepts every value, or every list. */
function isOpen(schema: object): boolean {
  const { type, items, ...others } = schema as { readonly type?: unknown; readonly items?: object };
  if (Object.keys(others).length > 0) return false;
  if (type === undefined) return true;
  return type === 'array' && (items === undefined || isOpen(items));
}

/**
 * Returns the types of the value that Nest waits for: in a
 * promise, or in an Observable that no other one contains.
 */
function awaited(compiler: Compiler, type: ts.Type, isInStream = false): readonly ts.Type[] {
  const parts = alternatives(compiler, type);
  if (parts.length > 1) return parts.flatMap((part) => awaited(compiler, part, isInStream));
  const symbol = compiler.symbolOf(type);
  const isStream = symbol?.name === 'Observable' && isIn(compiler, symbol, 'rxjs');
  const isPromise = symbol?.name.startsWith('Promise') === true && isOfLibrary(compiler, symbol);
  const [value] = isPromise || (isStream && !isInStream) ? compiler.argumentsOf(type) : [];
  return value === undefined ? [type] : awaited(compiler, value, isInStream || isStream);
}

/**
 * Returns whether Nest waits for a value of another kind, or
 * whether platforms differ in what they send for it.
 */
function isPlatformsOwn(compiler: Compiler, type: ts.Type): boolean {
  if (compiler.propertiesOf(type).some(({ name }) => name === 'then' || name === 'subscribe')) return true;
  const symbol = compiler.symbolOf(type);
  return symbol?.name === 'Buffer' && isOfLibrary(compiler, symbol);
}

/** Returns the type of a value that the platforms send as text, or undefined for an object or a list. */
function scalarOf(compiler: Compiler, type: ts.Type): Scalar | undefined {
  const { Intersection, StringLike, NumberLike, BooleanLike } = compiler.TypeFlags;
  if (type.flags & Intersection)
    return compiler
      .partsOf(type)
      .map((part) => scalarOf(compiler, part))
      .find((one) => one !== undefined);
  if (type.flags & StringLike) return 'string';
  if (type.flags & NumberLike) return 'number';
  return type.flags & BooleanLike ? 'boolean' : undefined;
}

function isStreamableFile(compiler: Compiler, type: ts.Type): boolean {
  const symbol = compiler.symbolOf(type);
  return symbol?.name === 'StreamableFile' && isIn(compiler, symbol, '@nestjs/common');
}

function isIn(compiler: Compiler, symbol: ts.Symbol, name: string): boolean {
  return compiler.declarationsOf(symbol).some((node) => packageOf(node.getSourceFile().fileName) === name);
}
