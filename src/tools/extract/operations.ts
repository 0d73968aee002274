import type ts from 'typescript';
import type { HandlerFact } from 'dtospec/internal';
import { textsOf } from './comments.js';
import type { Compiler } from './compiler/compiler.js';
import { packageOf } from './entities.js';
import { answerOf } from './handlers.js';
import type { TypeWriter } from './type-writer.js';

/**
 * Returns the facts of a call such as `operation({ method: 'GET', path: '/cats' }, handler)`, or undefined
 * for another node.
 */
export function readOperation(
  writer: TypeWriter,
  node: ts.Node,
): { readonly name: string; readonly fact: HandlerFact } | undefined {
  const { compiler } = writer;
  if (!compiler.syntax.isCallExpression(node) || !node.expression.getText().endsWith('operation'))
    return undefined;
  const [definition, handler] = node.arguments;
  if (definition === undefined || handler === undefined || !isOurs(compiler, node.expression))
    return undefined;
  const [method, path] = ['method', 'path'].map((field) => textOf(compiler, definition, field));
  const type = compiler.typeAt(handler);
  if (method === undefined || path === undefined || type === undefined) return undefined;
  const [returned, ...overloads] = compiler.returnsOf(type);
  const answer = returned === undefined || overloads.length > 0 ? undefined : answerOf(writer, returned);
  const { name } = node.parent as Partial<ts.VariableDeclaration>;
  return {
    name: `${method.toUpperCase()} ${path}`,
    fact: { ...textsOf(compiler, name && compiler.symbolAt(name)), ...(answer !== undefined && { answer }) },
  };
}

function isOurs(compiler: Compiler, callee: ts.Node): boolean {
  const symbol = compiler.symbolAt((callee as Partial<ts.PropertyAccessExpression>).name ?? callee);
  const files = symbol === undefined ? [] : compiler.declarationsOf(symbol);
  return files.some((node) => packageOf(node.getSourceFile().fileName) === 'dtospec');
}

/** Returns the text of a field of an object: a literal, or a constant. */
function textOf(compiler: Compiler, object: ts.Node, field: string): string | undefined {
  const { properties = [] } = object as Partial<ts.ObjectLiteralExpression>;
  const property = properties.find((property) => property.name?.getText() === field);
  const { initializer } = (property ?? {}) as Partial<ts.PropertyAssignment>;
  const type = initializer && compiler.typeAt(initializer);
  const text = type && compiler.literalOf(type);
  return typeof text === 'string' ? text : undefined;
}
