import ts from 'typescript';
import { declarations } from './api-report.mjs';

/**
 * Every exported error, from the built declarations.
 *
 * @returns `{ name, entry, codes }` of each, sorted by name; each code has the first sentence of its own docstring, or of
 * the class's
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
      found.set(symbol, { name: exported.name, entry, codes });
    }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The first sentence of a docstring. */
function sentenceOf(checker, symbol) {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ');
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}

/** The values that an error class's `code` may have, with their meaning; none for anything else. */
function codesOf(checker, symbol) {
  if (!(symbol.flags & ts.SymbolFlags.Class) || !/Errors?$/.test(symbol.name)) return [];
  const code = checker.getDeclaredTypeOfSymbol(symbol).getProperty('code');
  if (code === undefined || !code.valueDeclaration) return [];
  const type = checker.getTypeOfSymbol(code);
  const literals = (type.isUnion() ? type.types : [type]).filter((each) => each.isStringLiteral());
  // `keyof` an interface whose members describe the codes.
  const { type: node } = code.valueDeclaration;
  const described = node && ts.isTypeOperatorNode(node) ? checker.getTypeFromTypeNode(node.type) : undefined;
  // A DocsError's code is that of its diagnostic, which has a page of its own.
  return literals
    .map(({ value }) => value)
    .filter((value) => value.startsWith('ERR_'))
    .map((value) => ({
      code: value,
      words: sentenceOf(checker, described?.getProperty(value) ?? symbol),
    }));
}
