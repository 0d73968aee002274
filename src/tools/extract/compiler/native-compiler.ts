import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type ts from 'typescript';
import { InputError } from '../../cli/command.js';
import { type Compiler, isOwnSource, type Syntax } from './compiler.js';
import { tupleShape } from './library-compiler.js';

// The API of TypeScript 7 is called unstable. Its compiler is a process that ends at a wrong question, so
// this file asks only what the kind of a type allows, and only this file uses the API.

/**
 * The part of `typescript/unstable/sync` 7.0 that this file uses. Types, symbols and nodes have the shapes of
 * older versions.
 */
interface NativeApi {
  readonly API: new (options: { readonly cwd: string }) => {
    updateSnapshot(options: { readonly openProjects: readonly string[] }): {
      getProject(config: string): NativeProject | undefined;
    };
    close(): void;
  };
  readonly TypeFlags: Compiler['TypeFlags'];
  readonly SymbolFlags: Compiler['SymbolFlags'] & { readonly Alias: number };
  readonly ObjectFlags: { readonly Reference: number };
  readonly SignatureKind: { readonly Call: number; readonly Construct: number };
}

interface NativeProject {
  readonly compilerOptions: { readonly strict?: boolean; readonly strictNullChecks?: boolean };
  readonly program: {
    getSourceFile(file: string): ts.SourceFile | undefined;
    getSourceFileNames(): readonly string[];
  };
  readonly checker: NativeChecker;
}

interface NativeChecker {
  getSymbolAtLocation(node: ts.Node): NativeSymbol | undefined;
  getAliasedSymbol(symbol: NativeSymbol): NativeSymbol;
  getTypeAtLocation(node: ts.Node): NativeType | undefined;
  getTypeOfSymbol(symbol: ts.Symbol): NativeType | undefined;
  getDeclaredTypeOfSymbol(symbol: ts.Symbol): NativeType;
  getTypeArguments(type: ts.Type): readonly NativeType[];
  isArrayType(type: ts.Type): boolean;
  isTupleType(type: ts.Type): boolean;
  getPropertiesOfType(type: ts.Type): readonly NativeSymbol[];
  getSignaturesOfType(type: ts.Type, kind: number): readonly object[];
  getReturnTypeOfSignature(signature: object): NativeType | undefined;
  getIndexInfosOfType(
    type: ts.Type,
  ): readonly { readonly keyType: NativeType; readonly valueType: NativeType }[];
  getConstantValue(node: ts.Node): string | number | undefined;
  getDocumentationCommentOfSymbol(symbol: ts.Symbol): string;
  getJsDocTagsOfSymbol(symbol: ts.Symbol): readonly { readonly name: string; readonly text?: string }[];
}

interface NativeType extends ts.Type {
  readonly objectFlags?: number;
  readonly value?: unknown;
  readonly intrinsicName?: string;
  readonly elementFlags?: readonly number[];
  getAliasSymbol(): NativeSymbol | undefined;
  getAliasTypeArguments(): readonly NativeType[];
  getTypes(): readonly NativeType[] | undefined;
  getTarget(): NativeType;
}

interface NativeSymbol extends Omit<ts.Symbol, 'declarations' | 'parent'> {
  readonly declarations: readonly { resolve(): ts.Node | undefined }[];
  getParent(): ts.Symbol | undefined;
  getExports(): ReadonlyMap<string, ts.Symbol>;
}

/** Creates a program by the API of TypeScript 7. */
export async function createNativeCompiler(version: string, config: string): Promise<Compiler> {
  const { api, syntax } = await loadApi(version, config);
  const { TypeFlags: flags, SymbolFlags, ObjectFlags, SignatureKind } = api;
  const server = new api.API({ cwd: path.dirname(config) });
  const project = server.updateSnapshot({ openProjects: [config] }).getProject(config);
  if (project === undefined) {
    server.close();
    throw new InputError(`${config} cannot be read by TypeScript ${version}.`);
  }
  const { checker, program, compilerOptions: options } = project;
  const isObject = (type: ts.Type): boolean => (type.flags & flags.Object) !== 0;
  const isReference = (type: ts.Type): boolean =>
    isObject(type) && (((type as NativeType).objectFlags ?? 0) & ObjectFlags.Reference) !== 0;
  const hasMembers = (type: ts.Type): boolean => (type.flags & (flags.Object | flags.Intersection)) !== 0;
  const native = (symbol: ts.Symbol): NativeSymbol => symbol as unknown as NativeSymbol;
  return {
    version,
    // TypeScript 7 is strict unless an option turns that off.
    strictNulls: options.strictNullChecks ?? options.strict ?? true,
    files: program
      .getSourceFileNames()
      .map((file) => path.resolve(file))
      .filter(isOwnSource),
    TypeFlags: flags,
    SymbolFlags,
    syntax,
    source: (file) => program.getSourceFile(file),
    symbolAt: (node) => {
      const symbol = checker.getSymbolAtLocation(node);
      const meant = symbol && symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      return meant as unknown as ts.Symbol | undefined;
    },
    typeAt: (node) => checker.getTypeAtLocation(node),
    typeOf: (symbol) => checker.getTypeOfSymbol(symbol),
    declaredType: (symbol) => checker.getDeclaredTypeOfSymbol(symbol),
    symbolOf: (type) => type.getSymbol(),
    aliasOf: (type) => {
      const symbol = (type as NativeType).getAliasSymbol();
      return (
        symbol && {
          symbol: symbol as unknown as ts.Symbol,
          args: (type as NativeType).getAliasTypeArguments(),
        }
      );
    },
    partsOf: (type) =>
      type.flags & (flags.Union | flags.Intersection) ? ((type as NativeType).getTypes() ?? []) : [],
    argumentsOf: (type) => (isReference(type) ? checker.getTypeArguments(type) : []),
    isArray: (type) => isReference(type) && checker.isArrayType(type),
    tupleOf: (type) => {
      if (!isReference(type) || !checker.isTupleType(type)) return undefined;
      const { elementFlags = [] } = (type as NativeType).getTarget();
      return tupleShape(checker.getTypeArguments(type), elementFlags);
    },
    literalOf: (type) => literalOf(type as NativeType, flags),
    propertiesOf: askedOnce((type: ts.Type) =>
      hasMembers(type) ? (checker.getPropertiesOfType(type) as unknown as readonly ts.Symbol[]) : [],
    ),
    isFunction: askedOnce(
      (type: ts.Type) =>
        hasMembers(type) &&
        [SignatureKind.Call, SignatureKind.Construct].some(
          (kind) => checker.getSignaturesOfType(type, kind).length > 0,
        ),
    ),
    returnsOf: (type) =>
      hasMembers(type)
        ? checker
            .getSignaturesOfType(type, SignatureKind.Call)
            .flatMap((signature) => checker.getReturnTypeOfSignature(signature) ?? [])
        : [],
    indexOf: (type) =>
      hasMembers(type)
        ? checker
            .getIndexInfosOfType(type)
            .find(({ keyType }) => (keyType.flags & (flags.String | flags.Number)) !== 0)?.valueType
        : undefined,
    declarationsOf: askedOnce((symbol: ts.Symbol) =>
      native(symbol).declarations.flatMap((handle) => handle.resolve() ?? []),
    ),
    parentOf: (symbol) => native(symbol).getParent(),
    membersOfEnum: (symbol) => [...native(symbol).getExports().values()],
    constantOf: (member) => checker.getConstantValue(member),
    commentOf: (symbol) => checker.getDocumentationCommentOfSymbol(symbol),
    tagsOf: askedOnce((symbol: ts.Symbol) =>
      checker.getJsDocTagsOfSymbol(symbol).map(({ name, text = '' }) => ({ name, text })),
    ),
    close: () => {
      server.close();
    },
  };
}

/**
 * Returns a function that remembers its results, because each question to the compiler's process takes time.
 */
function askedOnce<K, V>(ask: (key: K) => V): (key: K) => V {
  const answers = new Map<K, V>();
  return (key) => {
    if (!answers.has(key)) answers.set(key, ask(key));
    return answers.get(key) as V;
  };
}

function literalOf(type: NativeType, flags: Compiler['TypeFlags']): string | number | boolean | undefined {
  if (type.flags & (flags.Union | flags.Boolean)) return undefined;
  if (type.intrinsicName === 'true' || type.intrinsicName === 'false') return type.intrinsicName === 'true';
  const { value } = type;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined;
}

async function loadApi(version: string, config: string): Promise<{ api: NativeApi; syntax: Syntax }> {
  const { resolve } = createRequire(config);
  const load = async <T>(name: string): Promise<T> => (await import(pathToFileURL(resolve(name)).href)) as T;
  try {
    return {
      api: await load<NativeApi>('typescript/unstable/sync'),
      syntax: await load<Syntax>('typescript/unstable/ast/is'),
    };
  } catch (error) {
    throw new InputError(
      `The API of TypeScript ${version} cannot be loaded: ${(error as Error).message}. Install TypeScript 6 beside it, and name its project: npm install --save-dev typescript@6`,
      { cause: error },
    );
  }
}
