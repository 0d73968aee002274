import type ts from 'typescript';
import type { FactSchema } from 'dtospec/internal';
import type { Compiler } from './compiler/compiler.js';
import { Entities } from './entities.js';
import { isOfLibrary, isOfPackage } from './names.js';
import { NamedTypes } from './named-types.js';
import { alternatives, isSent, unionSchema } from './union-schema.js';
import { OPEN, type Writer } from './writer.js';

/** Names of class-transformer and Nest, which write responses without calling `toJSON`. */
const TRANSFORMING = /\b(?:ClassSerializerInterceptor|instanceToPlain|classToPlain)\b/;

/** Types inside types without a name, beyond which a schema stays open. */
const DEEPEST = 12;

/** Writes types as JSON Schemas of the JSON that their values become. */
export class TypeWriter implements Writer {
  readonly compiler: Compiler;
  readonly types: NamedTypes;
  readonly #entities: Entities;
  /** The types around the one that is being written. */
  readonly #above: ts.Type[] = [];
  #usesTransformer: boolean | undefined;
  /** The classes of ORMs in the type that is being written, each with its package. */
  readonly #met = new Set<string>();

  /** @param folder the folder of the facts file, to which files are relative */
  constructor(compiler: Compiler, folder: string) {
    this.compiler = compiler;
    this.#entities = new Entities(compiler);
    this.types = new NamedTypes(this, folder);
  }

  /**
   * Returns the schema of a type, or undefined if JSON has no such value, with the classes of ORMs in it, but
   * for those inside named types.
   */
  write(types: readonly ts.Type[]): {
    readonly schema: FactSchema | undefined;
    readonly entities: readonly string[];
  } {
    this.#met.clear();
    const schema = unionSchema(this, types);
    return { schema, entities: [...this.#met] };
  }

  /**
   * Returns the schema of a type, or undefined if JSON has no such value: undefined, a function, a symbol.
   */
  schemaOf(type: ts.Type): FactSchema | undefined {
    const { TypeFlags: flags } = this.compiler;
    const is = (flag: number): boolean => (type.flags & flag) !== 0;
    if (is(flags.VoidLike | flags.ESSymbolLike)) return undefined;
    if (is(flags.Null)) return { type: 'null' };
    if (is(flags.Boolean)) return { type: 'boolean' };
    const literal = this.compiler.literalOf(type);
    if (literal !== undefined || is(flags.Union)) return unionSchema(this, [type]);
    if (is(flags.StringLike)) return { type: 'string' };
    if (is(flags.NumberLike)) return { type: 'number' };
    if (is(flags.Intersection)) return this.#intersection(type);
    return is(flags.Object) ? this.#object(type) : OPEN;
  }

  /**
   * Returns the schema of a branded scalar, such as `string
   * & { brand: 'Id' }`, or of all properties together.
   */
  #intersection(type: ts.Type): FactSchema | undefined {
    const scalar = this.compiler
      .partsOf(type)
      .find((part) => (part.flags & this.compiler.TypeFlags.Primitive) !== 0);
    return scalar === undefined ? this.#object(type) : this.schemaOf(scalar);
  }

  #object(type: ts.Type): FactSchema | undefined {
    const { compiler } = this;
    if (compiler.isArray(type)) return { type: 'array', items: this.#items(compiler.argumentsOf(type)) };
    const tuple = compiler.tupleOf(type);
    if (tuple !== undefined) return this.#tuple(tuple);
    return compiler.isFunction(type) ? undefined : this.#objectWithMembers(type);
  }

  #objectWithMembers(type: ts.Type): FactSchema | undefined {
    const { compiler } = this;
    const properties = compiler.propertiesOf(type);
    const symbol = compiler.symbolOf(type);
    const ofLibrary = symbol !== undefined && isOfLibrary(compiler, symbol);
    if (ofLibrary && symbol.name === 'Date') return { type: 'string', format: 'date-time' };
    const json = properties.find(({ name }) => name === 'toJSON');
    if (json !== undefined && symbol?.name === 'ObjectId') return this.#converted(json);
    const orm = this.#entities.ormOf(symbol, properties);
    if (orm !== undefined) {
      this.#meet(type, symbol, orm);
      return OPEN;
    }
    if (json !== undefined) return this.#converted(json);
    if (ofLibrary && !isAnonymous(symbol)) return OPEN;
    if (this.#hasOtherMembers(symbol, properties)) return OPEN;
    const isTooDeep = this.#above.includes(type) || this.#above.length > DEEPEST;
    const reference = this.types.reference(type);
    if (reference !== undefined || isTooDeep) return reference ?? OPEN;
    return this.inside(type, () => this.#members(type, properties));
  }

  /** Records a class of an ORM. */
  #meet(type: ts.Type, symbol: ts.Symbol | undefined, orm: string): void {
    const own = this.compiler.aliasOf(type)?.symbol ?? symbol;
    this.#met.add(`${own === undefined || isAnonymous(own) ? 'an object' : own.name} (${orm})`);
  }

  /**
   * Returns whether an object has methods of a package, or
   * extends a class of JavaScript, such as Array or Error.
   */
  #hasOtherMembers(symbol: ts.Symbol | undefined, properties: readonly ts.Symbol[]): boolean {
    const { compiler } = this;
    if (symbol !== undefined && isOfPackage(compiler, symbol) && this.#hasMethods(properties)) return true;
    return properties.some((property) => isOfLibrary(compiler, property));
  }

  /** Writes the parts of a type, which may contain it. */
  inside<T>(type: ts.Type, write: () => T): T {
    this.#above.push(type);
    try {
      return write();
    } finally {
      this.#above.pop();
    }
  }

  #items([items]: readonly ts.Type[]): FactSchema {
    const schema = items && this.schemaOf(items);
    if (items === undefined || schema === undefined) return OPEN;
    // In a list, undefined is written as null.
    return alternatives(this.compiler, items).every((part) => isSent(this.compiler, part))
      ? schema
      : orNull(schema);
  }

  #tuple({ items, required, rest }: NonNullable<ReturnType<Compiler['tupleOf']>>): FactSchema {
    const schemas = items.map((item) => this.#items([item]));
    const fixed = rest === -1 ? schemas : schemas.slice(0, rest);
    return {
      type: 'array',
      ...(fixed.length > 0 && { prefixItems: fixed }),
      ...(rest !== -1 && rest === schemas.length - 1 && { items: schemas[rest] }),
      minItems: required,
      ...(rest === -1 && { maxItems: items.length }),
    };
  }

  /**
   * Returns the schema of what `toJSON` returns. class-transformer does not call it, and writes the
   * properties instead.
   */
  #converted(toJSON: ts.Symbol): FactSchema | undefined {
    this.#usesTransformer ??= this.compiler.files.some((file) =>
      TRANSFORMING.test(this.compiler.source(file)?.text ?? ''),
    );
    if (this.#usesTransformer) return OPEN;
    const type = this.compiler.typeOf(toJSON);
    const [result, ...others] = type === undefined ? [] : this.compiler.returnsOf(type);
    if (result === undefined || others.length > 0 || this.#above.length > DEEPEST) return OPEN;
    return this.inside(result, () => this.schemaOf(result));
  }

  #hasMethods(properties: readonly ts.Symbol[]): boolean {
    return properties.some((property) => {
      const type = this.compiler.typeOf(property);
      return type !== undefined && this.compiler.returnsOf(type).length > 0;
    });
  }

  #members(type: ts.Type, symbols: readonly ts.Symbol[]): FactSchema {
    const values = this.compiler.indexOf(type);
    // A property of an ORM's class is open, as in a type with a name.
    const met = [...this.#met];
    const members = Object.entries(this.types.membersOf(symbols, false));
    this.#met.clear();
    for (const entity of met) this.#met.add(entity);
    if (members.length === 0 && values === undefined) return OPEN;
    const required = members.filter(([, member]) => member.required === true).map(([name]) => name);
    const properties = members.map(([name, { schema, nullable, description }]) => [
      name,
      { ...(nullable === true ? orNull(schema) : schema), ...(description !== undefined && { description }) },
    ]);
    return {
      type: 'object',
      ...(members.length > 0 && { properties: Object.fromEntries(properties) as object }),
      ...(required.length > 0 && { required }),
      ...(values !== undefined && members.length === 0 && { additionalProperties: this.#items([values]) }),
    };
  }
}

function isAnonymous(symbol: ts.Symbol): boolean {
  return symbol.name.startsWith('__');
}

/** Returns a schema that also accepts null. */
export function orNull(schema: FactSchema): FactSchema {
  if (Object.keys(schema).length === 0) return schema;
  const isScalar = Object.keys(schema).every((keyword) => ['type', 'format', 'pattern'].includes(keyword));
  return isScalar && typeof schema.type === 'string'
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [...((schema.anyOf as object[] | undefined) ?? [schema]), { type: 'null' }] };
}
