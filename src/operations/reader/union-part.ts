import { once, onceFor } from '../../shared/once.js';
import {
  branchesBy,
  type ObjectSchema,
  objectSchemaOf,
  selectorOf,
} from '../../documents/json-schema/object-schema.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import type { TypeRef } from '../../documents/model/types.js';
import type { Constructor } from '../../shared/types.js';
import { isRecord } from '../../shared/values.js';
import type { Fault } from './faults.js';
import { type Part, type PartCompiler, refusal } from './part.js';
import type { Reading } from './read-instance.js';
import { mergeFaults } from './schema-faults.js';
import { judgesOf } from './schema-reader.js';
import { resolveLazyOrUnknown } from '../../documents/model/type/type-input-error.js';
import { membersFor } from './union-members.js';
import { WalkRun } from './walk/walk-run.js';

type Union = Extract<TypeRef, { kind: 'union' }>;

/** Compiles a union. It returns undefined if its schema must decide which member describes a value. */
export function unionPart(
  union: Union,
  schema: Schema | boolean | undefined,
  compiler: PartCompiler,
): Part | undefined {
  if (schema === undefined) return (value) => () => readFirst(value, union, compiler);
  if (union.discriminator === undefined) return partByConstant(union, schema, compiler);
  const { propertyName, mapping } = union.discriminator;
  const branches = branchesBy(propertyName, schema, compiler.walks.resolve);
  const partByValue = new Map<unknown, () => Part>();
  for (const { value, target } of mapping) {
    const branch = branches?.get(value)?.schema;
    if (branch === undefined || !documents(target, propertyName, compiler)) return undefined;
    partByValue.set(
      value,
      once(() => compiler.partOf({ kind: 'class', target }, branch)),
    );
  }
  if (partByValue.size === 0) return undefined;
  return (value, run) => {
    const part = isRecord(value) ? partByValue.get(value[propertyName]) : undefined;
    if (part !== undefined) return part()(value, run);
    run.isRefused = true;
    return () => ({ value });
  };
}

/**
 * Compiles a union of classes whose constants select the only one that
 * can accept a value. It returns undefined for other unions. As in all
 * unions, class-validator does not check a value that the schema refuses.
 */
function partByConstant(union: Union, schema: Schema | boolean, compiler: PartCompiler): Part | undefined {
  const { walks, partOf } = compiler;
  if (walks.options.unknownProperties === 'keep') return undefined;
  const selection = selectionIn(union, schema, compiler);
  if (selection === undefined) return undefined;
  const { name, targets, branches } = selection;
  const chosen = onceFor((value: unknown) => {
    const target = targets.get(value);
    const branch = branches.get(value)?.schema;
    if (target === undefined || branch === undefined) return undefined;
    return { part: partOf({ kind: 'class', target }, branch), test: walks.testOf(branch) };
  });
  const otherwise = once(() => compiler.whole(union, schema));
  return (value, run) => {
    const choice = isRecord(value) && targets.has(value[name]) ? chosen(value[name]) : undefined;
    if (choice === undefined) return otherwise()(value, run);
    const { isRefused, result } = run.watch(() => choice.part(value, run));
    if (!isRefused || choice.test?.test(value, run.check) !== false) return result;
    run.isRefused = true;
    return () => ({ value });
  };
}

interface Selection {
  /** The member that has another constant in each class. */
  readonly name: string;
  readonly targets: ReadonlyMap<unknown, Constructor>;
  readonly branches: ReadonlyMap<unknown, ObjectSchema>;
}

function selectionIn(
  { anyOf }: Union,
  schema: Schema | boolean,
  { context, walks }: PartCompiler,
): Selection | undefined {
  const name = selectorOf(schema, walks.resolve);
  const branches = name === undefined ? undefined : branchesBy(name, schema, walks.resolve);
  if (name === undefined || branches === undefined) return undefined;
  const targets = new Map<unknown, Constructor>();
  for (const member of anyOf.map(resolveLazyOrUnknown)) {
    if (member.kind !== 'class') return undefined;
    const { schema: own, checker } = context.schemaOf(member);
    const { properties = {} } = objectSchemaOf(own, checker.resolve) ?? {};
    for (const value of constantsOf(properties[name])) targets.set(value, member.target);
  }
  return targets.size === branches.size ? { name, targets, branches } : undefined;
}

function constantsOf({ const: constant, enum: values }: Schema = {}): readonly unknown[] {
  return constant === undefined ? (values ?? []) : [constant];
}

/** Returns false for a class that does not get its discriminator, since it does not document it. */
function documents(target: Constructor, propertyName: string, { context }: PartCompiler): boolean {
  const { schema, checker } = context.schemaOf({ kind: 'class', target });
  return objectSchemaOf(schema, checker.resolve)?.properties[propertyName] !== undefined;
}

/** Reads a value as the first member of a union that accepts it. class-validator may refuse some of them. */
function readFirst(
  value: unknown,
  union: Union,
  { context, partOf }: PartCompiler,
): Reading | Promise<Reading> {
  const members = membersFor(value, union, judgesOf(context.schemaOf));
  const refused: (readonly Fault[])[] = [];
  const readFrom = (index: number): Reading | Promise<Reading> => {
    const member = members[index];
    if (member === undefined) {
      const [only] = refused;
      if (only === undefined) return { value };
      return refused.length === 1 ? { faults: only } : refusal('matches none of the alternatives');
    }
    const unknown: Fault[] = [];
    const documented = context.schemaOf(member).documented(value, unknown);
    const next = (reading: Reading): Reading | Promise<Reading> => {
      // The schema of the union documents the discriminator, which the class may lack.
      const all = union.discriminator ? reading.faults : mergeFaults(unknown, reading.faults);
      if (all === undefined || all.length === 0) return reading;
      refused.push(all);
      return readFrom(index + 1);
    };
    const reading = partOf(member, undefined)(documented, new WalkRun(undefined))();
    return reading instanceof Promise ? reading.then(next) : next(reading);
  };
  return readFrom(0);
}
