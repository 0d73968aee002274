import path from 'node:path';
import type ts from 'typescript';
import type { EnumMember, FactSchema, MemberFact, TypeFact } from 'dtospec/internal';
import { defaultOf, type TagPlace, textsOf } from './comments.js';
import type { Compiler } from './compiler/compiler.js';
import { decoratorsOf, namesOfDecorators } from './entities.js';
import { nameOfType, type TypeName } from './names.js';
import { OPEN, type Writer } from './writer.js';
import { alternatives, isSent, unionSchema } from './union-schema.js';

/** Decorators of properties that JSON does not have. */
const HIDING: ReadonlySet<string> = new Set(['Exclude', 'ApiHideProperty', 'Hidden']);

/** Decorators after which JSON may have another name or value. Types such as `Omit<Cat, 'id'>` lose them. */
const RESHAPING: ReadonlySet<string> = new Set(['Expose', 'Transform']);

/** The types with a name, each of which is written once. */
export class NamedTypes {
  readonly #writer: Writer;
  readonly #folder: string;
  readonly #facts = new Map<string, TypeFact>();
  /** The meaning of each key: a symbol, or an instance of a generic type. */
  readonly #owners = new Map<string, ts.Symbol | ts.Type>();
  readonly #keys = new Map<ts.Type | ts.Symbol, string | undefined>();
  readonly #waiting: (() => void)[] = [];

  constructor(writer: Writer, folder: string) {
    this.#writer = writer;
    this.#folder = folder;
  }

  /** Writes the types that were met, and those that they contain. */
  get facts(): Readonly<Record<string, TypeFact>> {
    for (let write = this.#waiting.pop(); write !== undefined; write = this.#waiting.pop()) write();
    const entries = [...this.#facts].sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(entries);
  }

  /** Returns a reference to an object type, or undefined if it has no name. */
  reference(type: ts.Type): FactSchema | undefined {
    if (!this.#keys.has(type)) this.#register(type);
    const key = this.#keys.get(type);
    return key === undefined ? undefined : { $ref: key };
  }

  #register(type: ts.Type): void {
    const { compiler } = this.#writer;
    const name = nameOfType(compiler, type);
    const key = name && this.#keyOf(name, name.generic ? type : name.symbol);
    this.#keys.set(type, key);
    if (name === undefined || key === undefined) return;
    this.#waiting.push(() => this.#facts.set(key, this.#objectFact(type, name)));
  }

  /** Returns a reference to an enum if the values are all that it has. */
  enumReference(symbol: ts.Symbol, values: readonly unknown[]): FactSchema | undefined {
    const known = this.#keys.get(symbol);
    const members = this.#enumMembers(symbol);
    const all = new Set(members.map(({ value }) => value));
    if (all.size !== values.length || !values.every((value) => all.has(value as never))) return undefined;
    if (known !== undefined) return { $ref: known };
    const file = this.#writer.compiler.declarationsOf(symbol)[0]?.getSourceFile().fileName;
    const key = file && this.#keyOf({ name: symbol.name, file }, symbol);
    if (key === undefined) return undefined;
    this.#keys.set(symbol, key);
    const texts = textsOf(this.#writer.compiler, symbol);
    this.#facts.set(key, { name: symbol.name, ...texts, enum: members });
    return { $ref: key };
  }

  #enumMembers(symbol: ts.Symbol): EnumMember[] {
    const { compiler } = this.#writer;
    return compiler.membersOfEnum(symbol).flatMap((member): EnumMember[] => {
      const [node] = compiler.declarationsOf(member);
      if (node === undefined || !compiler.syntax.isEnumMember(node)) return [];
      const value = compiler.constantOf(node);
      const { description } = textsOf(compiler, member);
      return value === undefined
        ? []
        : [{ name: member.name, value, ...(description !== undefined && { description }) }];
    });
  }

  #keyOf({ name, file }: Pick<TypeName, 'name' | 'file'>, meant: ts.Symbol | ts.Type): string {
    const place = `${relativePath(this.#folder, file)}#${name}`;
    for (let count = 1; ; count += 1) {
      // Functions of a file may declare types of the same name.
      const key = count === 1 ? place : `${place}~${count}`;
      const owner = this.#owners.get(key);
      if (owner !== undefined && owner !== meant) continue;
      this.#owners.set(key, meant);
      return key;
    }
  }

  #objectFact(type: ts.Type, { symbol, name }: TypeName): TypeFact {
    const { compiler } = this.#writer;
    const properties = compiler.propertiesOf(type);
    const isClass = (symbol.flags & compiler.SymbolFlags.Class) !== 0;
    const values = compiler.indexOf(type);
    const members = this.membersOf(properties, isClass);
    const isMap = values !== undefined && Object.keys(members).length === 0;
    const isDecorated = isClass && this.#isDecorated(symbol, properties);
    return {
      name,
      ...(isClass && { class: symbol.name }),
      ...(isDecorated && { decorated: true as const }),
      ...textsOf(compiler, symbol, OBJECT),
      ...(isMap
        ? { schema: { type: 'object', additionalProperties: this.#writer.schemaOf(values) ?? OPEN } }
        : { members }),
      ...(isDecorated && this.#others(properties, members)),
    };
  }

  #isDecorated(symbol: ts.Symbol, properties: readonly ts.Symbol[]): boolean {
    const { compiler } = this.#writer;
    const nodes = [symbol, ...properties].flatMap((member) => compiler.declarationsOf(member));
    // Declarations do not show decorators.
    return nodes.some((node) => decoratorsOf(compiler, node).length > 0 || isDeclaration(node));
  }

  /** Returns the decorated properties that JSON does not have, such as accessors. */
  #others(properties: readonly ts.Symbol[], members: object): Pick<TypeFact, 'others'> {
    const { compiler } = this.#writer;
    const others = properties
      .filter(({ name }) => !Object.hasOwn(members, name))
      .filter((member) =>
        compiler.declarationsOf(member).some((node) => decoratorsOf(compiler, node).length > 0),
      )
      .map(({ name }) => name);
    return others.length === 0 ? {} : { others };
  }

  /**
   * Returns the properties that JSON has.
   *
   * @param isClass true for the properties of a class, whose decorators are applied when the facts are read
   */
  membersOf(properties: readonly ts.Symbol[], isClass: boolean): Readonly<Record<string, MemberFact>> {
    const members = properties.flatMap((property) => {
      const isReshaped = !isClass && this.#hasDecorator(property, RESHAPING);
      const fact = this.#isInJson(property, isClass) ? this.#memberFact(property, isReshaped) : undefined;
      return fact === undefined ? [] : [[property.name, fact] as const];
    });
    return Object.fromEntries(members);
  }

  #isInJson(property: ts.Symbol, isClass: boolean): boolean {
    const { compiler } = this.#writer;
    const { syntax } = compiler;
    if (property.name.startsWith('__@') || property.name.startsWith('#')) return false;
    if (this.#hasDecorator(property, HIDING)) return false;
    return compiler.declarationsOf(property).every((node) => {
      // JSON.stringify sees no accessor of a class.
      const isAccessor = syntax.isGetAccessorDeclaration(node) || syntax.isSetAccessorDeclaration(node);
      if (isAccessor && !syntax.isInterfaceDeclaration(node.parent)) return false;
      const isExcluded = !isClass && namesOfDecorators(compiler, node.parent).includes('Exclude');
      if (isExcluded && !this.#hasDecorator(property, RESHAPING)) return false;
      const name = (node as Partial<ts.PropertyDeclaration>).name?.getText() ?? '';
      return !name.startsWith('#') && !modifiersOf(compiler, node).some((word) => NOT_SENT.has(word));
    });
  }

  #hasDecorator(property: ts.Symbol, names: ReadonlySet<string>): boolean {
    const { compiler } = this.#writer;
    return compiler
      .declarationsOf(property)
      .some((node) => namesOfDecorators(compiler, node).some((name) => names.has(name)));
  }

  #memberFact(property: ts.Symbol, isReshaped: boolean): MemberFact | undefined {
    const { compiler } = this.#writer;
    const type = compiler.typeOf(property);
    if (type === undefined) return undefined;
    const { TypeFlags: flags } = compiler;
    const parts = alternatives(compiler, type);
    const isIn = (flag: number): boolean => parts.some((part) => part.flags & flag);
    const values = parts.filter((part) => !(part.flags & (flags.Null | flags.VoidLike)));
    const isNull = isIn(flags.Null);
    if (values.length === 0 && !isNull) return undefined;
    const written = values.length === 0 ? { type: 'null' } : unionSchema(this.#writer, values);
    if (written === undefined) return undefined;
    const schema = isReshaped ? OPEN : written;
    const isOptional = isIn(flags.AnyOrUnknown) || this.#mayBeAbsent(property, parts);
    const isNullable = (isNull && values.length > 0) || !compiler.strictNulls;
    const readTag = { schema, isNullable, members: this.#membersOfEnum(schema) };
    const fallback = defaultOf(compiler, property, readTag);
    return {
      schema,
      ...(!isOptional && !isReshaped && compiler.strictNulls && { required: true as const }),
      ...(isNullable && Object.keys(schema).length > 0 && { nullable: true as const }),
      ...textsOf(compiler, property, readTag),
      ...(fallback !== undefined && { default: fallback }),
    };
  }

  #mayBeAbsent(property: ts.Symbol, parts: readonly ts.Type[]): boolean {
    const { compiler } = this.#writer;
    if ((property.flags & compiler.SymbolFlags.Optional) !== 0) return true;
    if (!parts.every((part) => isSent(compiler, part))) return true;
    // A subclass may implement it as an accessor.
    return compiler.declarationsOf(property).some((node) => modifiersOf(compiler, node).includes('abstract'));
  }

  #membersOfEnum({ $ref }: FactSchema): readonly EnumMember[] | undefined {
    return typeof $ref === 'string' ? this.#facts.get($ref)?.enum : undefined;
  }
}

/** Modifiers of members that are not documented, or not in JSON. */
const NOT_SENT: ReadonlySet<string> = new Set(['private', 'protected', 'static', 'accessor']);

const OBJECT: TagPlace = { schema: { type: 'object' }, isNullable: false, members: undefined };

function modifiersOf({ syntax }: Compiler, node: ts.Node): readonly string[] {
  const { modifiers = [] } = node as ts.Node & { readonly modifiers?: readonly ts.Node[] };
  return modifiers.filter((node) => !syntax.isDecorator(node)).map((modifier) => modifier.getText());
}

function isDeclaration(node: ts.Node): boolean {
  return /\.d\.[cm]?ts$/.test(node.getSourceFile().fileName);
}

/** Returns a path relative to a folder, with `/` on every system. */
export function relativePath(folder: string, file: string): string {
  return path.relative(folder, file).split(path.sep).join('/');
}
