import type { Finding } from '../../shared/diagnostics.js';
import type { Constructor } from '../../shared/types.js';
import { ANY_VALUE, type TypeInput } from '../../../decorators/type-input.js';
import type { RequestBody } from '../../documents/openapi/types/parts.js';
import type { Argument } from './arguments.js';
import { isDto, isPlain, schemaOfDesign, withSchema } from '../recorded-types.js';
import { isRecord } from '../../shared/values.js';
import { describeClass } from '../../documents/model/class-facts.js';
import type { MadeProperty } from './uploads.js';
import { IntersectionType } from '../../documents/model/mapped-types.js';
import { Expose, Type } from 'class-transformer';
import { Allow, ArrayMaxSize, ArrayMinSize, IsOptional, ValidateNested } from 'class-validator';
import { ALL_RULES, hasRunningRules } from '../../documents/model/class-validator/metadata.js';
import { Default, Optional, Required, SchemaOverride } from '../../../decorators/annotations.js';
import { TypeOf } from '../../../decorators/types.js';

interface BodyParts {
  /** Controller and method, for messages. */
  readonly place: string;
  readonly name: string;
  /** The arguments that read the body or a member of it. */
  readonly parts: readonly Argument[];
  /** The fields of upload interceptors; undefined without one. */
  readonly uploads: readonly MadeProperty[] | undefined;
  /** True if a pipe rejects a request without files. */
  readonly needsFile: boolean;
  /** True if an argument is the raw body, which may be anything. */
  readonly raw: boolean;
  /** Returns whether a request without a body is refused, so that the body is required. */
  readonly refusesNothing: (dto: Constructor) => boolean;
  readonly report: (finding: Finding) => void;
}

export function createBody(body: BodyParts): RequestBody | undefined {
  const { parts, uploads, refusesNothing } = body;
  const whole = joinWholes(parts.filter(({ name }) => name === undefined));
  const named = parts.filter(({ name }) => name !== undefined);
  if (uploads === undefined && named.length === 0)
    return whole === undefined ? rawBody(body) : wholeBody(whole, body);
  const properties = [...named.map((part) => propertyOf(part, refusesNothing)), ...(uploads ?? [])];
  return {
    contentType: uploads === undefined ? 'application/json' : 'multipart/form-data',
    ...bodyOfMembers(properties, whole?.dto, body),
  };
}

/** @param base the class of an argument that takes the whole body */
function bodyOfMembers(
  properties: readonly MadeProperty[],
  base: Constructor | undefined,
  { name, needsFile, refusesNothing }: BodyParts,
): Pick<RequestBody, 'required' | 'schema'> {
  const needsMember = properties.some(({ required }) => required);
  const isOpen = properties.length === 0 && base === undefined;
  return {
    required: needsFile || needsMember || (base !== undefined && refusesNothing(base)),
    schema: isOpen ? { type: 'object' } : makeClass(name, properties, base),
  };
}

/**
 * Returns the body of `@ApiBody` with the files that a pipe of the handler requires. The rest of the
 * description stays.
 *
 * @param name the name of a class that is made of the described one
 */
export function requireFiles(
  described: TypeInput | undefined,
  uploads: readonly MadeProperty[],
  name: string,
): TypeInput | undefined {
  const files = uploads.filter(({ required }) => required);
  if (isDto(described)) {
    const { properties } = describeClass(described);
    const own = files.filter(({ key }) => properties.has(key));
    return own.length === 0 ? described : makeClass(name, own, described);
  }
  if (described === undefined || !isPlain(described) || !isRecord(described.properties)) return described;
  const { properties } = described;
  const names = files.map(({ key }) => key).filter((key) => Object.hasOwn(properties, key));
  const required = [...new Set([...(requiredIn(described) ?? []), ...names])];
  return names.length === 0 ? described : { ...described, required };
}

/**
 * Reports a file field of an interceptor that `@ApiBody`
 * describes by another name, so that its form is refused.
 */
export function reportOtherFields(
  described: TypeInput | undefined,
  uploads: readonly MadeProperty[],
  place: string,
  report: (finding: Finding) => void,
): void {
  const names = namesIn(described);
  const field = names && uploads.find(({ key }) => !names.includes(key));
  if (names === undefined || field === undefined) return;
  report({
    code: 'upload-not-described',
    message: `The interceptor takes the file of the field "${field.key}", and @ApiBody describes ${names.join(', ')}, so a form of the document is refused. Use one name.`,
    place,
  });
}

/** Returns the names of the members of a described form; undefined if it has none or others. */
function namesIn(described: TypeInput | undefined): readonly string[] | undefined {
  if (isDto(described)) return nonEmpty([...describeClass(described).properties.keys()]);
  if (described === undefined || !isPlain(described) || COMPOSED.some((name) => name in described))
    return undefined;
  return isRecord(described.properties) ? nonEmpty(Object.keys(described.properties)) : undefined;
}

function nonEmpty(names: readonly string[]): readonly string[] | undefined {
  return names.length === 0 ? undefined : names;
}

interface Hiding {
  readonly place: string;
  readonly requiredOf: (dto: Constructor) => readonly string[];
  readonly report: (finding: Finding) => void;
}

/** Reports members that validation requires, if the body that `@ApiBody` describes instead lacks them. */
export function reportHidden(
  validated: TypeInput | undefined,
  described: TypeInput | undefined,
  { place, requiredOf, report }: Hiding,
): void {
  if (described === undefined || described === validated || !isDto(validated)) return;
  const present = isDto(described) ? requiredOf(described) : requiredIn(described);
  const missing = present && requiredOf(validated).filter((name) => !present.includes(name));
  if (missing === undefined || missing.length === 0) return;
  const them = missing.length === 1 ? 'it' : 'them';
  report({
    code: 'body-hidden',
    message: `@ApiBody hides the class of the body: validation requires ${missing.join(', ')}, but @ApiBody does not. Add ${them} to its required, or remove its schema or type, so that the class is documented.`,
    place,
  });
}

const COMPOSED = ['$ref', 'allOf', 'anyOf', 'oneOf', 'items'] as const;

function requiredIn(schema: TypeInput): readonly string[] | undefined {
  if (!isPlain(schema) || COMPOSED.some((name) => name in schema)) return undefined;
  return Array.isArray(schema.required) ? (schema.required as string[]) : [];
}

function joinWholes(wholes: readonly Argument[]): Argument | undefined {
  const [first, ...others] = [
    ...new Map(wholes.filter(({ dto }) => dto).map((argument) => [argument.dto, argument])).values(),
  ];
  return others.reduce<Argument | undefined>(
    (before, { dto }) => before?.dto && dto && { ...before, dto: IntersectionType(before.dto, dto) },
    first ?? wholes[0],
  );
}

function rawBody({ raw }: BodyParts): RequestBody | undefined {
  return raw ? { contentType: '*/*', required: false, schema: ANY_VALUE } : undefined;
}

function wholeBody({ piped, dto, type }: Argument, body: BodyParts): RequestBody {
  if (piped.type !== undefined) return { required: piped.required, schema: withSchema(piped.type) };
  if (dto !== undefined) return { required: body.refusesNothing(dto), schema: dto };
  return { required: false, schema: openBody(type, body) };
}

function openBody(type: unknown, { place, report }: BodyParts): TypeInput {
  const schema = schemaOfDesign(type);
  if (schema !== undefined && schema.type !== 'array') return schema;
  report({
    code: 'unknown-body',
    message:
      schema === undefined
        ? 'The type of the body is unknown at run time. Make it a class with decorators, and import it with import, not with import type.'
        : 'The type of the items is unknown at run time, and nothing validates them. Write @Body(new ParseArrayPipe({ items: Item })).',
    place,
  });
  return schema ?? ANY_VALUE;
}

function propertyOf(
  { name, type: design, piped, dto }: Argument,
  refusesNothing: BodyParts['refusesNothing'],
): MadeProperty {
  const type = piped.type ?? dto ?? schemaOfDesign(design) ?? ANY_VALUE;
  return {
    key: name ?? '',
    type: withSchema(type),
    required: piped.required || (piped.type === undefined && dto !== undefined && refusesNothing(dto)),
    default: piped.default,
  };
}

const IN_ALL_GROUPS = { always: true } as const;

function makeClass(
  name: string,
  properties: readonly MadeProperty[],
  base: Constructor | undefined,
): Constructor {
  // oxlint-disable-next-line typescript/no-extraneous-class -- decorators give it its properties
  const target = base === undefined ? class {} : class extends (base as new () => object) {};
  Object.defineProperty(target, 'name', { value: name });
  // A pipe gets each property alone, so forbidNonWhitelisted rejects no other members.
  if (base === undefined) SchemaOverride({ additionalProperties: undefined })(target);
  for (const { key, type = {}, required, default: value, nonEmpty, most } of properties) {
    const { prototype } = target;
    TypeOf(() => type)(prototype, key);
    (required ? Required : Optional)()(prototype, key);
    if (value !== undefined) Default(value)(prototype, key);
    // `whitelist` would remove a property without rules if the base class has rules; otherwise the class
    // would seem to have no rules. The groups of a pipe select rules of the property's class.
    Allow(IN_ALL_GROUPS)(prototype, key);
    // The pipe that creates the instance does not receive this property, so it must not remove it.
    Expose()(prototype, key);
    markValidated(type, prototype, key);
    if (nonEmpty === true) ArrayMinSize(1, IN_ALL_GROUPS)(prototype, key);
    if (most === undefined || !Array.isArray(type)) continue;
    ArrayMaxSize(most, IN_ALL_GROUPS)(prototype, key);
    // The rule would reject a form without files.
    if (!required) IsOptional(IN_ALL_GROUPS)(prototype, key);
  }
  return target;
}

/** Adds the decorators of an object that is validated, because the pipes of the argument validate it. */
function markValidated(type: TypeInput, prototype: object, key: string): void {
  const item = Array.isArray(type) ? (type as readonly [TypeInput])[0] : type;
  if (!isDto(item) || !hasRunningRules(item, ALL_RULES)) return;
  Type(() => item)(prototype, key);
  ValidateNested({ ...IN_ALL_GROUPS, each: item !== type })(prototype, key);
}
