import path from 'node:path';
import ts from 'typescript';
import { bundledEntries, isPublic, PACKAGES } from './entry-points.mjs';
import { root } from './run.mjs';

const printer = ts.createPrinter({ removeComments: true });

/**
 * What each entry point offers, from the built declarations: every export with its signature, without words, sorted; then
 * the declarations that such signatures name and that no entry point exports.
 *
 * @returns the text of each entry point, by its name: `dtospec`, `dtospec/webhook`, …
 */
export function reportApi() {
  const { entries, program, checker } = declarations();
  const original = (symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const exported = new Map();
  for (const [entry, file] of entries) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file));
    const symbols = checker.getExportsOfModule(module).map((symbol) => [symbol.name, original(symbol)]);
    exported.set(entry, new Map(symbols.sort(byName)));
  }
  const importable = new Set([...exported.values()].flatMap((symbols) => [...symbols.values()]));
  const named = (symbols) => {
    const found = new Map();
    const visit = (node) => {
      if (ts.isIdentifier(node)) take(checker.getSymbolAtLocation(node));
      ts.forEachChild(node, visit);
    };
    const take = (symbol) => {
      const target = symbol && original(symbol);
      if (!target || importable.has(target) || found.has(target.name)) return;
      const own = declarationsOf(target).filter(isTopLevel);
      if (own.length === 0) return;
      found.set(target.name, target);
      own.forEach(visit);
    };
    for (const symbol of symbols) declarationsOf(symbol).forEach(visit);
    return [...found].sort(byName);
  };
  return new Map(
    [...exported].map(([entry, symbols]) => [entry, textOf([...symbols], named(symbols.values()))]),
  );
}

let read;

/**
 * The declarations of the package as they are built, read once.
 *
 * @returns the file of each entry point by its name, and the program of them
 */
export function declarations() {
  if (read !== undefined) return read;
  const entries = entryFiles();
  const program = programOf([...entries.values()]);
  read = { entries, program, checker: program.getTypeChecker() };
  return read;
}

/** The declarations of each public entry point, as an ES module gets them. */
function entryFiles() {
  return new Map(
    Object.entries(PACKAGES)
      .flatMap(([packageName, { folder }]) =>
        Object.keys(bundledEntries(packageName)).map((built) => [
          built === 'index' ? packageName : `${packageName}/${built}`,
          path.join(root, folder, 'dist', `${built}.d.ts`),
        ]),
      )
      .filter(([name]) => isPublic(name)),
  );
}

/** A program of the package's own declarations alone: what others declare stays a name. */
function programOf(files) {
  const options = { noLib: true, types: [], module: ts.ModuleKind.ESNext };
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => ({ resolvedModule: declared(text, from) }));
  return ts.createProgram(files, options, host);
}

/** The declarations of a file, or of the runtime's internals, which those of the tools name. */
function declared(name, from) {
  const file =
    name === 'dtospec/internal' ? path.join(root, 'dist/internal.js') : path.join(path.dirname(from), name);
  if (!name.startsWith('.') && name !== 'dtospec/internal') return undefined;
  return { resolvedFileName: file.replace(/\.js$/, '.d.ts'), extension: ts.Extension.Dts };
}

const declarationsOf = ({ declarations = [] }) => declarations.map(statementOf);

/** `const` is declared by the statement around it. */
function statementOf(declaration) {
  return ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
}

const isTopLevel = ({ parent, kind }) => ts.isSourceFile(parent) && kind !== ts.SyntaxKind.SourceFile;

const byName = ([a], [b]) => (a < b ? -1 : 1);

function textOf(symbols, hidden) {
  const parts = [
    ...symbols.map(([name, symbol]) => print(name, symbol)),
    ...(hidden.length > 0 ? ['// Named above, and not exported:'] : []),
    ...hidden.map(([name, symbol]) => print(name, symbol)),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Its declarations, without the numbers that the build gives to names that meet in one file. */
function print(name, symbol) {
  const printed = declarationsOf(symbol)
    .map((node) => printer.printNode(ts.EmitHint.Unspecified, withoutPrivate(node), node.getSourceFile()))
    .join('\n')
    .replaceAll(/\b(\w+)\$\d+\b/g, '$1')
    .replaceAll(/^(?:export )?(?:declare )?/gm, '');
  return printed.includes(name) ? printed : `${name} is ${printed}`;
}

/** Nobody can write them; the build prints that a class has some. */
function withoutPrivate(node) {
  if (!ts.isClassDeclaration(node)) return node;
  const members = node.members.filter(
    (member) =>
      !(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) &&
      !(member.name && ts.isPrivateIdentifier(member.name)),
  );
  const { modifiers, name, typeParameters, heritageClauses } = node;
  return ts.factory.updateClassDeclaration(node, modifiers, name, typeParameters, heritageClauses, members);
}
