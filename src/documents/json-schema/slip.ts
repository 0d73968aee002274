import { didYouMean, nearestTo } from '../../shared/nearest.js';
import { ANNOTATION_KEYWORDS, KEYWORDS } from './keywords.js';

/** Keywords of draft-07 and of OpenAPI 3.0 that 2020-12 lacks. Other checks report those without effect. */
const OLDER = ['dependencies', 'additionalItems'];

const ANNOTATIONS: ReadonlySet<string> = new Set([...ANNOTATION_KEYWORDS, 'example']);
/** Keywords that limit values only beside another one. */
const DEPENDENT: ReadonlySet<string> = new Set(['nullable', 'then', 'else', 'minContains', 'maxContains']);
const LIMITS: ReadonlySet<string> = new Set(
  [...KEYWORDS, 'contentSchema', ...OLDER].filter(
    (keyword) => !ANNOTATIONS.has(keyword) && !DEPENDENT.has(keyword) && !keyword.startsWith('x-'),
  ),
);

/** Fields of bodies, responses and media types, which a schema may have by mistake. */
const FIELDS = ['schema', 'content', 'contentType', 'itemSchema'];

const OPEN_REMEDY = "If any value is allowed, write schema('any').";

/**
 * Returns the problem of an object that is not a schema, and its remedy.
 * An object without a keyword that limits values would allow any value,
 * which is seldom meant: `{ shcema: User }`, an enum, or only an example.
 */
export function slipIn(
  schema: Readonly<Record<string, unknown>>,
): readonly [problem: string, remedy: string] | undefined {
  const names = Object.keys(schema).filter((name) => schema[name] !== undefined);
  const limits = names.filter((name) => LIMITS.has(name));
  // Without `then` or `else`, the result of `if` has no effect.
  if (limits.some((name) => name !== 'if') || (limits.length > 0 && names.some(isBranch))) return undefined;
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
 * Returns the problem of a part of a schema, or of `@SchemaOverride`, that has unknown keywords only. There,
 * `{}` and a description alone are usual.
 */
export function partSlipIn(schema: object): string | undefined {
  const names = Object.keys(schema);
  const [name] = names;
  if (name === undefined || names.some(isKnown)) return undefined;
  return `${name} is not a keyword of JSON Schema, and the schema has no other.${didYouMean(name, LIMITS)}`;
}

/** Words for a keyword that are too different from it to be a misspelling. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['property', 'properties'],
  ['props', 'properties'],
  ['min', 'minimum'],
  ['max', 'maximum'],
  ['regex', 'pattern'],
  ['regexp', 'pattern'],
]);
/** Short names are near many others: `id` is near `if`. */
const SHORTEST_MISSPELT = 4;

/** Returns the misspelt keywords of a part of a schema, which limit nothing, and what is meant. */
export function misspeltIn(schema: object): readonly (readonly [name: string, meant: string])[] {
  return Object.keys(schema).flatMap((name) => {
    if (isKnown(name)) return [];
    const isLong = name.length >= SHORTEST_MISSPELT;
    const meant = WORDS.get(name) ?? (isLong ? nearestTo(name, [...LIMITS, ...ANNOTATIONS]) : undefined);
    return meant === undefined ? [] : [[name, meant] as const];
  });
}

function isBranch(name: string): boolean {
  return name === 'then' || name === 'else';
}

function isKnown(name: string): boolean {
  if (name.startsWith('x-') || name.startsWith('$')) return true;
  return LIMITS.has(name) || ANNOTATIONS.has(name) || DEPENDENT.has(name);
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
