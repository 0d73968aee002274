import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import {
  packageFolder,
  type PackageName,
  packageNames,
  preparePackage,
} from '../support/programs/packed-package.js';

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly import?: { readonly types: string } }>>;
}

/** The declarations of each entry point, as an editor reads them. */
function declarationFiles(): Map<string, string> {
  return new Map(packageNames.flatMap(declarationFilesOf));
}

function declarationFilesOf(packageName: PackageName): [string, string][] {
  const folder = packageFolder(packageName);
  const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  return Object.entries(exports).flatMap(([name, { import: esm }]): [string, string][] =>
    esm === undefined || name.startsWith('./internal')
      ? []
      : [[name.replace('.', packageName), path.join(folder, esm.types)]],
  );
}

/** A program of these declarations alone: what they import of others needs no words of ours. */
function programOf(files: readonly string[]): ts.Program {
  const options: ts.CompilerOptions = { noLib: true, types: [], module: ts.ModuleKind.ESNext };
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => ({
      resolvedModule: text.startsWith('.')
        ? {
            resolvedFileName: path.join(path.dirname(from), text.replace(/\.js$/, '.d.ts')),
            extension: ts.Extension.Dts,
          }
        : undefined,
    }));
  return ts.createProgram(files, options, host);
}

/** Tags that an editor knows. Anything else behind an @ ends what it shows: a package's name, a decorator's. */
const TAGS = [
  'default',
  'deprecated',
  'example',
  'experimental',
  'param',
  'returns',
  'see',
  'template',
  'throws',
  'typeParam',
];

interface Words {
  /** An export, or `Export.member`. */
  readonly name: string;
  readonly text: string;
}

const compatibility = readFileSync(path.join(__dirname, '../../docs/compatibility.md'), 'utf8');

/** Entry points that a minor version may change. */
const EXPERIMENTAL = /^\| experimental \| (.*) \|$/m.exec(compatibility)![1]!.match(/dtospec[-/a-z]+/g)!;

describe('docstrings that an editor shows', () => {
  const exported: Words[] = [];
  const members: Words[] = [];
  const fields: Words[] = [];
  const broken: string[] = [];
  const functions: { entry: string; name: string; isExperimental: boolean }[] = [];

  beforeAll(() => {
    preparePackage();
    const files = declarationFiles();
    const program = programOf([...files.values()]);
    const checker = program.getTypeChecker();
    const wordsOf = (symbol: ts.Symbol): string =>
      ts.displayPartsToString(symbol.getDocumentationComment(checker));
    for (const file of program.getSourceFiles()) broken.push(...unknownTags(file, file));
    for (const [entry, file] of files)
      for (const found of checker.getExportsOfModule(
        checker.getSymbolAtLocation(program.getSourceFile(file)!)!,
      )) {
        const symbol = found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
        const name = `${entry} ${found.name}`;
        exported.push({ name, text: wordsOf(symbol) });
        if (symbol.flags & ts.SymbolFlags.Function)
          functions.push({
            entry,
            name,
            isExperimental: symbol.getJsDocTags().some((tag) => tag.name === 'experimental'),
          });
        for (const member of membersOf(symbol))
          members.push({ name: `${name}.${member.name}`, text: wordsOf(member) });
        for (const field of fieldsOf(symbol))
          fields.push({ name: `${name}.${field.name}`, text: wordsOf(field) });
      }
  }, 300_000);

  test('every export has a docstring', () => {
    expect(exported.length).toBeGreaterThan(250);
    expect(exported.filter(({ text }) => text === '').map(({ name }) => name)).toEqual([]);
  });

  test('functions of experimental entry points, and no others, are marked as experimental', () => {
    expect(functions.length).toBeGreaterThan(100);
    const isWrong = functions.filter(
      ({ entry, isExperimental }) => isExperimental !== EXPERIMENTAL.includes(entry),
    );
    expect(isWrong).toEqual([]);
  });

  test('no docstring is cut off by text that looks like a tag', () => {
    expect([...new Set(broken)]).toEqual([]);
    const halves = [...exported, ...members, ...fields].filter(
      ({ text }) => text !== '' && !/[.!?…`)]$/.test(text.trim()),
    );
    expect(halves).toEqual([]);
  });

  test('every public member of a class has a docstring', () => {
    expect(members.length).toBeGreaterThan(100);
    expect(members.filter(({ text }) => text === '').map(({ name }) => name)).toEqual([]);
  });

  test('every field of an interface or object type has a docstring', () => {
    expect(fields.length).toBeGreaterThan(500);
    expect(fields.filter(({ text }) => text === '').map(({ name }) => name)).toEqual([]);
  });
});

/** Whatever an editor takes for a tag in the words of a node and of those in it. */
function unknownTags(node: ts.Node, file: ts.SourceFile): string[] {
  const own = ts
    .getJSDocCommentsAndTags(node)
    .flatMap((part) => (ts.isJSDoc(part) ? (part.tags ?? []) : []))
    .filter((tag) => !TAGS.includes(tag.tagName.text))
    .map((tag) => `@${tag.tagName.text}: ${tag.parent.getText(file)}`);
  const inside: string[] = [];
  ts.forEachChild(node, (child) => void inside.push(...unknownTags(child, file)));
  return [...own, ...inside];
}

/**
 * Fields of an interface, or of the objects that a type is written as: what is filled in and read. One that can be one text
 * alone says itself, and what is called `…Like` has another library's.
 */
function fieldsOf({ declarations = [], name }: ts.Symbol): ts.Symbol[] {
  if (name.endsWith('Like')) return [];
  const literals = (type: ts.TypeNode): readonly ts.TypeElement[] => {
    if (ts.isTypeLiteralNode(type)) return type.members;
    return ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type) ? type.types.flatMap(literals) : [];
  };
  return declarations
    .flatMap((node) =>
      ts.isInterfaceDeclaration(node)
        ? node.members
        : ts.isTypeAliasDeclaration(node)
          ? literals(node.type)
          : [],
    )
    .flatMap((node) => {
      const { symbol } = node as ts.TypeElement & { symbol?: ts.Symbol };
      const isOneText =
        ts.isPropertySignature(node) && node.type !== undefined && ts.isLiteralTypeNode(node.type);
      const isNamed = node.name !== undefined && !ts.isComputedPropertyName(node.name);
      return symbol === undefined || !isNamed || isOneText ? [] : [symbol];
    });
}

/** What can be read or called on an instance of a class, or on it; errors' name and code say themselves. */
function membersOf(symbol: ts.Symbol): ts.Symbol[] {
  if (!(symbol.flags & ts.SymbolFlags.Class)) return [];
  return [...(symbol.members?.values() ?? []), ...(symbol.exports?.values() ?? [])].filter(
    ({ name, flags, declarations = [] }) =>
      flags & (ts.SymbolFlags.Property | ts.SymbolFlags.Method | ts.SymbolFlags.Accessor) &&
      !['name', 'code', 'prototype'].includes(name) &&
      !name.startsWith('__') &&
      name !== '#private' &&
      declarations.every(
        (node) =>
          !(ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)),
      ),
  );
}
