import type { ClassAnnotations, PropertyAnnotations } from '../../../../decorators/record.js';
import { ownProperties } from '../../../../decorators/store.js';
import type { TypeDeclaration, TypeInput } from '../../../../decorators/type-input.js';
import type { Constructor } from '../../../shared/types.js';
import { ownTransformedProperties, transformedClasses } from '../class-transformer/metadata.js';
import { ownRulesOf, storage } from '../class-validator/metadata.js';
import { ownSwaggerKeys } from '../nest-swagger/properties.js';
import type { FactSchema, FactsFile, HandlerFact, MemberFact, TypeFact } from './facts-file.js';
import { type ExportedClass, exportedClasses } from './loaded-modules.js';
import { standIn, textAnnotations } from './stand-in.js';
import { declarationOf, inputOf } from './type-of-fact.js';

/** The facts of a property. */
export interface PropertyFact {
  readonly type: TypeDeclaration | undefined;
  /** The type of the items, if the property is a list. */
  readonly items: TypeDeclaration | undefined;
  readonly required: boolean;
  readonly nullable: boolean;
  /** True if the type contains null and undefined where the value may be one of them. */
  readonly isStrict: boolean;
  readonly annotations: PropertyAnnotations;
}

/** The facts of a class. */
export interface ClassFact {
  readonly annotations: ClassAnnotations;
  readonly keys: readonly string[];
  readonly property: (key: string) => PropertyFact | undefined;
}

/** A facts file, with the classes of this process that it describes. */
export class Facts {
  readonly #file: FactsFile;
  readonly #keysByClass = new Map<string, string[]>();
  readonly #classes = new Map<string, Constructor | undefined>();
  readonly #described = new WeakMap<Constructor, { readonly fact: ClassFact | undefined }>();
  #exported: ReadonlyMap<string, readonly ExportedClass[]> | undefined;
  readonly #missing = new Set<string>();

  constructor(file: FactsFile) {
    this.#file = file;
    for (const [key, fact] of Object.entries(file.types))
      if (fact.class !== undefined && isOwnName(fact))
        this.#keysByClass.set(fact.class, [...(this.#keysByClass.get(fact.class) ?? []), key]);
  }

  /** Returns the facts of a class, or undefined. */
  of(target: Constructor): ClassFact | undefined {
    let known = this.#described.get(target);
    if (known === undefined) {
      const key = this.#keyOf(target);
      const fact = key === undefined ? undefined : this.#file.types[key];
      if (key !== undefined && !this.#classes.has(key)) this.#classes.set(key, target);
      known = { fact: fact && this.#classFact(fact) };
      this.#described.set(target, known);
    }
    return known.fact;
  }

  /** Returns the facts of a handler of Nest. */
  ofHandler(controller: Constructor, method: string): HandlerFact | undefined {
    const controllers = Object.entries(this.#file.handlers).filter(([key, methods]) => {
      const name = key.slice(key.lastIndexOf('#') + 1);
      return (
        name === controller.name && Object.keys(methods).every((method) => method in controller.prototype)
      );
    });
    const key = this.#nearest(
      controller,
      controllers.map(([controller]) => controller),
    );
    const handlers = key === undefined ? {} : (this.#file.handlers[key] ?? {});
    return Object.hasOwn(handlers, method) ? handlers[method] : undefined;
  }

  /** Returns the facts of the one operation with this method and path, such as `GET /cats/{id}`. */
  ofOperation(place: string): HandlerFact | undefined {
    const entries = Object.entries(this.#file.operations).filter(([key]) => key.endsWith(`#${place}`));
    return entries.length === 1 ? entries[0]?.[1] : undefined;
  }

  /** Returns the type of a schema. */
  typeOf(schema: FactSchema): TypeInput {
    return inputOf(schema, (key) => this.#classOf(key));
  }

  /**
   * Returns the decorated classes in a schema that this process lacks, after `typeOf` has looked for them.
   */
  missingIn(schema: FactSchema): readonly string[] {
    const references = [...JSON.stringify(schema).matchAll(/"\$ref":("[^"]+")/g)];
    const keys = references.map(([, text = '""']) => JSON.parse(text) as string);
    return keys.filter((key) => this.#missing.has(key));
  }

  /** Returns the key of the one fact with the name and the properties of a class. */
  #keyOf(target: Constructor): string | undefined {
    const keys = this.#keysByClass.get(target.name);
    if (keys === undefined) return undefined;
    const decorated = decoratedKeys(target);
    return this.#nearest(
      target,
      keys.filter((key) => fits(this.#file.types[key], decorated)),
    );
  }

  /**
   * Returns the one key whose source a class was compiled from. If the file of the class is unknown, only one
   * key may be given.
   */
  #nearest(target: Constructor, keys: readonly string[]): string | undefined {
    if (keys.length === 0) return undefined;
    this.#exported ??= exportedClasses();
    const files = (this.#exported.get(target.name) ?? []).filter((exported) => exported.target === target);
    if (files.length === 0) return keys.length === 1 ? keys[0] : undefined;
    const ranked = keys
      .map((key) => ({ key, common: Math.max(...files.map(({ file }) => commonParts(file, key))) }))
      .filter(({ common }) => common > 0)
      .sort((left, other) => other.common - left.common);
    const [best, next] = ranked;
    return best?.common === next?.common ? undefined : best?.key;
  }

  /** Returns the class that a reference means: the application's own, or one that has only the facts. */
  #classOf(key: string): Constructor | undefined {
    if (this.#classes.has(key)) return this.#classes.get(key);
    const fact = this.#file.types[key];
    if (fact === undefined) return undefined;
    const own = fact.class === undefined ? undefined : this.#findClass(fact, key);
    if (own === undefined && fact.decorated === true) {
      this.#missing.add(key);
      this.#classes.set(key, undefined);
      return undefined;
    }
    const isInstance = own !== undefined && isOwnName(fact);
    const target = isInstance ? own : standIn(fact, own, (ref) => this.#classOf(ref));
    this.#classes.set(key, target);
    if (!isInstance) this.#described.set(target, { fact: this.#classFact(fact) });
    return target;
  }

  #findClass(fact: TypeFact, key: string): Constructor | undefined {
    this.#exported ??= exportedClasses();
    const exported = this.#exported.get(fact.class ?? '') ?? [];
    const ofFile = exported.filter(({ file }) => commonParts(file, key) > 0).map(({ target }) => target);
    const classes = ofFile.length > 0 ? ofFile : recordedClasses(fact.class ?? '');
    const fitting = [...new Set(classes)].filter((target) => fits(fact, decoratedKeys(target)));
    return fitting.length === 1 ? fitting[0] : undefined;
  }

  #classFact(fact: TypeFact): ClassFact {
    const members = fact.members ?? {};
    const properties = new Map<string, PropertyFact>();
    return {
      annotations: textAnnotations(fact),
      keys: Object.keys(members),
      property: (key) => {
        const member = Object.hasOwn(members, key) ? members[key] : undefined;
        if (member !== undefined && !properties.has(key)) properties.set(key, this.#propertyFact(member));
        return properties.get(key);
      },
    };
  }

  #propertyFact(member: MemberFact): PropertyFact {
    const { schema } = member;
    const items = schema.type === 'array' ? (schema.items as FactSchema | undefined) : undefined;
    const declarationFor = (schema: FactSchema | undefined): TypeDeclaration | undefined =>
      schema === undefined ? undefined : declarationOf(schema, (key) => this.#classOf(key));
    return {
      type: declarationFor(schema),
      items: declarationFor(items),
      required: member.required === true,
      nullable: member.nullable === true,
      isStrict: this.#file.strictNulls,
      annotations: {
        ...textAnnotations(member),
        ...(member.default !== undefined && { default: member.default, defaultBy: '@default' }),
      },
    };
  }
}

/** Returns whether a class fact is one of the class itself, not of an instance of a generic class. */
function isOwnName({ name, class: className }: TypeFact): boolean {
  return name === className;
}

function fits(fact: TypeFact | undefined, decorated: readonly string[]): boolean {
  if (fact?.members === undefined) return false;
  const { members, others = [] } = fact;
  return decorated.every((key) => Object.hasOwn(members, key) || others.includes(key));
}

function decoratedKeys(target: Constructor): readonly string[] {
  return [
    ...ownRulesOf(target).keys,
    ...ownTransformedProperties(target).flat(),
    ...ownProperties(target).keys(),
    ...ownSwaggerKeys(target),
  ];
}

/** Returns the classes of this name that class-validator or class-transformer know. */
function recordedClasses(name: string): readonly Constructor[] {
  const validated = [...storage.validationMetadatas.keys()];
  return [...validated, ...transformedClasses()].filter(
    (value): value is Constructor => typeof value === 'function' && value.name === name,
  );
}

/** Folders of sources and of compiled files. */
const ROOTS: ReadonlySet<string> = new Set(['..', 'src', 'dist', 'build', 'lib', 'out']);

/**
 * Returns how many names at the end of two paths are equal, or 0 if a compiled file is not one of the source
 * of a key. The source of `dist/cats/cat.js` may be `src/cats/cat.ts#Cat`.
 */
function commonParts(file: string, key: string): number {
  const source = key.slice(0, key.lastIndexOf('#'));
  const parts = (path: string): string[] =>
    path
      .replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '')
      .split('/')
      .filter((name) => !ROOTS.has(name))
      .toReversed();
  const compiled = parts(file);
  const written = parts(source);
  const differs = written.findIndex((name, index) => name !== compiled[index]);
  const common = differs === -1 ? written.length : differs;
  return common >= Math.min(2, written.length) ? common : 0;
}
