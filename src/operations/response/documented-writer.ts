import type { MemberFilter } from '../../documents/json-schema/member-filter.js';
import { type ObjectSchema, objectSchemaOf, structureOf } from '../../documents/json-schema/object-schema.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import type { Resolve } from '../../documents/json-schema/walk.js';
import type { Constructor } from '../../shared/types.js';
import { coerce, type DeclaredType } from '../../serialize/declared-type.js';
import { type PropertyPlan, propertiesOf } from '../../serialize/plan.js';
import { toJson } from '../../serialize/to-json.js';
import type { ViewPlans } from '../../serialize/view-plans.js';
import { isScalar } from '../../serialize/walk.js';

/** Returned for a value that the serializer and a filter of members must write. */
export const UNSURE = Symbol('unsure');

/** JSON text; undefined for a member that is left out. */
type Text = string | undefined | typeof UNSURE;

/** The state that the writers of one response share. */
export interface WriterParts {
  readonly plans: ViewPlans;
  readonly resolve: Resolve;
  /** True if undocumented members are dropped, false if they are an error. */
  readonly dropsUndocumented: boolean;
  readonly filterOf: (schema: Schema) => MemberFilter;
}

/**
 * Creates a writer of the JSON text of a class; undefined for a schema that describes its members by more.
 */
export function createDocumentedWriter(
  target: Constructor,
  schema: Schema | boolean,
  parts: WriterParts,
): DocumentedWriter | undefined {
  const object = objectSchemaOf(schema, parts.resolve);
  return object && new DocumentedWriters(parts).writerOf(target, object);
}

class DocumentedWriters {
  readonly #writers = new Map<Schema, Map<Constructor, DocumentedWriter>>();

  constructor(readonly parts: WriterParts) {}

  writerOf(target: Constructor, object: ObjectSchema): DocumentedWriter {
    const ofSchema = this.#writers.get(object.schema) ?? new Map<Constructor, DocumentedWriter>();
    this.#writers.set(object.schema, ofSchema);
    const writer = ofSchema.get(target) ?? new DocumentedWriter(target, object, this);
    ofSchema.set(target, writer);
    return writer;
  }
}

/** Maximum depth, so that the serializer reports a cycle. */
const DEEPEST = 100;

/**
 * Writes the documented members of an instance, or of a plain object in its place, as JSON text. No filter
 * and no `JSON.stringify` follow. It writes what the serializer and the filter write.
 */
class DocumentedWriter {
  readonly #members = new Map<string, MemberWriter>();
  #last:
    | { readonly properties: readonly PropertyPlan[]; readonly writers: readonly MemberWriter[] | undefined }
    | undefined;

  constructor(
    readonly target: Constructor,
    private readonly object: ObjectSchema,
    private readonly shared: DocumentedWriters,
  ) {}

  write(value: object, depth: number): string | typeof UNSURE {
    const writers = depth > DEEPEST ? undefined : this.#writersFor(value);
    if (writers === undefined) return UNSURE;
    let text = '';
    for (const writer of writers) {
      const written = writer.write(value as Readonly<Record<string, unknown>>, depth);
      if (written === UNSURE) return UNSURE;
      if (written !== undefined) text += (text === '' ? writer.first : writer.next) + written;
    }
    return text === '' ? '{}' : `${text}}`;
  }

  /** Returns undefined for an object that the serializer must write. */
  #writersFor(value: object): readonly MemberWriter[] | undefined {
    const { plans } = this.shared.parts;
    const own = plans.planOfObject(value);
    const isPlain = own.target === Object;
    if (own.kind !== 'object' || !(isPlain || own.target === this.target)) return undefined;
    if (typeof (value as { then?: unknown }).then === 'function') return undefined;
    const plan = isPlain ? plans.planOf(this.target) : own;
    if (plan.undecorated || plan.kind !== 'object') return undefined;
    return this.#writersOf(propertiesOf(Object.keys(value), plan, own));
  }

  /** Returns undefined if two properties have one name, since a JSON text has each name once. */
  #writersOf(properties: readonly PropertyPlan[]): readonly MemberWriter[] | undefined {
    if (this.#last?.properties === properties) return this.#last.writers;
    const isUnique = new Set(properties.map(({ name }) => name)).size === properties.length;
    const writers = isUnique ? properties.map((property) => this.#writerOf(property)) : undefined;
    this.#last = { properties, writers };
    return writers;
  }

  #writerOf(property: PropertyPlan): MemberWriter {
    const known = this.#members.get(property.key);
    if (known?.property === property) return known;
    const { properties } = this.object;
    const isDocumented = property.isUndeclared !== true && Object.hasOwn(properties, property.name);
    const writer = new MemberWriter(
      property,
      isDocumented ? properties[property.name] : undefined,
      this.shared,
    );
    if (property.isUndeclared !== true) this.#members.set(property.key, writer);
    return writer;
  }
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'null']);

class MemberWriter {
  /** The text before the value, if the member is the first of its object. */
  readonly first: string;
  readonly next: string;
  readonly #isScalar: boolean;
  /** The schema of the objects in the value. */
  readonly #object: ObjectSchema | undefined;
  #nested: DocumentedWriter | undefined;

  constructor(
    readonly property: PropertyPlan,
    private readonly schema: Schema | undefined,
    private readonly shared: DocumentedWriters,
  ) {
    this.first = `{${JSON.stringify(property.name)}:`;
    this.next = `,${this.first.slice(1)}`;
    const types = [schema?.type ?? []].flat();
    this.#isScalar = types.length > 0 && types.every((type) => SCALARS.has(type));
    const { resolve } = shared.parts;
    const { kind, elementSchema = {} } = (schema && structureOf(schema, resolve)) ?? {};
    this.#object = kind === 'map' ? undefined : objectSchemaOf(elementSchema, resolve);
  }

  write(object: Readonly<Record<string, unknown>>, depth: number): Text {
    const { key, plain, exposed } = this.property;
    if (this.schema === undefined) return this.shared.parts.dropsUndocumented ? undefined : UNSURE;
    const raw = object[key];
    if (plain && this.#isScalar && isScalar(raw)) return textOf(raw);
    if (exposed && typeof raw === 'function') return UNSURE;
    let value = raw;
    for (const { run } of this.property.transforms)
      value = run({ value, key, obj: object, options: this.shared.parts.plans.options });
    const declared = this.property.declared?.(object);
    return this.#converted(coerce(value, declared?.conversion), declared, this.schema, depth);
  }

  #converted(value: unknown, declared: DeclaredType | undefined, schema: Schema, depth: number): Text {
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return undefined;
    if (value === null) return 'null';
    if (this.#isScalar) {
      const text = scalarOf(value);
      return text === UNSURE ? this.#registered(value, declared, schema) : text;
    }
    if (this.#object === undefined) return this.#others(value, declared, schema);
    return this.#objects(value, declared, { object: this.#object, schema, depth });
  }

  #objects(
    value: unknown,
    declared: DeclaredType | undefined,
    { object, schema, depth }: { object: ObjectSchema; schema: Schema; depth: number },
  ): Text {
    const { targets = [], discriminator, values } = declared ?? {};
    const [target] = targets;
    if (target === undefined) return this.#registered(value, declared, schema);
    if (targets.length > 1 || (discriminator ?? values) !== undefined) return UNSURE;
    if (this.#nested?.target !== target) this.#nested = this.shared.writerOf(target, object);
    return writeObjects(value, this.#nested, depth + 1);
  }

  /** Writes an instance of a registered class. */
  #registered(value: unknown, declared: DeclaredType | undefined, schema: Schema): Text {
    if (typeof value !== 'object' || value === null) return UNSURE;
    const { kind } = this.shared.parts.plans.planOfObject(value);
    return kind === 'registered' ? this.#others(value, declared, schema) : UNSURE;
  }

  /** Writes a value whose members only its schema describes. */
  #others(value: unknown, declared: DeclaredType | undefined, schema: Schema): Text {
    const { plans, dropsUndocumented, filterOf } = this.shared.parts;
    const walk = { plans, root: value, ancestors: [], keys: [], onInstance: undefined, deferring: true };
    try {
      const json = filterOf(schema).apply(toJson(value, declared, walk), {
        onUnknown: () => !dropsUndocumented && unsure(),
        onScalar: unsure,
        onNoBranch: unsure,
      });
      return json === undefined ? undefined : JSON.stringify(json);
    } catch {
      // The serializer reports the place of the error.
      return UNSURE;
    }
  }
}

function unsure(): never {
  throw new Error('The general writer decides.');
}

function scalarOf(value: unknown): Text {
  if (isScalar(value)) return textOf(value);
  if (typeof value === 'number') return 'null';
  if (typeof value === 'bigint') return `"${value}"`;
  return value instanceof Date && !Number.isNaN(value.getTime()) ? `"${value.toISOString()}"` : UNSURE;
}

/**
 * Text without characters that JSON escapes: quotes,
 * backslashes, control characters and halves of surrogate pairs.
 */
const UNESCAPED = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

function textOf(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  return UNESCAPED.test(value) ? `"${value}"` : JSON.stringify(value);
}

/**
 * Writes an object, or the objects of a list. A getter or a
 * `@Transform` may throw; the serializer reports its error.
 */
export function writeDocumented(value: unknown, writer: DocumentedWriter): string | typeof UNSURE {
  try {
    return writeObjects(value, writer, 0);
  } catch {
    return UNSURE;
  }
}

function writeObjects(value: unknown, writer: DocumentedWriter, depth: number): string | typeof UNSURE {
  if (typeof value !== 'object' || value === null) return UNSURE;
  return Array.isArray(value) ? writeList(value, writer, depth) : writer.write(value, depth);
}

function writeList(
  items: readonly unknown[],
  writer: DocumentedWriter,
  depth: number,
): string | typeof UNSURE {
  if (depth > DEEPEST) return UNSURE;
  let text = '';
  for (const item of items) {
    const object = item === null || item === undefined ? 'null' : writeObjects(item, writer, depth + 1);
    if (object === UNSURE) return UNSURE;
    text += (text === '' ? '[' : ',') + object;
  }
  return text === '' ? '[]' : `${text}]`;
}
