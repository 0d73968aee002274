import {
  ancestorsOf,
  apiPropertyFacts,
  canonical,
  type Constructor,
  copiedFrom,
  designTypeOf,
  extraModelsOf,
  isMadeOptional,
  jsonSchemaOf,
  type JsonSchemaOptions,
  type Loose,
  omitUndefined,
  ownProperties,
  ownSwaggerKeys,
  type SwaggerOptions,
  swaggerOptionsOf,
  type PropertyAnnotations,
  propertyAnnotationsOf,
  propertyKeysOf,
  replaceProperties,
  type Schema,
  TYPE_OPTIONS,
  type ValidationOptions,
} from 'dtospec/internal';

export interface PropertyWords {
  readonly owner: Constructor;
  readonly property: string;
  readonly redundant: boolean;
  readonly needed: readonly string[];
  readonly proven: boolean;
}

/**
 * Finds the @nestjs/swagger decorators and options that the schemas do not depend on. It removes them one by
 * one and compiles the schemas again. Afterwards it restores all metadata.
 *
 * @param views the classes of the document, each with the directions, groups and versions that the document
 *   has
 */
export function findRedundant(
  views: ReadonlyMap<Constructor, readonly ClassView[]>,
  validation: ValidationOptions | undefined,
): PropertyWords[] {
  const classes = [...views.keys()];
  const originsByClass = new Map(classes.map((target) => [target, originsOf(target)]));
  const schemasOf = (targets: readonly Constructor[]): Schema[] =>
    targets.flatMap((target) =>
      (views.get(target) ?? []).map((look) =>
        jsonSchemaOf(target, { ...look, validation: validation ?? {}, onDiagnostic: () => undefined }),
      ),
    );
  return classes.flatMap((owner) => {
    const keys = ownSwaggerKeys(owner);
    if (keys.length === 0) return [];
    const heirs = classes.filter((target) => ancestorsOf(target).includes(owner));
    const copies = classes.filter((target) => originsByClass.get(target)?.includes(owner));
    const targets = [owner, ...heirs, ...copies];
    const before = textOf(schemasOf(targets));
    const compare = (): boolean => textOf(schemasOf(targets)) === before;
    return keys.flatMap((property): PropertyWords[] => {
      const own = swaggerOptionsOf(owner, property);
      if (own === undefined) return [];
      const copied = copies.flatMap((target) => swaggerOptionsOf(target, property) ?? []);
      const design = designTypeOf(owner.prototype as object, property);
      const tried = tryInstead(owner, copies, property);
      return [{ owner, property, ...ask([own, ...copied], design, compare, tried) }];
    });
  });
}

export type ClassView = Pick<JsonSchemaOptions, 'direction' | 'groups' | 'version'>;

/** Returns the text of schemas. The order of required names does not count. */
function textOf(schemas: readonly Schema[]): string {
  const sorted: unknown = JSON.parse(
    JSON.stringify(schemas, (name, value: unknown) =>
      name === 'required' && Array.isArray(value) ? [...(value as unknown[])].sort() : value,
    ),
  );
  return canonical(sorted);
}

/** Returns the classes that mapped types made this one of, with their ancestors. */
function originsOf(target: Constructor): readonly Constructor[] {
  const origins = copiedFrom(target);
  return [...origins, ...origins.flatMap((origin) => [...ancestorsOf(origin), ...originsOf(origin)])];
}

function ask(
  all: readonly SwaggerOptions[],
  design: unknown,
  compare: () => boolean,
  instead: TryInstead,
): Pick<PropertyWords, 'redundant' | 'needed' | 'proven'> {
  const compareWith = (change: (words: Loose) => Loose | undefined): boolean => {
    try {
      for (const { words, replace } of all) replace(change(words));
      return compare();
    } finally {
      for (const { words, replace } of all) replace(words);
    }
  };
  if (compareWith(() => undefined)) return { redundant: true, needed: [], proven: true };
  const { words = {} } = all[0] ?? {};
  const dropped: string[] = [];
  const written = annotatedParts(words, design);
  for (const part of written)
    if (compareWith((before) => without(before, [...dropped, part], design))) dropped.push(part);
  const needed = written.filter((part) => !dropped.includes(part));
  const others = needed.filter((part) => part !== 'optional');
  // Without any decorator, the property would be unknown.
  const presence = PRESENCES.filter((names) => others.length + names.length > 0).find((names) =>
    compareWith(() => {
      instead.apply(words, [...others, ...names]);
      return undefined;
    }),
  );
  instead.undo();
  return presence === undefined
    ? { redundant: false, needed, proven: false }
    : { redundant: false, needed: [...presence, ...others], proven: true };
}

const PRESENCES: readonly (readonly ('required' | 'optional')[])[] = [[], ['required'], ['optional']];

export function partOf(option: string): string {
  if (option === 'required') return 'optional';
  return TYPE_OPTIONS.has(option) ? 'type' : option;
}

function annotatedParts(words: Loose, design: unknown): string[] {
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

interface TryInstead {
  readonly apply: (words: Loose, parts: readonly string[]) => void;
  readonly undo: () => void;
}

/**
 * Returns two functions: one annotates a property and its
 * copies in mapped types, the other removes the annotations.
 *
 * @param copies the classes that mapped types made of the owner
 */
function tryInstead(owner: Constructor, copies: readonly Constructor[], key: string): TryInstead {
  const targets = [owner, ...copies.filter((copy) => propertyKeysOf(copy).includes(key))];
  const before = targets.map((target) => [target, ownProperties(target)] as const);
  const carried = copies.map(
    (copy) =>
      [copy, propertyKeysOf(copy).map((key) => [key, propertyAnnotationsOf(copy, key)] as const)] as const,
  );
  const undo = (): void => {
    for (const [target, annotations] of before)
      if (ownProperties(target) !== annotations) replaceProperties(target, annotations);
  };
  const apply = (words: Loose, parts: readonly string[]): void => {
    undo();
    const described = annotationsFor(words, parts, owner);
    replaceProperties(
      owner,
      new Map([...ownProperties(owner), [key, { ...ownProperties(owner).get(key), ...described }]]),
    );
    for (const [copy, annotations] of carried) {
      if (!targets.includes(copy)) continue;
      const { presence, ...rest } = described;
      const own = presence === undefined || isMadeOptional(copy, key) ? rest : { ...rest, presence };
      replaceProperties(
        copy,
        new Map([...annotations, [key, { ...propertyAnnotationsOf(copy, key), ...own }]]),
      );
    }
  };
  return { apply, undo };
}

function annotationsFor(words: Loose, parts: readonly string[], owner: Constructor): PropertyAnnotations {
  const { annotations, type, access, nullable } = apiPropertyFacts(words, extraModelsOf(owner));
  const { title, description, examples, deprecated } = annotations;
  const format = typeof words.format === 'string' ? words.format : undefined;
  const values = {
    title,
    description,
    example: examples,
    default: annotations.default,
    deprecated,
    type,
    format,
  };
  const taken = Object.entries(values).filter(([part]) => parts.includes(part));
  const { example, ...rest } = Object.fromEntries(taken);
  return omitUndefined<Loose>({
    ...rest,
    examples: example,
    nullable: parts.includes('nullable') && nullable ? true : undefined,
    access: parts.includes('readOnly') || parts.includes('writeOnly') ? access : undefined,
    presence: parts.find((part) => part === 'required' || part === 'optional'),
  });
}
