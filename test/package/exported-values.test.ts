import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { consumerFolder, entryPoints, preparePackage } from '../support/programs/packed-package.js';

// A library with `declaration: true`, as Nest's own tsconfig.json has it, exports values that it makes of ours:
// `export const InCents = Description('In cents')`. Its compiler must be able to name their types.

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  strict: true,
  skipLibCheck: true,
  declaration: true,
  types: ['node'],
};

/** Members that nobody exports: codes are compared, and the package itself calls the others. */
const SELDOM = /\.(?:begin|code|ping|prepare|rate|server|snapshot)$/;

/** Functions whose results depend on types of the caller, in `consumer/exports.ts`. */
const GENERIC = ['createClient', 'operation'];

/** What a program that uses an entry point imports, too: the engines, and who writes one, use those of webhooks. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  'dtospec/webhook': ['dtospec/adapter'],
  'dtospec/bullmq': ['dtospec/webhook', 'dtospec/adapter'],
  'dtospec/postgres': ['dtospec/webhook', 'dtospec/adapter'],
  'dtospec/sqlite': ['dtospec/webhook', 'dtospec/adapter'],
};

const isInternal = (symbol: ts.Symbol): boolean =>
  symbol.getJsDocTags().some(({ name }) => name === 'internal') ||
  symbol.declarations?.some((declaration) => ts.isClassElement(declaration) && isHidden(declaration)) ===
    true;

function isTypeOnly({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some(ts.isTypeOnlyExportDeclaration);
}

function isHidden(declaration: ts.ClassElement): boolean {
  const { Private, Protected } = ts.ModifierFlags;
  return (ts.getCombinedModifierFlags(declaration) & (Private | Protected)) !== 0;
}

/** Writes an export of each value, of the result of each function, and of each member of an instance. */
function programOf(entry: string, folder: string): string {
  const file = path.join(folder, 'entry.mts');
  writeFileSync(file, `import * as entry from '${entry}';\n`);
  const program = ts.createProgram([file], OPTIONS);
  const checker = program.getTypeChecker();
  const [statement] = program.getSourceFile(file)!.statements as unknown as ts.ImportDeclaration[];
  const module = checker.getSymbolAtLocation(statement!.moduleSpecifier)!;
  const lines = checker.getExportsOfModule(module).flatMap((exported) => {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
    const name = exported.name;
    if ((symbol.flags & ts.SymbolFlags.Value) === 0 || isTypeOnly(exported) || GENERIC.includes(name))
      return [];
    if ((symbol.flags & ts.SymbolFlags.Class) !== 0) return membersOf(name, symbol, checker);
    const isFunction = checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0;
    const call = isFunction ? '(...([] as never as [never, never, never]))' : '';
    return [`export const ${name}_ = entry.${name}${call};`];
  });
  const beside = (BESIDE[entry] ?? []).map((other) => `import '${other}';`);
  return [`import * as entry from '${entry}';`, ...beside, ...lines, ''].join('\n');
}

function membersOf(name: string, symbol: ts.Symbol, checker: ts.TypeChecker): string[] {
  const { typeParameters } = symbol.valueDeclaration as ts.ClassDeclaration;
  const given = typeParameters === undefined ? '' : `<${typeParameters.map(() => 'any').join(', ')}>`;
  return checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
    .filter((member) => /^[A-Za-z]\w*$/.test(member.name) && !isInternal(member))
    .filter((member) => !SELDOM.test(`${name}.${member.name}`))
    .map((member) => {
      const isMethod = checker.getTypeOfSymbol(member).getCallSignatures().length > 0;
      const call = isMethod ? '(...([] as never as [never, never]))' : '';
      return `export const ${name}_${member.name} = (null as never as entry.${name}${given}).${member.name}${call};`;
    });
}

/** Returns the exports whose types the compiler cannot write into a declaration. */
function unnamedIn(entry: string): string[] {
  const folder = path.join(consumerFolder, 'exported-values', entry.replaceAll('/', '-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'library.mts');
  writeFileSync(file, programOf(entry, folder));
  const program = ts.createProgram([file], OPTIONS);
  return program
    .getDeclarationDiagnostics(program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
    .filter((message) => !message.includes('anonymous class type'));
}

describe('a library that exports what it makes of the package', () => {
  beforeAll(preparePackage, 300_000);

  test.each(entryPoints.filter((entry) => !entry.includes('internal')))(
    '%s: its compiler can name each type',
    (entry) => {
      expect(unnamedIn(entry)).toEqual([]);
    },
  );
});
