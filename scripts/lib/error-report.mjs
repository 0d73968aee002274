import ts from 'typescript';
import { declarations } from './api-report.mjs';

/**
 * Every exported error, from the built declarations.
 *
 * @returns `{ name, entry, codes, words }` of each, sorted by name; `words` is the first sentence of its docstring
 */
export function reportErrors() {
  const { entries, program, checker } = declarations();
  const found = new Map();
  for (const [entry, file] of entries)
    for (const exported of checker.getExportsOfModule(
      checker.getSymbolAtLocation(program.getSourceFile(file)),
    )) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const codes = codesOf(checker, symbol);
      if (codes.length === 0 || found.has(symbol)) continue;
      const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ');
      found.set(symbol, {
        name: exported.name,
        entry,
        codes,
        words: /^.*?\.(?= |$)/.exec(text)?.[0] ?? text,
      });
    }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The values that an error class's `code` may have; none for anything else. */
function codesOf(checker, symbol) {
  if (!(symbol.flags & ts.SymbolFlags.Class) || !/Errors?$/.test(symbol.name)) return [];
  const code = checker.getDeclaredTypeOfSymbol(symbol).getProperty('code');
  if (code === undefined || !code.valueDeclaration) return [];
  const type = checker.getTypeOfSymbol(code);
  const literals = (type.isUnion() ? type.types : [type]).filter((each) => each.isStringLiteral());
  // A DocsError's code is that of its diagnostic, which has a page of its own.
  return literals.map(({ value }) => value).filter((value) => value.startsWith('ERR_'));
}
