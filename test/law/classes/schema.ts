import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { jsonSchemaOf } from '../../../src/documents/schema/json-schema.js';
import type { Schema } from '../../../src/documents/json-schema/schema.js';
import type { ValidationOptions } from '../../../src/documents/model/validation-options.js';
import type { TypeInput } from '../../../decorators/type-input.js';
import type { Constructor } from '../../../src/shared/types.js';
import type { ContractCase } from '../corpus/case.js';
import type { JsonPath } from '../../../src/tools/fuzz/values/json-path.js';

/** What a schema has against a value, at one place. */
export interface SchemaError {
  /** Of a member that is missing or one too many, the member's own. */
  readonly path: JsonPath;
  readonly keyword: string;
}

/** A schema as a validator that we did not write reads it. */
export interface Judge {
  readonly schema: Schema & { readonly $defs: Readonly<Record<string, Schema>> };
  readonly errorsOf: (value: unknown) => SchemaError[];
}

// Formats are annotations; `__proto__` and its like count only where they are the value's own.
const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  validateFormats: false,
  ownProperties: true,
  code: { optimize: false },
  allErrors: true,
});

const compiled = new Map<string, ValidateFunction>();

/** By class, and then by options. */
const judges = new WeakMap<ContractCase, Map<string, Judge>>();

/** The schema of a class under the application's options, made once. */
/** @param form the type that has the class inside, by default the class */
export function judgeOf(
  tested: ContractCase,
  validation: ValidationOptions,
  form?: (target: Constructor) => TypeInput,
): Judge {
  if (form !== undefined) return makeJudge(tested, validation, form);
  const known = judges.get(tested) ?? new Map<string, Judge>();
  judges.set(tested, known);
  const key = JSON.stringify(validation);
  const judge = known.get(key) ?? makeJudge(tested, validation);
  known.set(key, judge);
  return judge;
}

function makeJudge(
  { target, groups }: ContractCase,
  validation: ValidationOptions,
  form: (target: Constructor) => TypeInput = (one) => one,
): Judge {
  return judgeBy(
    jsonSchemaOf(form(target), {
      validation,
      ...(groups === undefined ? {} : { groups }),
      onDiagnostic: () => undefined,
    }),
  );
}

/** Compiled in Ajv's strict mode, once for each text: many options make the same schema. */
export function judgeBy(schema: Schema): Judge {
  const text = JSON.stringify(schema);
  const known = compiled.get(text) ?? ajv.compile(schema);
  compiled.set(text, known);
  return {
    schema: { $defs: {}, ...schema },
    errorsOf: (value) => (known(value) ? [] : (known.errors ?? []).map((error) => locate(error, value))),
  };
}

function locate({ instancePath, keyword, params }: ErrorObject, value: unknown): SchemaError {
  const steps = instancePath.split('/').slice(1).map(unescape);
  const { missingProperty, additionalProperty, unevaluatedProperty } = params as Record<string, string>;
  const member = missingProperty ?? additionalProperty ?? unevaluatedProperty;
  const path: (string | number)[] = [];
  let holder = value;
  for (const step of steps) {
    path.push(Array.isArray(holder) ? Number(step) : step);
    holder = (holder as Record<string, unknown>)[step];
  }
  return { path: member === undefined ? path : [...path, member], keyword };
}

function unescape(step: string): string {
  return step.replace(/~1/g, '/').replace(/~0/g, '~');
}
