import { once } from '../../shared/once.js';
import { branchesBy, objectSchemaOf } from '../../documents/json-schema/object-schema.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import type { TypeRef } from '../../documents/model/types.js';
import type { Constructor } from '../../shared/types.js';
import { isRecord } from '../../shared/values.js';
import type { Fault } from './faults.js';
import { type Part, type PartCompiler, refusal } from './part.js';
import type { Reading } from './read-instance.js';
import { mergeFaults } from './schema-faults.js';
import { judgesOf } from './schema-reader.js';
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
  const { propertyName, mapping } = union.discriminator ?? { propertyName: '', mapping: [] };
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
