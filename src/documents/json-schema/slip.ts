import { didYouMean, nearestTo } from '../../shared/nearest.js';
import { ANNOTATION_KEYWORDS, KEYWORDS } from './keywords.js';

/** Keywords of draft-07 and of OpenAPI 3.0 that 2020-12 lacks. Other checks report those without effect. */
const OLDER = ['dependencies', 'additionalItems', 'nullable'];

const ANNOTATIONS: ReadonlySet<string> = new Set([...ANNOTATION_KEYWORDS, 'example']);
const LIMITS: ReadonlySet<string> = new Set(
  [...KEYWORDS, 'contentSchema', ...OLDER].filter(
    (keyword) => !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-'),
  ),
);

/** Fields of bodies, responses and media types, which a schema may have by mistake. */
const FIELDS = ['schema', 'content', 'contentType', 'itemSchema'];

const OPEN_REMEDY = "If any value is allowed, write schema('any').";

/**
 * Returns the problem of an object that is not a schema, and its remedy. An object without a keyword that limits values
 * would allow any value, which is seldom meant: `{ shcema: User }`, an enum, or only an example.
 */
export function slipIn(
  schema: Readonly<Record<string, unknown>>,
): readonly [problem: string, remedy: string] | undefined {
  const names = Object.keys(schema).filter((name) => schema[name] !== undefined);
  if (names.some((name) => LIMITS.has(name))) return undefined;
  if (names.length === 0) return ['An object without keywords is not a type.', `Name a type. ${OPEN_REMEDY}`];
  if (isEnumObject(schema, names))
    return [`The object of an enum (${listed(names)}) is not a type.`, 'Use enumOf(Color), with your enum.'];
  const [nearest] = names.flatMap((name) => nearestTo(name, [...FIELDS, ...LIMITS]) ?? []);
  return [
    `An object with ${listed(names)} is not a type, since no keyword of JSON Schema limits its values.`,
    `${nearest === undefined ? 'Add a type.' : `Did you mean ${nearest}?`} ${OPEN_REMEDY}`,
  ];
}

/**
 * Returns the problem of a part of a schema, or of `@SchemaOverride`, that has unknown keywords only. There, `{}` and a
 * description alone are usual.
 */
export function partSlipIn(schema: object): string | undefined {
  const names = Object.keys(schema);
  const [name] = names;
  if (name === undefined || names.some(isKnown)) return undefined;
  return `${name} is not a keyword of JSON Schema, and the schema has no other.${didYouMean(name, LIMITS)}`;
}

function isKnown(name: string): boolean {
  return LIMITS.has(name) || ANNOTATIONS.has(name) || name.startsWith('x-') || name.startsWith('$');
}

function isEnumObject(schema: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  return names.every(
    (name) => !isKnown(name) && !FIELDS.includes(name) && ['string', 'number'].includes(typeof schema[name]),
  );
}

const MOST_LISTED = 3;

function listed(names: readonly string[]): string {
  return [...names.slice(0, MOST_LISTED), ...(names.length > MOST_LISTED ? ['…'] : [])].join(', ');
}
