import type { TypeInput } from '../../decorators/type-input.js';
import type { FactSchema } from '../documents/model/facts/facts-file.js';
import type { Schema } from '../documents/json-schema/schema.js';
import { isSchema } from '../documents/json-schema/walk.js';
import { resolveLazyOrUnknown } from '../documents/model/type/type-input-error.js';
import { typeRefOf } from '../documents/model/type/type-ref.js';
import type { Constructor } from '../shared/types.js';
import { isDto } from './recorded-types.js';
import { lookUp } from '../shared/json-pointer.js';
import { jsonSchemaOf } from '../documents/schema/json-schema.js';
import type { ResponseSpec } from '../documents/openapi/types/parts.js';
import type { Contradiction } from '../shared/handler-symbols.js';
import type { Finding } from '../shared/diagnostics.js';
import type { FactAnswer } from './fact-answers.js';

/** Types inside types that are compared. */
const DEEPEST = 6;

/** Returns how the documented response of a handler contradicts its return type, or undefined. */
export function findContradiction(
  { schema, content, groups = [], version }: Partial<ResponseSpec> = {},
  { answer, type, missing }: FactAnswer,
): Contradiction | undefined {
  if (schema === type || content !== undefined || missing.length > 0) return undefined;
  const schemaOf = (input: TypeInput): Schema =>
    jsonSchemaOf(input, {
      direction: 'output',
      groups,
      ...(version !== undefined && { version }),
      onDiagnostic: () => undefined,
    });
  const declared = schema === undefined ? undefined : schemaOf(schema);
  const documented = declared === undefined ? 'no body' : nameOfInput(schema, declared);
  if ('nothing' in answer)
    return { documented, returned: 'nothing', reason: 'it has no return value', schema: undefined };
  if (!('schema' in answer) || type === undefined) return undefined;
  const own = schemaOf(type);
  const reason = declared === undefined ? 'it returns a value' : new Comparison(declared, own).reason;
  if (reason === undefined) return undefined;
  return { documented, returned: nameOfSchema(answer.schema), reason, schema: own };
}

/**
 * Returns the contradiction of a list to the class that the
 * compiler recorded, or of a class to a recorded list.
 */
export function listContradiction(schema: TypeInput, recorded: unknown): Contradiction | undefined {
  const target = isDto(recorded) && !writesItself(recorded) ? recorded : undefined;
  if (target === undefined && recorded !== Array) return undefined;
  const type = resolveLazyOrUnknown(typeRefOf(schema));
  const isList = type.kind === 'array' || type.kind === 'tuple';
  if (target === undefined ? type.kind !== 'class' : !isList) return undefined;
  return {
    documented: type.kind === 'class' ? type.target.name : 'a list',
    returned: target?.name ?? 'a list',
    reason: 'its return type is recorded so',
    schema: undefined,
  };
}

function writesItself({ prototype }: Constructor): boolean {
  return typeof (prototype as { toJSON?: unknown }).toJSON === 'function';
}

export function reportContradiction(
  { documented, returned, reason }: Contradiction,
  place: string,
  report: (finding: Finding) => void,
): void {
  report({
    code: 'response-contradicts-type',
    message: `A decorator documents ${documented}, but the code returns ${returned}: ${reason}. Correct the decorator, or return what it documents.`,
    place,
  });
}

/** Compares two complete schemas. */
class Comparison {
  constructor(
    private readonly documented: Schema,
    private readonly returned: Schema,
  ) {}

  /** Why no value satisfies both schemas; undefined if one may. */
  get reason(): string | undefined {
    return this.#compare(this.documented, this.returned, 'the value', 0);
  }

  #compare(one: Schema, other: Schema, place: string, depth: number): string | undefined {
    const documented = followed(one, this.documented);
    const returned = followed(other, this.returned);
    if (depth > DEEPEST || documented.allOf !== undefined || returned.allOf !== undefined) return undefined;
    const choices = alternativesOf(documented).flatMap((left) =>
      alternativesOf(returned).map((right) => [left, right] as const),
    );
    if (choices.length > 1) {
      const reasons = choices.map(([left, right]) => this.#compare(left, right, place, depth + 1));
      return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
    }
    const types = typesOf(documented);
    const others = typesOf(returned);
    if (types !== undefined && others?.every((type) => !types.includes(type)) === true)
      return `${place} is documented as ${types.join(' or ')}, and is ${others.join(' or ')} in the code`;
    if (isSchema(documented.items) && isSchema(returned.items))
      return this.#compare(documented.items, returned.items, `an item of ${place}`, depth + 1);
    return this.#compareMembers(documented, returned, place, depth);
  }

  #compareMembers(documented: Schema, returned: Schema, place: string, depth: number): string | undefined {
    const { properties: known, additionalProperties: others } = returned;
    if (known === undefined || others !== undefined) return undefined;
    const missing = (documented.required ?? []).find((name) => !Object.hasOwn(known, name));
    if (missing !== undefined) return `${place} has no ${missing} in the code, which the document requires`;
    const { properties = {}, required = [] } = documented;
    for (const [name, property] of Object.entries(properties)) {
      const own = Object.hasOwn(known, name) && required.includes(name) ? known[name] : undefined;
      if (!isSchema(own) || !isSchema(property)) continue;
      const reason = this.#compare(property, own, name, depth + 1);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }
}

function followed(schema: Schema, root: Schema): Schema {
  const target = schema.$ref === undefined ? schema : lookUp(root, schema.$ref);
  return isSchema(target) ? target : {};
}

function alternativesOf(schema: Schema): readonly Schema[] {
  return (schema.anyOf ?? schema.oneOf ?? [schema]).filter(isSchema);
}

/** Returns the JSON types without null. An integer is a number. */
function typesOf({ type }: Schema): readonly string[] | undefined {
  const types = [type ?? []].flat().filter((type) => type !== 'null');
  return types.length === 0 ? undefined : types.map((type) => (type === 'integer' ? 'number' : type));
}

function nameOfInput(type: unknown, schema: Schema): string {
  return typeof type === 'function' ? type.name : nameOfSchema(schema as FactSchema);
}

function nameOfSchema({ $ref, type, items }: FactSchema): string {
  if (typeof $ref === 'string') return $ref.split(/[#/]/).at(-1) ?? '';
  if (type === 'array') return `a list of ${nameOfSchema((items ?? {}) as FactSchema)}`;
  if (type === 'object') return 'an object';
  return typeof type === 'string' ? type : 'another type';
}
