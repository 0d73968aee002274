import type ts from 'typescript';

/** The compiler, as the application has it installed: only who asks for lines of sources needs it. */
export type TypeScript = typeof ts;

/** A use of one of @nestjs/swagger's decorators on a property, as it is written. */
export interface WrittenDecorator {
  readonly className: string;
  readonly property: string;
  /** As @nestjs/swagger calls it: `ApiProperty`. */
  readonly name: string;
  /** Where it begins and ends, from the start of the file. */
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
  /** The text of each option; undefined where the argument is no object literal, so that nothing is sure. */
  readonly options: ReadonlyMap<string, string> | undefined;
}

/** One import from @nestjs/swagger: `{ ApiProperty as Prop }`. */
interface Imported {
  readonly local: string;
  readonly name: string;
}

const PACKAGE = '@nestjs/swagger';

/** The names that a file has of @nestjs/swagger. */
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

/** Every use of @nestjs/swagger's decorators on properties in a source, in the order in which they stand there. */
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
