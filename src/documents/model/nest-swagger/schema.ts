import { enumMembers } from '../../../../decorators/enum.js';
import { TYPE, type TypeInput } from '../../../../decorators/type-input.js';
import type { Constructor } from '../../../shared/types.js';
import { isConstructor } from '../../../shared/values.js';
import { swaggerSchemaOf } from './classes.js';
import { modernize } from './keywords.js';
import type { Loose } from './loose.js';
import { isLoose, isThunk } from './loose.js';

/** A schema in @nestjs/swagger's words, which are OpenAPI 3.0's with classes among them, in those of JSON Schema 2020-12. */
export function rawInput(schema: Loose, models: readonly Constructor[] = []): TypeInput {
  const classes = namedClasses(models);
  const translated = translate(schema, classes);
  if (classes.size === 0) return translated;
  return { [TYPE]: { form: 'raw', schema: translated, classes } };
}

/** As `getSchemaPath` names them. */
function namedClasses(models: readonly Constructor[]): Map<string, Constructor> {
  const names = models.map((target) => swaggerSchemaOf(target)?.schema.name ?? target.name);
  return new Map(models.map((target, index) => [`#/components/schemas/${names[index] as string}`, target]));
}

/** As it travels through JSON, and names no class: only `rawInput` makes them. */
const CLASS_REF = '\u0001class:';

function translate(schema: Loose, classes: Map<string, Constructor>): Loose {
  const { type, isArray, enum: values, enumName: _, enumSchema: _s, required, ...rest } = schema;
  const keywords = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, translateMember(key, value, classes)]),
  );
  const typed = {
    ...typeKeywords(type, isArray === true, classes),
    ...(values === undefined ? {} : { enum: enumValues(values) }),
    ...keywords,
    ...requiredIn(schema, required),
  };
  return modernize(typed);
}

function translateMember(key: string, value: unknown, classes: Map<string, Constructor>): unknown {
  if (key === 'properties' || key === 'patternProperties')
    return isLoose(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, schema]) => [
            name,
            isLoose(schema) ? translate(schema, classes) : schema,
          ]),
        )
      : value;
  if (SINGLE.has(key)) return isLoose(value) ? translate(value, classes) : value;
  if (LISTS.has(key) && Array.isArray(value))
    return value.map((schema: unknown) => (isLoose(schema) ? translate(schema, classes) : schema));
  return value instanceof RegExp ? value.source : value;
}

const SINGLE: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not']);

const LISTS: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'allOf']);

/** `required` is a list in a schema, and a flag on each member in @nestjs/swagger's own words. */
function requiredIn({ properties }: Loose, required: unknown): Loose {
  const flagged = isLoose(properties)
    ? Object.entries(properties).flatMap(([name, property]) =>
        isLoose(property) && property.required === true ? [name] : [],
      )
    : [];
  const names = [...new Set([...(Array.isArray(required) ? (required as string[]) : []), ...flagged])];
  return names.length === 0 ? {} : { required: names };
}

function enumValues(values: unknown): readonly unknown[] {
  const given: unknown = typeof values === 'function' ? (values as () => unknown)() : values;
  return Array.isArray(given) ? given : enumMembers(given).map(({ value }) => value);
}

const SCHEMAS: ReadonlyMap<unknown, Loose> = new Map<unknown, Loose>([
  [String, { type: 'string' }],
  [Number, { type: 'number' }],
  [Boolean, { type: 'boolean' }],
  [Object, { type: 'object' }],
  [Array, { type: 'array' }],
  [BigInt, { type: 'integer', format: 'int64' }],
  [Date, { type: 'string', format: 'date-time' }],
  ['file', { type: 'string', format: 'binary' }],
]);

function typeKeywords(type: unknown, isArray: boolean, classes: Map<string, Constructor>): Loose {
  const given = isThunk(type) ? type() : type;
  if (isArray) return { type: 'array', items: typeKeywords(given, false, classes) };
  // JSON Schema's own list of types, or @nestjs/swagger's list of one class.
  if (Array.isArray(given) && typeof given[0] !== 'string')
    return { type: 'array', items: typeKeywords(given[0], false, classes) };
  const known = SCHEMAS.get(given);
  if (known !== undefined) return known;
  if (isConstructor(given)) {
    const ref = `${CLASS_REF}${classes.size}`;
    classes.set(ref, given);
    return { $ref: ref };
  }
  if (isLoose(given)) return translate({ type: 'object', properties: given }, classes);
  return given === undefined ? {} : { type: given };
}
