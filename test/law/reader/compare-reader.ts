import { inspect } from 'node:util';
import { plainToInstance, type ClassTransformOptions } from 'class-transformer';
import { validate, type ValidatorOptions } from 'class-validator';
import { typeRefOf } from '../../../src/documents/model/type-ref.js';
import type { View } from '../../../src/documents/model/types.js';
import {
  resolveValidation,
  TRANSFORM_OPTIONS,
  VALIDATOR_OPTIONS,
  type ResolvedValidation,
  type ValidationOptions,
} from '../../../src/documents/model/validation-options.js';
import { createSchemaCompiler } from '../../../src/documents/schema/schema-compiler.js';
import { createReader } from '../../../src/operations/reader/create-reader.js';
import { type Fault, faultsOf, limited, type WireName } from '../../../src/operations/reader/faults.js';
import { mergeFaults } from '../../../src/operations/reader/schema-faults.js';
import { convertUntyped } from '../../../src/operations/reader/untyped-members.js';
import { createValueReader } from '../../../src/operations/reader/value-reader.js';
import type { UnknownProperties } from '../../../src/operations/options.js';
import type { ContractCase } from '../corpus/case.js';

export interface ReaderComparison {
  /** True if the reader walks the class, and does not read its parts. */
  readonly isWalked: boolean;
  /** Returns how the reader differs from the two libraries for a value; undefined if it does not. */
  readonly differenceOf: (value: unknown) => Promise<string | undefined>;
  readonly counts: { accepted: number; refused: number };
}

/**
 * Compares the reader with the schema, class-transformer's `plainToInstance` and class-validator's `validate`: the
 * verdict, the instance, the messages and their order.
 */
export function compareReader(
  { target, groups = [] }: ContractCase,
  options: ValidationOptions = {},
  unknownProperties: UnknownProperties = 'drop',
): ReaderComparison {
  const validation = resolveValidation({ ...options, openConversions: true });
  // The libraries know no `@ReadOnly`.
  const view: View = { direction: 'input', groups, version: undefined, received: true };
  const compiler = createSchemaCompiler({
    inlineSchemas: false,
    nullableOptional: false,
    validation,
    formats: 'all',
    openapi: false,
    report: () => undefined,
  });
  const context = createReader(compiler, { view, validation, unknownProperties });
  const type = typeRefOf(target);
  const schema = context.readerOf(type);
  const { binder, wireName } = context.instances;
  const reader = createValueReader(type, schema, context);
  const transform = { groups: [...groups], ...pick(validation, TRANSFORM_OPTIONS) } as ClassTransformOptions;
  const rules: ValidatorOptions = {
    ...pick(validation, VALIDATOR_OPTIONS),
    groups: [...(groups.length > 0 ? groups : validation.groups)],
  };
  const counts = { accepted: 0, refused: 0 };

  const expectedOf = async (value: unknown): Promise<string> => {
    const faults: Fault[] = [...schema.faultsOf(value)];
    const documented = schema.documented(value, faults);
    if (typeof documented !== 'object' || documented === null || Array.isArray(documented))
      return textOf({ faults: limited(faults) });
    let instance: object;
    try {
      instance = plainToInstance(target as never, documented, transform);
    } catch {
      return textOf({ faults: mergeFaults(faults, [{ path: [], detail: 'The value is invalid' }]) });
    }
    const broken = await brokenRules(instance, rules, wireName);
    const all = mergeFaults(faults, broken);
    if (all.length > 0) return textOf({ faults: all });
    convertUntyped(instance, context.instances);
    return textOf({ value: instance });
  };
  return {
    isWalked: schema.walkOf(target, binder) !== undefined,
    counts,
    differenceOf: async (value) => {
      const expected = await settled(() => expectedOf(copyOf(value)));
      const ours = await settled(async () => textOf(await reader.read(copyOf(value))));
      if (ours.startsWith('{ value')) counts.accepted += 1;
      else counts.refused += 1;
      return ours === expected
        ? undefined
        : `${target.name} makes of ${textOf(value)}:\n${ours}\ninstead of\n${expected}`;
    },
  };
}

/** The reader has a fault for half a surrogate pair, and ignores class fields that no request sent. */
async function brokenRules(
  instance: object,
  rules: ValidatorOptions,
  wireName: WireName,
): Promise<readonly Fault[]> {
  try {
    return faultsOf(await validate(instance, rules), wireName);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return [{ path: [], detail: 'The value contains an incomplete surrogate pair' }];
  }
}

function pick(
  options: ResolvedValidation,
  names: readonly (keyof ResolvedValidation)[],
): Partial<ResolvedValidation> {
  return Object.fromEntries(names.map((name) => [name, options[name]]));
}

/** The order of members is the document's, and not that of the request. */
function textOf(value: unknown): string {
  return inspect(value, { depth: 12, sorted: true, maxArrayLength: null });
}

async function settled(read: () => Promise<string>): Promise<string> {
  try {
    return await read();
  } catch (error) {
    return `throws ${String(error)}`;
  }
}

/** A copy as `JSON.parse` makes it, in this realm. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  const copy = {};
  for (const [key, member] of Object.entries(value))
    Object.defineProperty(copy, key, {
      value: copyOf(member),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return copy;
}
