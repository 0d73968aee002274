import type ts from 'typescript';

/** The guards of nodes, which have the same names in every version of TypeScript. */
export type Syntax = Pick<
  typeof ts,
  | 'isCallExpression'
  | 'isClassDeclaration'
  | 'isClassExpression'
  | 'isDecorator'
  | 'isEnumMember'
  | 'isGetAccessorDeclaration'
  | 'isIdentifier'
  | 'isInterfaceDeclaration'
  | 'isMethodDeclaration'
  | 'isSetAccessorDeclaration'
>;

type TypeFlag =
  | 'AnyOrUnknown'
  | 'BigIntLike'
  | 'Boolean'
  | 'BooleanLike'
  | 'EnumLike'
  | 'ESSymbolLike'
  | 'Intersection'
  | 'Never'
  | 'Null'
  | 'Number'
  | 'NumberLike'
  | 'Object'
  | 'Primitive'
  | 'String'
  | 'StringLike'
  | 'Union'
  | 'VoidLike';
type SymbolFlag = 'Class' | 'Interface' | 'Enum' | 'Optional';

/** The elements of a tuple type. */
export interface TupleShape {
  readonly items: readonly ts.Type[];
  /** The number of items that every value has. */
  readonly required: number;
  /** The index of the item that may occur any number of times, or -1. */
  readonly rest: number;
}

/** A tag of a comment, such as `@example`. */
export interface CommentTag {
  readonly name: string;
  readonly text: string;
}

/**
 * A program of one version of TypeScript. Types, symbols and nodes are the compiler's own objects; only the
 * files of this folder use its API.
 */
export interface Compiler {
  readonly version: string;
  /** True if `null` and `undefined` have types of their own. */
  readonly strictNulls: boolean;
  /** Absolute paths of the project's own sources. */
  readonly files: readonly string[];
  /** The values of these names differ between versions. */
  readonly TypeFlags: Readonly<Record<TypeFlag, number>>;
  readonly SymbolFlags: Readonly<Record<SymbolFlag, number>>;
  readonly syntax: Syntax;
  source(file: string): ts.SourceFile | undefined;
  /** Returns the symbol that a node names, behind its imports. */
  symbolAt(node: ts.Node): ts.Symbol | undefined;
  typeAt(node: ts.Node): ts.Type | undefined;
  typeOf(symbol: ts.Symbol): ts.Type | undefined;
  /** Returns the type of a class's instances. */
  declaredType(symbol: ts.Symbol): ts.Type | undefined;
  symbolOf(type: ts.Type): ts.Symbol | undefined;
  aliasOf(type: ts.Type): { readonly symbol: ts.Symbol; readonly args: readonly ts.Type[] } | undefined;
  /** Returns the parts of a union or an intersection. */
  partsOf(type: ts.Type): readonly ts.Type[];
  argumentsOf(type: ts.Type): readonly ts.Type[];
  isArray(type: ts.Type): boolean;
  tupleOf(type: ts.Type): TupleShape | undefined;
  /** Returns the value of a literal type. */
  literalOf(type: ts.Type): string | number | boolean | undefined;
  propertiesOf(type: ts.Type): readonly ts.Symbol[];
  /** Returns whether values of a type are functions or classes. */
  isFunction(type: ts.Type): boolean;
  /** Returns what the call signatures of a type return; none if it cannot be called. */
  returnsOf(type: ts.Type): readonly ts.Type[];
  /** Returns the type of the values of an index signature. */
  indexOf(type: ts.Type): ts.Type | undefined;
  declarationsOf(symbol: ts.Symbol): readonly ts.Node[];
  parentOf(symbol: ts.Symbol): ts.Symbol | undefined;
  membersOfEnum(symbol: ts.Symbol): readonly ts.Symbol[];
  constantOf(member: ts.Node): string | number | undefined;
  commentOf(symbol: ts.Symbol): string;
  tagsOf(symbol: ts.Symbol): readonly CommentTag[];
  close(): void;
}

const TESTS = /[.-](?:spec|test)\.[cm]?tsx?$/;

/** Returns whether a file is a source of the project: not a declaration, a package or a test. */
export function isOwnSource(file: string): boolean {
  return !/\.d\.[cm]?ts$/.test(file) && !file.includes('/node_modules/') && !TESTS.test(file);
}
