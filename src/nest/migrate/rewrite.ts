import type ts from 'typescript';
import type { Advice } from './advice.js';
import { isFrom, type TypeScript } from './sources.js';

/**
 * Applies the advice to a source: deletes or replaces decorators and their imports.
 *
 * @param moved names that are imported from dtospec instead
 */
export function rewriteSource(
  typescript: TypeScript,
  text: string,
  advice: readonly Advice[],
  moved: readonly string[] = [],
): string {
  const edits = advice
    .filter(({ kind }) => kind !== 'keep')
    .map(({ decorator: { start, end }, replacement }) => ({ start, end, text: replacement.join(' ') }))
    .sort((a, b) => b.start - a.start);
  let edited = text;
  for (const edit of edits) edited = replaceAt(edited, edit);
  const names = advice.flatMap(({ replacement }) => replacement.map((one) => /^@(\w+)/.exec(one)?.[1] ?? ''));
  return withImports(typescript, edited, [...new Set([...names, ...moved])].sort(), moved);
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function replaceAt(source: string, { start, end, text }: Edit): string {
  if (text !== '') return source.slice(0, start) + text + source.slice(end);
  const indent = /\n[ \t]*$/.exec(source.slice(0, start))?.[0].length ?? 0;
  const alone = indent > 0 && /^[ \t]*\r?\n/.test(source.slice(end));
  if (alone) return source.slice(0, start - indent) + source.slice(end);
  return source.slice(0, start) + source.slice(end).replace(/^[ \t]+/, '');
}

function withImports(
  typescript: TypeScript,
  text: string,
  names: readonly string[],
  moved: readonly string[],
): string {
  const file = parseSource(typescript, text);
  const imports = file.statements.filter((one) => typescript.isImportDeclaration(one));
  const used = identifiersIn(typescript, file);
  const edits = imports.flatMap((one): Edit[] => {
    const bindings = one.importClause?.namedBindings;
    if (!isFrom(typescript, one, '@nestjs/swagger') || !bindings || !typescript.isNamedImports(bindings))
      return [];
    const kept = bindings.elements.filter(({ name }) => used.has(name.text) && !moved.includes(name.text));
    const [start, end] = [one.getStart(file), one.getEnd()];
    if (kept.length === bindings.elements.length) return [];
    if (kept.length === 0 && one.importClause.name === undefined) return [{ start, end, text: '' }];
    const list = `{ ${kept.map((element) => element.getText(file)).join(', ')} }`;
    return [{ start: bindings.getStart(file), end: bindings.getEnd(), text: list }];
  });
  const missing = names.filter((name) => !isImported(typescript, imports, name));
  const at = imports.at(-1)?.getEnd() ?? 0;
  if (missing.length > 0)
    edits.push({ start: at, end: at, text: `\nimport { ${missing.join(', ')} } from 'dtospec';` });
  return edits.sort((a, b) => b.start - a.start).reduce(replaceAt, text);
}

function isImported(typescript: TypeScript, imports: readonly ts.ImportDeclaration[], name: string): boolean {
  return imports.some((one) => {
    const bindings = one.importClause?.namedBindings;
    return (
      isFrom(typescript, one, 'dtospec') &&
      bindings !== undefined &&
      typescript.isNamedImports(bindings) &&
      bindings.elements.some((element) => element.name.text === name)
    );
  });
}

function identifiersIn(typescript: TypeScript, file: ts.SourceFile): Set<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (typescript.isImportDeclaration(node)) return;
    if (typescript.isIdentifier(node)) found.add(node.text);
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

export function namesIn(typescript: TypeScript, file: ts.SourceFile): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    const isOurs = typescript.isImportDeclaration(node) && isFrom(typescript, node, 'dtospec');
    if (isOurs) return;
    const { name } = node as { readonly name?: ts.Node };
    if (
      (typescript.isDeclarationStatement(node) || typescript.isImportSpecifier(node)) &&
      name &&
      typescript.isIdentifier(name)
    )
      found.add(name.text);
    if (typescript.isVariableDeclaration(node) && typescript.isIdentifier(node.name))
      found.add(node.name.text);
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

export function parseSource(typescript: TypeScript, text: string, name = 'source.ts'): ts.SourceFile {
  return typescript.createSourceFile(name, text, typescript.ScriptTarget.Latest, true);
}
