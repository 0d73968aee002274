import type ts from 'typescript';

export type TypeScript = typeof ts;

export interface WrittenDecorator {
  readonly className: string;
  readonly property: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** The text of each option; undefined if the argument is not an object literal. */
  readonly options: ReadonlyMap<string, string> | undefined;
}

interface Imported {
  readonly local: string;
  readonly name: string;
}

const PACKAGE = '@nestjs/swagger';

function importsOf(typescript: TypeScript, file: ts.SourceFile): Imported[] {
  return file.statements.flatMap((one) => {
    if (!typescript.isImportDeclaration(one) || !isFrom(typescript, one, PACKAGE)) return [];
    const bindings = one.importClause?.namedBindings;
    if (bindings === undefined || !typescript.isNamedImports(bindings)) return [];
    return bindings.elements.map(({ name, propertyName }) => ({
      local: name.text,
      name: (propertyName ?? name).text,
    }));
  });
}

export function isFrom(typescript: TypeScript, one: ts.ImportDeclaration, name: string): boolean {
  return typescript.isStringLiteral(one.moduleSpecifier) && one.moduleSpecifier.text === name;
}

export function findDecorators(typescript: TypeScript, file: ts.SourceFile): WrittenDecorator[] {
  const names = new Map(importsOf(typescript, file).map(({ local, name }) => [local, name]));
  if (names.size === 0) return [];
  const found: WrittenDecorator[] = [];
  const visit = (node: ts.Node): void => {
    if (typescript.isClassLike(node))
      for (const member of node.members) found.push(...decoratorsOf(node, member));
    typescript.forEachChild(node, visit);
  };
  const decoratorsOf = (owner: ts.ClassLikeDeclaration, member: ts.ClassElement): WrittenDecorator[] => {
    if (!typescript.isPropertyDeclaration(member) && !typescript.isAccessor(member)) return [];
    const property = nameOf(member.name);
    if (property === undefined || owner.name === undefined) return [];
    const className = owner.name.text;
    return (typescript.getDecorators(member) ?? []).flatMap((decorator): WrittenDecorator[] => {
      const { expression } = decorator;
      if (!typescript.isCallExpression(expression) || !typescript.isIdentifier(expression.expression))
        return [];
      const name = names.get(expression.expression.text);
      if (name === undefined || !/^Api\w*Property/.test(name)) return [];
      const start = decorator.getStart(file);
      const line = file.getLineAndCharacterOfPosition(start).line + 1;
      const options = optionsOf(expression.arguments);
      return [{ className, property, name, start, end: decorator.getEnd(), line, options }];
    });
  };
  const nameOf = (name: ts.PropertyName): string | undefined =>
    typescript.isIdentifier(name) || typescript.isStringLiteral(name) ? name.text : undefined;
  const optionsOf = ([argument]: ts.NodeArray<ts.Expression>): ReadonlyMap<string, string> | undefined => {
    if (argument === undefined) return new Map();
    if (!typescript.isObjectLiteralExpression(argument)) return undefined;
    const entries = argument.properties.map((one): [string, string] | undefined => {
      if (typescript.isShorthandPropertyAssignment(one)) return [one.name.text, one.name.text];
      const key = typescript.isPropertyAssignment(one) ? nameOf(one.name) : undefined;
      return key === undefined ? undefined : [key, (one as ts.PropertyAssignment).initializer.getText(file)];
    });
    return entries.includes(undefined) ? undefined : new Map(entries as [string, string][]);
  };
  visit(file);
  return found;
}

export interface MappedTypeUse {
  readonly name: string;
  readonly line: number;
  readonly reason: string | undefined;
}

/** The mapped types of both libraries, with the number of arguments of dtospec's. */
const ARGUMENTS: Readonly<Record<string, readonly [fewest: number, most: number]>> = {
  PartialType: [1, 1],
  PickType: [2, 2],
  OmitType: [2, 2],
  IntersectionType: [2, Infinity],
};

export function findMappedTypes(typescript: TypeScript, file: ts.SourceFile): MappedTypeUse[] {
  const imported = file.statements.flatMap((one) => {
    if (!typescript.isImportDeclaration(one) || !isFrom(typescript, one, '@nestjs/swagger')) return [];
    const bindings = one.importClause?.namedBindings;
    return bindings !== undefined && typescript.isNamedImports(bindings) ? [...bindings.elements] : [];
  });
  return imported.flatMap(({ name, propertyName }): MappedTypeUse[] => {
    const original = (propertyName ?? name).text;
    if (!Object.hasOwn(ARGUMENTS, original)) return [];
    const line = (node: ts.Node): number => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    if (propertyName !== undefined)
      return [{ name: original, line: line(name), reason: 'it is imported under another name' }];
    const foreign = usesOf(typescript, file, original).find((one) => !isTakenOver(typescript, one, original));
    if (foreign === undefined) return [{ name: original, line: line(name), reason: undefined }];
    return [{ name: original, line: line(foreign), reason: 'dtospec has no options for it' }];
  });
}

function isTakenOver(typescript: TypeScript, use: ts.Identifier, name: string): boolean {
  const [fewest, most] = ARGUMENTS[name] ?? [0, 0];
  const call = use.parent;
  if (!typescript.isCallExpression(call) || call.expression !== use) return false;
  return call.arguments.length >= fewest && call.arguments.length <= most;
}

function usesOf(typescript: TypeScript, file: ts.SourceFile, name: string): ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (typescript.isImportDeclaration(node)) return;
    if (typescript.isIdentifier(node) && node.text === name) found.push(node);
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
