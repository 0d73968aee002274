import type ts from 'typescript';
import { isFrom, type TypeScript } from './sources.js';

/** A use of one of @nestjs/swagger's mapped types, which dtospec has under the same name. */
export interface MappedTypeUse {
  readonly name: string;
  /** From 1. */
  readonly line: number;
  /** Why the import has to stay; undefined where the one of dtospec can take its place. */
  readonly reason: string | undefined;
}

/** The mapped types that both libraries have, and how many arguments ours take. */
const ARGUMENTS: Readonly<Record<string, readonly [fewest: number, most: number]>> = {
  PartialType: [1, 1],
  PickType: [2, 2],
  OmitType: [2, 2],
  IntersectionType: [2, Infinity],
};

/**
 * Finds the mapped types that a source imports from @nestjs/swagger: where it is imported, or
 * used in a way that ours has not.
 */
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
