import path from 'node:path';
import type ts from 'typescript';
import type { AnswerFact, FactsFile, HandlerFact } from 'dtospec/internal';
import { textsOf } from './comments.js';
import type { Compiler } from './compiler/compiler.js';
import { decoratorName, decoratorsOf, packageOf } from './entities.js';
import { isOfLibrary } from './names.js';
import { relativePath } from './named-types.js';
import type { TypeWriter } from './type-writer.js';

/** Reads the methods of Nest's controllers. */
export function readHandlers(writer: TypeWriter, folder: string): FactsFile['handlers'] {
  const { compiler } = writer;
  const handlers: Record<string, Readonly<Record<string, HandlerFact>>> = {};
  for (const file of compiler.files) {
    const source = compiler.source(file);
    if (source === undefined) continue;
    visit(source, (node) => {
      if (compiler.syntax.isClassDeclaration(node) && isController(compiler, node) && node.name !== undefined)
        handlers[`${relativePath(folder, path.resolve(file))}#${node.name.text}`] = methodsOf(
          writer,
          node.name,
        );
    });
  }
  return handlers;
}

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  node.forEachChild((child) => {
    visit(child, look);
  });
}

function isController(compiler: Compiler, node: ts.ClassDeclaration): boolean {
  return decoratorsOf(compiler, node).some((one) => decoratorName(compiler, one).endsWith('Controller'));
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
  for (const method of methods)
    for (const node of compiler.declarationsOf(method)) readParameters(writer, node);
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

function handlerFact(writer: TypeWriter, [returned, ...overloads]: readonly ts.Type[]): HandlerFact {
  if (returned === undefined || overloads.length > 0) return {};
  const answer = answerOf(writer, returned);
  return answer === undefined ? {} : { answer };
}

function answerOf(writer: TypeWriter, returned: ts.Type): AnswerFact | undefined {
  const { compiler } = writer;
  const { TypeFlags: flags } = compiler;
  const types = awaited(compiler, returned);
  // Nest sends an empty body for null.
  const isEmpty = (type: ts.Type): boolean => (type.flags & (flags.VoidLike | flags.Null)) !== 0;
  if (types.some((type) => type.flags & (flags.AnyOrUnknown | flags.Never))) return undefined;
  if (types.every((type) => type.flags & flags.VoidLike)) return { nothing: true };
  const values = types.filter((type) => !isEmpty(type));
  if (values.length === 0) return undefined;
  if (values.some((type) => isStreamableFile(compiler, type)))
    return values.length === 1 ? { file: true } : undefined;
  const { schema, entities } = writer.write(values);
  const [entity] = entities;
  if (entity !== undefined) return { entity };
  return schema === undefined || isOpen(schema) ? undefined : { schema };
}

/** Returns whether a schema accepts every value, or every list. */
function isOpen(schema: object): boolean {
  const { type, items, ...others } = schema as { readonly type?: unknown; readonly items?: object };
  if (Object.keys(others).length > 0) return false;
  return type === undefined || (type === 'array' && (items === undefined || isOpen(items)));
}

/** Returns the types of the value that Nest waits for: in a promise or an Observable. */
function awaited(compiler: Compiler, type: ts.Type): readonly ts.Type[] {
  const { Union, Boolean } = compiler.TypeFlags;
  if (type.flags & Union && !(type.flags & Boolean))
    return compiler.partsOf(type).flatMap((part) => awaited(compiler, part));
  const symbol = compiler.symbolOf(type);
  const [value] = symbol !== undefined && isLater(compiler, symbol) ? compiler.argumentsOf(type) : [];
  return value === undefined ? [type] : awaited(compiler, value);
}

function isLater(compiler: Compiler, symbol: ts.Symbol): boolean {
  if (symbol.name === 'Promise' || symbol.name === 'PromiseLike') return isOfLibrary(compiler, symbol);
  return symbol.name === 'Observable' && isIn(compiler, symbol, 'rxjs');
}

function isStreamableFile(compiler: Compiler, type: ts.Type): boolean {
  const symbol = compiler.symbolOf(type);
  return symbol?.name === 'StreamableFile' && isIn(compiler, symbol, '@nestjs/common');
}

function isIn(compiler: Compiler, symbol: ts.Symbol, name: string): boolean {
  return compiler.declarationsOf(symbol).some((node) => packageOf(node.getSourceFile().fileName) === name);
}
