import type { TypeDeclaration } from '../../../decorators/type-input.js';
import { intersect } from '../json-schema/intersect.js';
import { FALSE_SCHEMA, isFalse } from '../json-schema/impossible.js';
import type { Schema, SchemaType } from '../json-schema/schema.js';
import { listConstant } from '../json-schema/values.js';
import type { MemberRule } from '../model/class-validator/member-rule.js';
import { schemaOfMemberRule } from '../model/class-validator/member-rules.js';
import { TypeInputError } from '../model/type/type-input-error.js';
import { typeRefOfDeclaration } from '../model/type/type-ref.js';
import type { ClassModel, DiscriminatorName, View } from '../model/types.js';
import { openUnion } from './union-schema.js';
import { annotateClass } from './annotate.js';
import type { DiscriminatorBranch, SchemaContext } from './context.js';
import { schemaOfType } from './kinds.js';
import { schemaOfProperty } from './property-schema.js';
import { accepts } from '../json-schema/checker/checker.js';
import type { Constructor } from '../../shared/types.js';
import { plainJson, setMember } from '../../shared/values.js';

/** @param context changes its place with each property */
export function schemaOfModel(
  model: ClassModel,
  context: SchemaContext,
  branch?: DiscriminatorBranch,
): Schema {
  const { annotations } = model;
  const schema =
    annotations.type === undefined
      ? objectSchema(model, context, branch)
      : unionBranch(unionOf(model, annotations.type, context), branch, context);
  // Properties are copied already; annotations may contain values of the application.
  return Object.keys(annotations).length === 0
    ? schema
    : plainJson(annotateClass(schema, annotations, context));
}

function objectSchema(
  model: ClassModel,
  context: SchemaContext,
  branch: DiscriminatorBranch | undefined,
): Schema {
  if (branch?.kept === false && isRemovedButRequired(model, branch, context)) return { ...FALSE_SCHEMA };
  const properties: Record<string, Schema> = {};
  const needed = addProperties(properties, model, context);
  if (branch !== undefined) {
    const values = valuesTaken(model, properties[branch.propertyName], branch, context);
    if (values.length === 0) return { ...FALSE_SCHEMA };
    addDiscriminator(properties, { ...branch, values }, context.options.openapi);
    needed.push(branch.propertyName);
  }
  // If all properties belong to other views, `properties` is empty; without it, any object would match.
  const isDescribed = model.described || model.properties.length > 0 || branch !== undefined;
  const schema = withMembers(isDescribed ? properties : undefined, needed);
  if (model.closed) schema.additionalProperties = false;
  return model.memberRules.length === 0 ? schema : withMemberRules(schema, model.memberRules);
}

/** Returns the schema of an object; `required` follows the order of the properties. */
function withMembers(properties: Record<string, Schema> | undefined, needed: readonly string[]): Schema {
  if (properties === undefined) return { type: 'object' };
  const required: string[] = [];
  for (const name in properties) if (needed.includes(name)) required.push(name);
  return required.length === 0 ? { type: 'object', properties } : { type: 'object', properties, required };
}

/** Adds the schemas of the properties of a class, and returns the names of those that an object needs. */
function addProperties(
  properties: Record<string, Schema>,
  model: ClassModel,
  context: SchemaContext,
): string[] {
  const needed: string[] = [];
  const prefix = `${model.name}.`;
  for (const property of model.properties) {
    context.place = `${prefix}${property.key}`;
    const schema = schemaOfProperty(property, context);
    setMember(properties, property.name, schema);
    const { required, acceptsAbsence } = property.presence;
    // If no value passes, @Required() cannot demand one.
    if (required && !(acceptsAbsence && isFalse(schema))) needed.push(property.name);
  }
  return needed;
}

/** Adds the rules about members. Further rules with the same keyword are members of `allOf`. */
function withMemberRules(schema: Schema, rules: readonly MemberRule[]): Schema {
  const repeated: Schema[] = [];
  const { properties = {} } = schema;
  for (const { dependentRequired = {}, ...rule } of rules.map((memberRule) =>
    schemaOfMemberRule(memberRule, properties),
  )) {
    for (const [name, required] of Object.entries(dependentRequired)) {
      schema.dependentRequired ??= {};
      const others = Object.hasOwn(schema.dependentRequired, name) ? schema.dependentRequired[name] : [];
      setMember(schema.dependentRequired, name, [...(others ?? []), ...required]);
    }
    if (Object.keys(rule).some((keyword) => keyword in schema)) repeated.push(rule);
    else Object.assign(schema, rule);
  }
  if (repeated.length > 0) schema.allOf = repeated;
  return schema;
}

function unionBranch(
  union: Schema,
  branch: DiscriminatorBranch | undefined,
  { options }: SchemaContext,
): Schema {
  return branch === undefined ? union : intersect(branchOutline(branch, options.openapi), union);
}

function unionOf({ target, name }: ClassModel, declaration: TypeDeclaration, context: SchemaContext): Schema {
  const { report } = context.options;
  try {
    const { type, cycle } = openUnion(target, typeRefOfDeclaration(declaration));
    if (cycle.length > 0)
      report({
        code: 'union-of-itself',
        place: name,
        message: `The union contains itself (${cycle.map((member) => member.name).join(' → ')}), so only its other members are documented${type.kind === 'unknown' ? ', and there are none' : ''}. Name its classes, as in @OneOf(() => [Card, Transfer]).`,
      });
    return schemaOfType(type, context);
  } catch (error) {
    if (!(error instanceof TypeInputError)) throw error;
    report({ code: 'invalid-type', place: context.place, message: error.message });
    return {};
  }
}

/** Adds the discriminator property with its values, even if the class does not declare it. */
function addDiscriminator(
  properties: Record<string, Schema>,
  { propertyName, values }: DiscriminatorBranch,
  isOpenApi: boolean,
): void {
  const description = properties[propertyName]?.description;
  const [type = 'string', ...types] = new Set(values.map((value) => typeof value as SchemaType));
  const ofType: Schema = { type: types.length === 0 ? type : [type, ...types] };
  const [first, ...others] = values;
  const constant: Schema = { ...ofType, const: first };
  const single = isOpenApi ? listConstant(constant) : constant;
  properties[propertyName] = {
    ...(others.length === 0 ? single : { ...ofType, enum: [...values] }),
    ...(description === undefined ? {} : { description }),
  };
}

function branchOutline(branch: DiscriminatorBranch, isOpenApi: boolean): Schema {
  const properties: Record<string, Schema> = {};
  addDiscriminator(properties, branch, isOpenApi);
  return { type: 'object', properties, required: [branch.propertyName] };
}

/** Returns whether class-transformer removes the discriminator although validation requires it. */
function isRemovedButRequired(
  { name, properties }: ClassModel,
  { propertyName }: DiscriminatorBranch,
  { options }: SchemaContext,
): boolean {
  const removed = properties.find((property) => property.name === propertyName);
  if (removed === undefined || removed.presence.acceptsAbsence) return false;
  options.report({
    code: 'discriminator-removed',
    place: `${name}.${removed.key}`,
    message: `class-transformer removes the discriminator "${propertyName}" before validation, which rejects its absence, so no request passes. Add keepDiscriminatorProperty: true beside the discriminator, or @IsOptional() here.`,
  });
  return true;
}

function valuesTaken(
  { name, view, properties }: ClassModel,
  declared: Schema | undefined,
  { propertyName, values, kept }: DiscriminatorBranch,
  { options, outlineOf }: SchemaContext,
): readonly DiscriminatorName[] {
  const property = properties.find((candidate) => candidate.name === propertyName);
  if (property === undefined || declared === undefined) return values;
  if (view.direction === 'output' || !kept || property.conversion.converted) return values;
  const refused = values.filter((value) => accepts(declared, value, outlineOf) === false);
  for (const value of refused)
    options.report({
      code: 'discriminator-refused',
      place: `${name}.${property.key}`,
      message: `${JSON.stringify(value)} of the discriminator "${propertyName}" maps to this class, but its rules reject it, so no request with it passes. Give the discriminator a value that they accept.`,
    });
  return values.filter((value) => !refused.includes(value));
}

/**
 * Classes inside each other that an inline schema may have.
 * Readers of JSON have limits, and the stack has one.
 */
const DEEPEST_INLINE = 250;

/** Classes in one inline schema. Ten entities that refer to three others each are a million classes. */
const MOST_INLINE = 10_000;

/** The classes that one inline schema may still get. */
interface Room {
  left: number;
  /** The message about the first class without room. The others have the same, so it is reported once. */
  message: string | undefined;
}

/**
 * Returns a resolver that inlines schemas at each use. A
 * class that contains itself gets a description instead.
 */
export function inlineClasses(
  models: (target: Constructor, view: View) => ClassModel,
  above: ReadonlySet<Constructor> = new Set(),
  rest?: Room,
): SchemaContext['schemaOfClass'] {
  return (target: Constructor, context: SchemaContext, branch?: DiscriminatorBranch): Schema => {
    const model = models(target, context.view);
    if (above.has(target)) return recursiveReference(model, branch, context);
    const room = rest ?? { left: MOST_INLINE, message: undefined };
    refuseExcess(model, above.size, room);
    const schemaOfClass = inlineClasses(models, new Set(above).add(target), room);
    return schemaOfModel(model, { ...context, place: model.name, schemaOfClass }, branch);
  };
}

function refuseExcess({ name }: ClassModel, depth: number, room: Room): void {
  const remedy =
    "Use references: leave out inlineSchemas of the configuration, or refs: 'inline' of jsonSchemaOf.";
  if (depth >= DEEPEST_INLINE)
    throw new TypeInputError(
      `${name} is inside ${DEEPEST_INLINE} other classes, too many for schemas that are written inline.`,
      remedy,
    );
  room.left -= 1;
  if (room.left >= 0) return;
  room.message ??= `${name} is one of more than ${MOST_INLINE.toLocaleString('en')} classes in one schema, too many for schemas that are written inline: they are written again at each use.`;
  throw new TypeInputError(room.message, remedy);
}

/**
 * Returns the schema for a class inside itself. In a discriminated union it keeps the discriminator's value;
 * otherwise it would also match other branches.
 */
function recursiveReference(
  model: ClassModel,
  branch: DiscriminatorBranch | undefined,
  { options }: SchemaContext,
): Schema {
  const object: Schema = branch === undefined ? { type: 'object' } : branchOutline(branch, options.openapi);
  return { ...object, description: `Recursive reference to ${model.name}` };
}
