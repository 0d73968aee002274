import path from 'node:path';
import type ts from 'typescript';
import type { EnumMember, FactSchema, MemberFact, TypeFact } from 'dtospec/internal';
import { defaultOf, textsOf } from './comments.js';
import { decoratorName, decoratorsOf } from './entities.js';
import { nameOfType, type TypeName } from './names.js';
import { OPEN, type Writer } from './writer.js';
import { unionSchema } from './union-schema.js';

/** Decorators of properties that JSON does not have. */
const HIDING: ReadonlySet<string> = new Set(['Exclude', 'ApiHideProperty', 'Hidden']);

/** The types with a name, each of which is written once. */
export class NamedTypes {
  readonly #writer: Writer;
  readonly #folder: string;
  readonly #facts = new Map<string, TypeFact>();
  /** The meaning of each key: a symbol, or an instance of a generic type. */
  readonly #owners = new Map<string, ts.Symbol | ts.Type>();
  readonly #keys = new Map<ts.Type | ts.Symbol, string | undefined>();

  constructor(writer: Writer, folder: string) {
    this.#writer = writer;
    this.#folder = folder;
  }

  get facts(): Readonly<Record<string, TypeFact>> {
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
    const fact = this.#writer.apart(() => this.#objectFact(type, name));
    this.#facts.set(key, fact);
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
    const members = this.membersOf(properties);
    const isMap = values !== undefined && Object.keys(members).length === 0;
    const isDecorated = isClass && this.#isDecorated(symbol, properties);
    return {
      name,
      ...(isClass && { class: symbol.name }),
      ...(isDecorated && { decorated: true as const }),
      ...textsOf(compiler, symbol),
      ...(isMap
        ? { schema: { type: 'object', additionalProperties: this.#writer.schemaOf(values) ?? OPEN } }
        : { members }),
      ...(isDecorated && this.#others(properties, members)),
    };
  }

  #isDecorated(symbol: ts.Symbol, properties: readonly ts.Symbol[]): boolean {
    const { compiler } = this.#writer;
    const nodes = [symbol, ...properties].flatMap((one) => compiler.declarationsOf(one));
    return nodes.some((node) => decoratorsOf(compiler, node).length > 0);
  }

  /** Returns the decorated properties that JSON does not have, such as accessors. */
  #others(properties: readonly ts.Symbol[], members: object): Pick<TypeFact, 'others'> {
    const { compiler } = this.#writer;
    const others = properties
      .filter(({ name }) => !Object.hasOwn(members, name))
      .filter((one) => compiler.declarationsOf(one).some((node) => decoratorsOf(compiler, node).length > 0))
      .map(({ name }) => name);
    return others.length === 0 ? {} : { others };
  }

  /** Returns the properties that JSON has. */
  membersOf(properties: readonly ts.Symbol[]): Readonly<Record<string, MemberFact>> {
    const members = properties.flatMap((property) => {
      const fact = this.#isInJson(property) ? this.#memberFact(property) : undefined;
      return fact === undefined ? [] : [[property.name, fact] as const];
    });
    return Object.fromEntries(members);
  }

  #isInJson(property: ts.Symbol): boolean {
    const { compiler } = this.#writer;
    const { syntax } = compiler;
    if (property.name.startsWith('__@') || property.name.startsWith('#')) return false;
    return compiler.declarationsOf(property).every((node) => {
      // JSON.stringify sees no accessor of a class.
      const isAccessor = syntax.isGetAccessorDeclaration(node) && !syntax.isInterfaceDeclaration(node.parent);
      const { modifiers = [] } = node as ts.Node & { readonly modifiers?: readonly ts.Node[] };
      const words = modifiers.filter((one) => !syntax.isDecorator(one)).map((one) => one.getText());
      const isHidden = decoratorsOf(compiler, node).some((one) => HIDING.has(decoratorName(compiler, one)));
      const name = (node as Partial<ts.PropertyDeclaration>).name?.getText() ?? '';
      return !isAccessor && !isHidden && !name.startsWith('#') && !words.some((word) => PRIVATE.has(word));
    });
  }

  #memberFact(property: ts.Symbol): MemberFact | undefined {
    const { compiler } = this.#writer;
    const type = compiler.typeOf(property);
    if (type === undefined) return undefined;
    const { TypeFlags: flags } = compiler;
    const parts = type.flags & flags.Union && !(type.flags & flags.Boolean) ? compiler.partsOf(type) : [type];
    const isIn = (flag: number): boolean => parts.some((part) => part.flags & flag);
    const values = parts.filter((part) => !(part.flags & (flags.Null | flags.VoidLike)));
    const isNull = isIn(flags.Null);
    if (values.length === 0 && !isNull) return undefined;
    const schema = values.length === 0 ? { type: 'null' } : unionSchema(this.#writer, values);
    if (schema === undefined) return undefined;
    const isOptional =
      (property.flags & compiler.SymbolFlags.Optional) !== 0 ||
      isIn(flags.VoidLike | flags.AnyOrUnknown) ||
      !compiler.strictNulls;
    const fallback = defaultOf(compiler, property);
    return {
      schema,
      ...(!isOptional && { required: true as const }),
      ...(isNull && values.length > 0 && { nullable: true as const }),
      ...textsOf(compiler, property),
      ...(fallback !== undefined && { default: fallback }),
    };
  }
}

const PRIVATE: ReadonlySet<string> = new Set(['private', 'protected', 'static']);

/** Returns a path relative to a folder, with `/` on every system. */
export function relativePath(folder: string, file: string): string {
  return path.relative(folder, file).split(path.sep).join('/');
}
