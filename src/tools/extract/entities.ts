import type ts from 'typescript';
import type { Compiler } from './compiler/compiler.js';

/** Packages whose classes are rows or documents of a database. */
const ORMS: ReadonlySet<string> = new Set([
  'typeorm',
  'mongoose',
  '@nestjs/mongoose',
  '@typegoose/typegoose',
  'objection',
  'bookshelf',
  'sequelize',
  'sequelize-typescript',
  '@prisma/client',
  '.prisma',
]);

/**
 * Finds types that an ORM defines. They have relations and columns that a query may leave out, and secrets.
 */
export class Entities {
  readonly #compiler: Compiler;
  readonly #ofClass = new Map<ts.Node, string | undefined>();
  readonly #ofFile = new Map<string, string | undefined>();

  constructor(compiler: Compiler) {
    this.#compiler = compiler;
  }

  /**
   * Returns the ORM of an object type: that of its class, or
   * of a class that one of its properties comes from.
   */
  ormOf(symbol: ts.Symbol | undefined, properties: readonly ts.Symbol[]): string | undefined {
    const declarationsOf = (symbol: ts.Symbol): readonly ts.Node[] => this.#compiler.declarationsOf(symbol);
    const own = (symbol === undefined ? [] : declarationsOf(symbol)).map((node) => this.#ofNode(node));
    const found = own.find((orm) => orm !== undefined);
    if (found !== undefined) return found;
    for (const property of properties)
      for (const node of declarationsOf(property)) {
        const orm = this.#ofNode(node.parent);
        if (orm !== undefined) return orm;
      }
    return undefined;
  }

  #ofNode(node: ts.Node): string | undefined {
    const { syntax } = this.#compiler;
    const ofFile = this.#ofSource(node.getSourceFile());
    if (ofFile !== undefined) return ofFile;
    if (!syntax.isClassDeclaration(node) && !syntax.isClassExpression(node)) return undefined;
    if (!this.#ofClass.has(node)) this.#ofClass.set(node, this.#ofDecorators(node));
    return this.#ofClass.get(node);
  }

  #ofDecorators(node: ts.ClassLikeDeclaration): string | undefined {
    const decorators = [node, ...node.members].flatMap((node) => decoratorsOf(this.#compiler, node));
    const packages = decorators.flatMap((decorator) => {
      const symbol = this.#compiler.symbolAt(calleeOf(this.#compiler, decorator));
      return symbol === undefined ? [] : this.#compiler.declarationsOf(symbol);
    });
    return packages
      .map((declaration) => ormPackage(declaration.getSourceFile().fileName))
      .find((name) => name !== undefined);
  }

  #ofSource({ fileName, text }: ts.SourceFile): string | undefined {
    if (!this.#ofFile.has(fileName))
      this.#ofFile.set(fileName, ormPackage(fileName) ?? (isPrismaClient(text) ? 'prisma' : undefined));
    return this.#ofFile.get(fileName);
  }
}

/** Returns whether a file is one that Prisma generates into a folder of the project. */
function isPrismaClient(text: string): boolean {
  return text.includes('@prisma/client/runtime') && /\$\w+Payload\b/.test(text);
}

/** Returns the package that contains a file. */
export function packageOf(file: string): string | undefined {
  const [, name] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  return name;
}

function ormPackage(file: string): string | undefined {
  const name = packageOf(file);
  return name !== undefined && (ORMS.has(name) || name.startsWith('@mikro-orm/')) ? name : undefined;
}

export function decoratorsOf({ syntax }: Compiler, node: ts.Node): readonly ts.Decorator[] {
  const { modifiers } = node as ts.Node & { readonly modifiers?: readonly ts.Node[] };
  return (modifiers ?? []).filter((modifier) => syntax.isDecorator(modifier));
}

/** Returns the names of the decorators on a node: `Get` of `@Get()` and of `@nest.Get()`. */
export function namesOfDecorators(compiler: Compiler, node: ts.Node): readonly string[] {
  return decoratorsOf(compiler, node).map((decorator) => calleeOf(compiler, decorator).getText());
}

function calleeOf({ syntax }: Compiler, { expression }: ts.Decorator): ts.Node {
  const callee = syntax.isCallExpression(expression) ? expression.expression : expression;
  return (callee as Partial<ts.PropertyAccessExpression>).name ?? callee;
}
