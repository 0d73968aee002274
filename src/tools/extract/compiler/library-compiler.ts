import path from 'node:path';
import type ts from 'typescript';
import { InputError } from '../../cli/command.js';
import { type Compiler, isOwnSource, type TupleShape } from './compiler.js';

/** Creates a program by the API of TypeScript 5.5 to 6. */
export function createLibraryCompiler(typescript: typeof ts, config: string): Compiler {
  const { fileNames, options } = readConfig(typescript, config);
  const program = typescript.createProgram(fileNames, { ...options, noEmit: true, skipLibCheck: true });
  const checker = program.getTypeChecker();
  const unaliased = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & typescript.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return {
    version: typescript.version,
    // TypeScript 6 is strict unless an option turns that off.
    strictNulls: options.strictNullChecks ?? options.strict ?? !typescript.version.startsWith('5.'),
    files: program
      .getSourceFiles()
      .filter((file) => !program.isSourceFileFromExternalLibrary(file))
      .map(({ fileName }) => path.resolve(fileName))
      .filter(isOwnSource),
    // The declarations leave out some names.
    TypeFlags: typescript.TypeFlags as unknown as Compiler['TypeFlags'],
    SymbolFlags: typescript.SymbolFlags,
    syntax: typescript,
    source: (file) => program.getSourceFile(file),
    symbolAt: (node) => {
      const symbol = checker.getSymbolAtLocation(node);
      return symbol && unaliased(symbol);
    },
    typeAt: (node) => checker.getTypeAtLocation(node),
    typeOf: (symbol) => checker.getTypeOfSymbol(symbol),
    declaredType: (symbol) => checker.getDeclaredTypeOfSymbol(symbol),
    symbolOf: (type) => type.getSymbol(),
    aliasOf: ({ aliasSymbol, aliasTypeArguments = [] }) =>
      aliasSymbol && { symbol: aliasSymbol, args: aliasTypeArguments },
    partsOf: (type) => (type.isUnionOrIntersection() ? type.types : []),
    argumentsOf: (type) => (isReference(typescript, type) ? checker.getTypeArguments(type) : []),
    isArray: (type) => checker.isArrayType(type),
    tupleOf: (type) => {
      if (!checker.isTupleType(type)) return undefined;
      const { target } = type as ts.TupleTypeReference;
      return tupleShape(checker.getTypeArguments(type as ts.TypeReference), target.elementFlags);
    },
    literalOf: (type) => {
      if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
      const { intrinsicName } = type as ts.Type & { readonly intrinsicName?: string };
      return type.flags & typescript.TypeFlags.BooleanLiteral ? intrinsicName === 'true' : undefined;
    },
    propertiesOf: (type) => checker.getPropertiesOfType(type),
    isFunction: (type) => type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0,
    returnsOf: (type) => type.getCallSignatures().map((signature) => signature.getReturnType()),
    indexOf: (type) => type.getStringIndexType() ?? type.getNumberIndexType(),
    declarationsOf: (symbol) => symbol.getDeclarations() ?? [],
    parentOf: (symbol) => (symbol as ts.Symbol & { readonly parent?: ts.Symbol }).parent,
    membersOfEnum: (symbol) => [...(symbol.exports?.values() ?? [])],
    constantOf: (member) => checker.getConstantValue(member as ts.EnumMember),
    commentOf: (symbol) => typescript.displayPartsToString(symbol.getDocumentationComment(checker)),
    tagsOf: (symbol) =>
      symbol
        .getJsDocTags(checker)
        .map(({ name, text }) => ({ name, text: typescript.displayPartsToString(text) })),
    close: () => undefined,
  };
}

function readConfig(typescript: typeof ts, config: string): ts.ParsedCommandLine {
  const { config: json, error } = typescript.readConfigFile(config, (file) =>
    typescript.sys.readFile(file),
  ) as { readonly config?: unknown; readonly error?: ts.Diagnostic };
  if (error !== undefined)
    throw new InputError(
      `${config} cannot be read: ${typescript.flattenDiagnosticMessageText(error.messageText, ' ')}`,
    );
  const folder = path.dirname(config);
  const parsed = typescript.parseJsonConfigFileContent(json, typescript.sys, folder, undefined, config);
  const [problem] = parsed.errors;
  if (problem === undefined) return parsed;
  throw new InputError(
    `${config} cannot be read: ${typescript.flattenDiagnosticMessageText(problem.messageText, ' ')}`,
  );
}

function isReference(typescript: typeof ts, type: ts.Type): type is ts.TypeReference {
  const { objectFlags = 0 } = type as { readonly objectFlags?: number };
  return Boolean(type.flags & typescript.TypeFlags.Object && objectFlags & typescript.ObjectFlags.Reference);
}

/** The values of TypeScript's `ElementFlags`, which no version changed. */
const REQUIRED = 1;
const REPEATED = 4 | 8;

export function tupleShape(items: readonly ts.Type[], flags: readonly number[]): TupleShape {
  return {
    items,
    required: flags.filter((flag) => flag & REQUIRED).length,
    rest: flags.findIndex((flag) => flag & REPEATED),
  };
}
