import type { ValidationError } from 'class-validator';
import { decodeBase64 } from '../../shared/bytes.js';
import { once } from '../../shared/once.js';
import {
  type Container,
  type ContainerOf,
  itemsOf,
  membersOf,
  objectSchemaOf,
} from '../../documents/json-schema/object-schema.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import { classAnnotationsOf } from '../../documents/model/annotations.js';
import { isBindable, isJsonObject } from '../../documents/model/class-transformer/binder.js';
import { FileStream } from '../../documents/model/type/type-functions.js';
import { resolveLazy } from '../../documents/model/type/type-input-error.js';
import { typeRefOfDeclaration } from '../../documents/model/type/type-ref.js';
import type { TypeRef } from '../../documents/model/types.js';
import type { Constructor } from '../../shared/types.js';
import { isRecord } from '../../shared/values.js';
import {
  finishAll,
  type Part,
  type PartCompiler,
  readDate,
  type ReadContext,
  readRegistered,
  readStandard,
} from './part.js';
import { finishInstance, notConverted, type Reading } from './read-instance.js';
import { unionPart } from './union-part.js';
import { toBigint } from './untyped-members.js';
import type { WalkContext } from './walk/walk-context.js';
import { Excess, Thrown, WalkRun } from './walk/walk-run.js';

type Resolved = Exclude<TypeRef, { kind: 'lazy' }>;
type Kind = Resolved['kind'];

/** The schema of values; undefined if they are checked already. */
type Documented = Schema | boolean | undefined;

/** Returns undefined for a schema with more keywords than a walk over the value checks. */
type Compile<K extends Kind> = (
  type: Extract<Resolved, { kind: K }>,
  schema: Documented,
  parts: Parts,
) => Part | undefined;

/** Compiles a type whose values the schema checks as a whole. */
function checked(convert: (value: unknown) => Reading | Promise<Reading>) {
  return (_: unknown, schema: Documented): Part | undefined =>
    schema === undefined ? (value) => () => convert(value) : undefined;
}

const asSent = checked((value) => ({ value }));

/** The kinds whose values do not stay as they are. */
const KINDS: { readonly [K in Kind]?: Compile<K> } = {
  bigint: checked((value) => ({ value: toBigint(value) })),
  date: checked(readDate),
  file: checked((value) => ({ value: typeof value === 'string' ? decodeBase64(value) : value })),
  registered: (type, schema, { context }) =>
    checked((value) => readRegistered(value, type, context))(undefined, schema),
  standard: ({ standard }, schema) => checked((value) => readStandard(value, standard))(undefined, schema),
  array: ({ items, unique }, schema, parts) =>
    parts.container(schema, itemsOf, ({ elementSchema: inner }) => {
      const part = once(() => parts.partOf(items, inner));
      return {
        accepts: Array.isArray,
        partAt: part,
        join: (read) => (unique ? new Set(valuesIn(read)) : valuesIn(read)),
      };
    }),
  tuple: ({ items }, schema, parts) =>
    parts.container(
      schema,
      () => undefined,
      () => {
        const all = once(() => items.map((item) => parts.partOf(item, undefined)));
        return { accepts: Array.isArray, partAt: (index) => all()[Number(index)], join: valuesIn };
      },
    ),
  map: ({ values }, schema, parts) =>
    parts.container(schema, membersOf, ({ elementSchema: inner }) => {
      const part = once(() => parts.partOf(values, inner));
      return { accepts: isRecord, partAt: part, join: Object.fromEntries };
    }),
  union: unionPart,
  class: classPart,
};

type Entries = readonly (readonly [key: string, value: unknown])[];

function valuesIn(entries: Entries): unknown[] {
  return entries.map(([, value]) => value);
}

/** How a list or a map is read. */
interface Contained {
  readonly accepts: (value: object) => boolean;
  /** Returns undefined for an item that the type leaves out. */
  readonly partAt: (key: string) => Part | undefined;
  readonly join: (read: Entries) => unknown;
}

/**
 * Compiles types for one schema. The schema as a whole checks what a walk over the objects and lists of a
 * value cannot check, before its values are converted.
 */
export class Parts implements PartCompiler {
  constructor(
    readonly context: ReadContext,
    readonly walks: WalkContext,
  ) {}

  readonly partOf = (type: TypeRef, schema: Documented): Part => {
    const resolved = resolveLazy(type);
    const compile = (KINDS[resolved.kind] ?? asSent) as Compile<Kind>;
    return compile(resolved, schema, this) ?? this.whole(resolved, schema ?? {});
  };

  readonly whole = (type: TypeRef, schema: Schema | boolean): Part => {
    const test = this.walks.testOf(schema);
    const part = once(() => this.partOf(type, undefined));
    // No class reads a value of such a type that the schema refuses.
    const resolved = resolveLazy(type);
    const isEnd =
      KINDS[resolved.kind] === undefined ||
      (resolved.kind === 'union' && resolved.discriminator === undefined);
    return (value, run) => {
      const isObject = typeof value === 'object' && value !== null;
      if (isObject) run.measure(value);
      const isRefused = test?.test(value, run.check) === false;
      if (isRefused) run.isRefused = true;
      if (isRefused && isEnd) return () => ({ value });
      const documented = isObject ? this.walks.documented(schema, value, run) : value;
      return part()(documented, new WalkRun(undefined, run.files));
    };
  };

  container(
    schema: Documented,
    containerOf: ContainerOf,
    create: (container: Partial<Container>) => Contained,
  ): Part | undefined {
    const container = schema === undefined ? {} : containerOf(schema, this.walks.resolve);
    if (container === undefined) return undefined;
    const { maxItems, rest }: Partial<Container> = container;
    const test = this.walks.testOf(rest);
    const { accepts, partAt, join } = create(container);
    return (value, run) => {
      if (typeof value !== 'object' || value === null || !accepts(value)) {
        run.isRefused = true;
        return () => ({ value });
      }
      run.enter();
      if (Array.isArray(value)) run.countItems(value.length, maxItems);
      const entries = Object.entries(value);
      if (!Array.isArray(value)) run.countMembers(entries.length);
      if (test?.test(value, run.check) === false) run.isRefused = true;
      const finishes = entries.flatMap(([key, member]) => {
        const finish = partAt(key)?.(member, run);
        return finish === undefined ? [] : [[key, finish] as const];
      });
      run.leave();
      return () => finishAll(finishes, join);
    };
  }
}

function classPart(
  type: Extract<TypeRef, { kind: 'class' }>,
  schema: Documented,
  parts: Parts,
): Part | undefined {
  const { target } = type;
  const declared = declaredTypeOf(target);
  if (declared !== undefined) return parts.partOf(declared, schema);
  const { binder } = parts.context.instances;
  if (schema === undefined)
    return instancePart(target, parts, {
      accepts: (value) => !(value instanceof Uint8Array) && !(value instanceof FileStream),
      create: (plain) => binder.typed(plain, target, undefined) as object,
      otherwise: () => (value) => () => ({ value }),
    });
  const object = isBindable(target) ? objectSchemaOf(schema, parts.walks.resolve) : undefined;
  if (object === undefined || parts.walks.options.unknownProperties === 'keep') return undefined;
  const walk = once(() => parts.walks.walkOf(target, object));
  return instancePart(target, parts, {
    accepts: isJsonObject,
    create: (plain, run) => walk().read(plain, run),
    otherwise: once(() => parts.whole(type, schema)),
  });
}

interface Creation {
  readonly accepts: (value: object) => boolean;
  readonly create: (plain: object, run: WalkRun) => object;
  readonly otherwise: () => Part;
}

function instancePart(
  target: Constructor,
  { context: { instances } }: Parts,
  { accepts, create, otherwise }: Creation,
): Part {
  return (value, run) => {
    if (!isRecord(value) || !accepts(value)) return otherwise()(value, run);
    const { depth } = run;
    try {
      const instance = create(value, run);
      const isRefused = (errors: readonly ValidationError[]): boolean => {
        run.cover(errors);
        return run.hasSchemaFaults;
      };
      return () => finishInstance(target, instance, instances, { files: run.files, isRefused });
    } catch (cause) {
      if (cause instanceof Excess) throw cause;
      // The schema did not check the rest of the object.
      run.isRefused = true;
      run.depth = depth;
      const reading =
        cause instanceof Thrown ? notConverted(target, cause.cause, cause.path) : notConverted(target, cause);
      return () => reading;
    }
  };
}

/** Returns the type for which a class is another name. */
function declaredTypeOf(target: Constructor): TypeRef | undefined {
  const { type } = classAnnotationsOf(target);
  return type && typeRefOfDeclaration(type);
}
