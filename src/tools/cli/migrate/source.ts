import type ts from 'typescript';

export type TypeScript = typeof ts;

const SWAGGER = '@nestjs/swagger';

export interface WrittenDecorator {
  readonly className: string;
  readonly property: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly options: ReadonlyMap<string, string> | undefined;
}

export interface MappedTypeUse {
  readonly name: string;
  readonly line: number;
  /** Why it cannot be imported from dtospec; undefined if it can. */
  readonly reason: string | undefined;
}

export interface Source {
  readonly file: string;
  readonly text: string;
  readonly imports: readonly Import[];
  readonly identifiers: readonly ts.Identifier[];
  readonly classes: readonly string[];
  readonly taken: ReadonlySet<string>;
  readonly decorators: readonly WrittenDecorator[];
  readonly mappedTypes: readonly MappedTypeUse[];
}

interface Import {
  readonly from: string;
  readonly node: ts.ImportDeclaration;
  readonly bindings: ts.NamedImports | undefined;
}

export function readSource(typescript: TypeScript, file: string, text: string): Source {
  const tree = typescript.createSourceFile(file, text, typescript.ScriptTarget.Latest, true);
  const imports = tree.statements.filter(typescript.isImportDeclaration).map((node): Import => {
    const { moduleSpecifier, importClause } = node;
    const bindings = importClause?.namedBindings;
    return {
      from: typescript.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '',
      node,
      bindings: bindings && typescript.isNamedImports(bindings) ? bindings : undefined,
    };
  });
  const nodes = tree.statements
    .filter((statement) => !typescript.isImportDeclaration(statement))
    .flatMap((statement) => nodesIn(typescript, statement));
  const classes = nodes.filter(typescript.isClassLike);
  const identifiers = nodes.filter(typescript.isIdentifier);
  const named = nodes.filter(
    (node) => typescript.isDeclarationStatement(node) || typescript.isVariableDeclaration(node),
  );
  const others = imports.filter(({ from }) => from !== 'dtospec').flatMap(specifiersOf);
  const names = [...named, ...others].flatMap(({ name }) =>
    name && typescript.isIdentifier(name) ? name : [],
  );
  const swagger = imports.filter(({ from }) => from === SWAGGER).flatMap(specifiersOf);
  return {
    file,
    text,
    imports,
    identifiers,
    classes: classes.flatMap(({ name }) => name?.text ?? []),
    taken: new Set(names.map((identifier) => identifier.text)),
    decorators: classes.flatMap((owner) => decoratorsOf(typescript, owner, swagger)),
    mappedTypes: swagger.flatMap((use) => mappedTypeUse(typescript, use, identifiers)),
  };
}

function nodesIn(typescript: TypeScript, root: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [root];
  typescript.forEachChild(root, (child) => void nodes.push(...nodesIn(typescript, child)));
  return nodes;
}

function specifiersOf({ bindings }: Import): readonly ts.ImportSpecifier[] {
  return bindings?.elements ?? [];
}

function originalName({ name, propertyName }: ts.ImportSpecifier): string {
  return (propertyName ?? name).text;
}

function lineOf(node: ts.Node): number {
  const file = node.getSourceFile();
  return file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
}

function decoratorsOf(
  typescript: TypeScript,
  owner: ts.ClassLikeDeclaration,
  swagger: readonly ts.ImportSpecifier[],
): WrittenDecorator[] {
  const propertyName = (name: ts.PropertyName | undefined): string | undefined =>
    name && (typescript.isIdentifier(name) || typescript.isStringLiteral(name)) ? name.text : undefined;
  const optionsOf = ([argument]: readonly ts.Expression[]): ReadonlyMap<string, string> | undefined => {
    if (argument === undefined) return new Map();
    if (!typescript.isObjectLiteralExpression(argument)) return undefined;
    const entries = argument.properties.map((property): readonly [string | undefined, string] => {
      if (typescript.isShorthandPropertyAssignment(property)) return [property.name.text, property.name.text];
      return typescript.isPropertyAssignment(property)
        ? [propertyName(property.name), property.initializer.getText()]
        : [undefined, ''];
    });
    const isRead = entries.every((entry): entry is [string, string] => entry[0] !== undefined);
    return isRead ? new Map(entries) : undefined;
  };
  return owner.members.flatMap((member) => {
    if (!typescript.isPropertyDeclaration(member) && !typescript.isAccessor(member)) return [];
    const className = owner.name?.text;
    const property = propertyName(member.name);
    if (className === undefined || property === undefined) return [];
    return (typescript.getDecorators(member) ?? []).flatMap((node): WrittenDecorator[] => {
      const call = node.expression;
      if (!typescript.isCallExpression(call)) return [];
      const specifier = swagger.find(({ name }) => name.text === call.expression.getText());
      const name = specifier && originalName(specifier);
      if (name === undefined || !/^Api\w*Property/.test(name)) return [];
      const start = node.getStart();
      const end = node.getEnd();
      return [
        { className, property, name, start, end, line: lineOf(node), options: optionsOf(call.arguments) },
      ];
    });
  });
}

/** The mapped types of both libraries, with the number of arguments of dtospec's. */
const ARGUMENTS: ReadonlyMap<string, readonly [fewest: number, most: number]> = new Map([
  ['PartialType', [1, 1]],
  ['PickType', [2, 2]],
  ['OmitType', [2, 2]],
  ['IntersectionType', [2, Infinity]],
]);

function mappedTypeUse(
  typescript: TypeScript,
  specifier: ts.ImportSpecifier,
  identifiers: readonly ts.Identifier[],
): MappedTypeUse[] {
  const name = originalName(specifier);
  const [fewest, most] = ARGUMENTS.get(name) ?? [];
  if (fewest === undefined || most === undefined) return [];
  if (specifier.propertyName !== undefined)
    return [{ name, line: lineOf(specifier), reason: 'it is imported under another name' }];
  const isOurs = ({ parent }: ts.Identifier, use: ts.Identifier): boolean =>
    typescript.isCallExpression(parent) &&
    parent.expression === use &&
    parent.arguments.length >= fewest &&
    parent.arguments.length <= most;
  const foreign = identifiers.find(
    (identifier) => identifier.text === name && !isOurs(identifier, identifier),
  );
  if (foreign === undefined) return [{ name, line: lineOf(specifier), reason: undefined }];
  return [{ name, line: lineOf(foreign), reason: 'dtospec has no options for it' }];
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Replacement {
  readonly decorator: WrittenDecorator;
  readonly replacement: readonly string[];
}

/**
 * Deletes or replaces decorators and their imports.
 *
 * @param moved names that are imported from dtospec instead
 */
export function rewriteSource(
  { text, imports, identifiers }: Source,
  replacements: readonly Replacement[],
  moved: readonly string[],
): string {
  const decorators = replacements.map(({ decorator: { start, end }, replacement }): Edit => ({
    start,
    end,
    text: replacement.join(' '),
  }));
  const isKept = (identifier: ts.Identifier): boolean =>
    !decorators.some(({ start, end }) => start < identifier.end && identifier.end <= end);
  const used = new Set([
    ...identifiers.filter(isKept).map((identifier) => identifier.text),
    ...decorators.flatMap((edit) => edit.text.match(/\w+/g) ?? []),
  ]);
  const edits = [...decorators, ...imports.flatMap((declaration) => withoutUnused(declaration, used, moved))];
  const names = replacements.flatMap(({ replacement }) =>
    replacement.map((text) => /\w+/.exec(text)?.[0] ?? ''),
  );
  const imported = imports.filter(({ from }) => from === 'dtospec').flatMap(specifiersOf);
  const missing = [...new Set([...names, ...moved])].filter(
    (name) => !imported.some((specifier) => specifier.name.text === name),
  );
  const at = imports.at(-1)?.node.getEnd() ?? 0;
  if (missing.length > 0)
    edits.push({ start: at, end: at, text: `\nimport { ${missing.sort().join(', ')} } from 'dtospec';` });
  return edits.sort((a, b) => b.start - a.start).reduce(replaceAt, text);
}

function withoutUnused(
  { from, node, bindings }: Import,
  used: ReadonlySet<string>,
  moved: readonly string[],
): Edit[] {
  if (from !== SWAGGER || bindings === undefined) return [];
  const kept = bindings.elements.filter(({ name }) => used.has(name.text) && !moved.includes(name.text));
  if (kept.length === bindings.elements.length) return [];
  const isEmpty = kept.length === 0 && node.importClause?.name === undefined;
  const [start, end] = isEmpty ? [node.getStart(), node.getEnd()] : [bindings.getStart(), bindings.getEnd()];
  return [
    { start, end, text: isEmpty ? '' : `{ ${kept.map((specifier) => specifier.getText()).join(', ')} }` },
  ];
}

/** Replaces a part of the text. Without a replacement, a line of its own goes too. */
function replaceAt(source: string, { start, end, text }: Edit): string {
  if (text !== '') return source.slice(0, start) + text + source.slice(end);
  const indent = /\n[ \t]*$/.exec(source.slice(0, start))?.[0].length ?? 0;
  const isAlone = indent > 0 && /^[ \t]*\r?\n/.test(source.slice(end));
  if (isAlone) return source.slice(0, start - indent) + source.slice(end);
  return source.slice(0, start) + source.slice(end).replace(/^[ \t]+/, '');
}
