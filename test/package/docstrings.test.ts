import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { consumerFolder, preparePackage } from '../support/packed-package.js';

const PACKED = path.join(consumerFolder, 'node_modules/dtospec');

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly import?: { readonly types: string } }>>;
}

/** The declarations of each entry point, as an editor reads them. */
function declarationFiles(): Map<string, string> {
  const { exports } = JSON.parse(readFileSync(path.join(PACKED, 'package.json'), 'utf8')) as Manifest;
  return new Map(
    Object.entries(exports).flatMap(([name, { import: esm }]) =>
      esm === undefined ? [] : [[name.replace('.', 'dtospec'), path.join(PACKED, esm.types)] as const],
    ),
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

describe('what an editor shows of a name', () => {
  const exported: Words[] = [];
  const members: Words[] = [];
  const broken: string[] = [];

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
        for (const member of membersOf(symbol))
          members.push({ name: `${name}.${member.name}`, text: wordsOf(member) });
      }
  }, 300_000);

  test('every export has words', () => {
    expect(exported.length).toBeGreaterThan(300);
    expect(exported.filter(({ text }) => text === '').map(({ name }) => name)).toEqual([]);
  });

  test('no words are cut off by what looks like a tag', () => {
    expect([...new Set(broken)]).toEqual([]);
    const halves = [...exported, ...members].filter(
      ({ text }) => text !== '' && !/[.!?…`)]$/.test(text.trim()),
    );
    expect(halves).toEqual([]);
  });

  test('every public member of a class has words', () => {
    expect(members.length).toBeGreaterThan(150);
    expect(members.filter(({ text }) => text === '').map(({ name }) => name)).toEqual([]);
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
