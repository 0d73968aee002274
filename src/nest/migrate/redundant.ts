import type { Constructor } from '../../base/types.js';
import { copiedFrom } from '../../model/class-validator/copies.js';
import { ancestorsOf } from '../../model/class-validator/metadata.js';
import { designTypeOf } from '../../model/design-type.js';
import type { Schema } from '../../json-schema/schema.js';
import type { Loose } from '../../model/nest-swagger/loose.js';
import { ownSwaggerKeys, ownWordsOf, type OwnWords } from '../../model/nest-swagger/properties.js';
import type { ValidationOptions } from '../../model/validation-options.js';
import { jsonSchemaOf } from '../../schema/json-schema.js';

/** What `@ApiProperty` or one of its like is good for on one property. */
export interface PropertyWords {
  readonly owner: Constructor;
  readonly property: string;
  /** Without it the schemas are the same. */
  readonly redundant: boolean;
  /**
   * Its options without which they are not; `type` stands for all that say the type, `required` for what it says
   * where it is silent, `optional` for the contrary.
   */
  readonly needed: readonly string[];
}

/**
 * Asks of each decorator of @nestjs/swagger on a property what the schemas would miss without it, and without each of
 * its options: by taking it away and making them again. What was recorded stands as before when this returns.
 *
 * @param classes all that the document is made of: `classesBehind`
 */
export function findRedundant(
  classes: readonly Constructor[],
  validation: ValidationOptions | undefined,
): PropertyWords[] {
  const schemasOf = (targets: readonly Constructor[]): Schema[] =>
    targets.flatMap((target) =>
      DIRECTIONS.map((direction) =>
        jsonSchemaOf(target, { direction, validation: validation ?? {}, onDiagnostic: () => undefined }),
      ),
    );
  return classes.flatMap((owner) => {
    const keys = ownSwaggerKeys(owner);
    if (keys.length === 0) return [];
    const heirs = classes.filter((one) => ancestorsOf(one).includes(owner));
    const copies = classes.filter((one) => madeFrom(one).includes(owner));
    const targets = [owner, ...heirs, ...copies];
    const before = textsOf(schemasOf(targets));
    const compare = (): Same => {
      const now = textsOf(schemasOf(targets));
      return { all: now.all === before.all, required: now.required === before.required };
    };
    return keys.flatMap((property): PropertyWords[] => {
      const own = ownWordsOf(owner, property);
      if (own === undefined) return [];
      const copied = copies.flatMap((one) => ownWordsOf(one, property) ?? []);
      const design = designTypeOf(owner.prototype as object, property);
      return [{ owner, property, ...ask(own, copied, design, compare) }];
    });
  });
}

const DIRECTIONS = ['input', 'output'] as const;

/** What stayed as it was. */
interface Same {
  readonly all: boolean;
  readonly required: boolean;
}

function textsOf(schemas: readonly Schema[]): Record<keyof Same, string> {
  return { all: JSON.stringify(schemas), required: JSON.stringify(schemas.map(requiredIn)) };
}

/** The lists of what is required, of all that a schema holds. */
function requiredIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const { required } = value as { readonly required?: unknown };
  return [required, ...Object.values(value).map(requiredIn)].filter((one) => one !== undefined);
}

/** The classes that a mapped type's decorators were copied from, and those that they were. */
function madeFrom(target: Constructor): readonly Constructor[] {
  const origins = copiedFrom(target);
  return [...origins, ...origins.flatMap((one) => [...ancestorsOf(one), ...madeFrom(one)])];
}

function ask(
  own: OwnWords,
  copies: readonly OwnWords[],
  design: unknown,
  compare: () => Same,
): Pick<PropertyWords, 'redundant' | 'needed'> {
  const compareWith = (change: (words: Loose) => Loose | undefined): Same => {
    const all = [own, ...copies];
    try {
      for (const { words, replace } of all) replace(change(words));
      return compare();
    } finally {
      for (const { words, replace } of all) replace(words);
    }
  };
  const bare = compareWith(() => undefined);
  if (bare.all) return { redundant: true, needed: [] };
  const dropped: string[] = [];
  const written = partsOf(own.words, design);
  for (const part of written)
    if (compareWith((words) => without(words, [...dropped, part], design)).all) dropped.push(part);
  const needed = written.filter((part) => !dropped.includes(part));
  const isRequired = !bare.required && !needed.includes('optional');
  return { redundant: false, needed: isRequired ? ['required', ...needed] : needed };
}

/** Together they say what the type is: one goes with the others. */
const TYPE_WORDS: readonly string[] = [
  ...[
    'type',
    'isArray',
    'items',
    'enum',
    'enumName',
    'enumSchema',
    'oneOf',
    'anyOf',
    'allOf',
    'discriminator',
  ],
  ...['properties', 'additionalProperties', '$ref'],
];

/** The part of what is said that an option belongs to. */
export function partOf(option: string): string {
  if (option === 'required') return 'optional';
  return TYPE_WORDS.includes(option) ? 'type' : option;
}

/** What is said, but for what the decorator records where its argument says nothing. */
function partsOf(words: Loose, design: unknown): string[] {
  const silent = { required: true, selfRequired: undefined, type: design, isArray: false };
  const names = Object.keys(words).filter(
    (name) => words[name] !== undefined && words[name] !== (silent as Loose)[name],
  );
  return [...new Set(names.map(partOf))];
}

function without(words: Loose, parts: readonly string[], design: unknown): Loose {
  const kept = Object.entries(words).filter(([name]) => !parts.includes(partOf(name)));
  return {
    ...Object.fromEntries(kept),
    ...(parts.includes('optional') && { required: true }),
    ...(parts.includes('type') && design !== undefined && { type: design }),
  };
}
