import { isRecord, METHODS, printable } from 'dtospec/internal';

export type AnyDocument = object;

/** A difference between two documents of one application. */
export interface DocumentDifference {
  /**
   * `more-precise`: only dtospec's document has it; `said-more`: only that of `@nestjs/swagger` has it;
   * `contradicts`: their values differ.
   */
  readonly kind: 'more-precise' | 'said-more' | 'contradicts';
  /** The place, such as `CreateCat.name` or `GET /cats query page`. */
  readonly place: string;
  /**
   * The compared part: a keyword of the schema, `required`, or a part that only one document has, such as
   * `property`.
   */
  readonly what: string;
  /** The value in the document of `@nestjs/swagger`, or undefined. */
  readonly theirs: unknown;
  /** The value in dtospec's document, or undefined. */
  readonly ours: unknown;
}

/** The result of `compareDocuments`. */
export interface DocumentComparison {
  /** The number of differences of each kind. */
  readonly counts: Readonly<Record<DocumentDifference['kind'], number>>;
  /** All differences. */
  readonly differences: readonly DocumentDifference[];
}

/**
 * Compares the documents that `@nestjs/swagger` and dtospec make of an application: operations, parameters
 * and the properties of each component. When you migrate, add decorators of dtospec for everything that is
 * `said-more`.
 *
 * @param theirs the result of `SwaggerModule.createDocument(app, config)`
 * @param ours the result of `docs.buildSpec()`
 */
export function compareDocuments(theirs: object, ours: object): DocumentComparison {
  const differences = [
    ...compareNamed(operationsOf(theirs), operationsOf(ours), 'operation', (place, one, other) => [
      ...compareFields(place, pick(one, OPERATION_FIELDS), pick(other, OPERATION_FIELDS)),
      ...compareNamed(parametersOf(place, one), parametersOf(place, other), 'parameter', compareSchemas),
    ]),
    ...compareComponents(schemasOf(theirs), schemasOf(ours)),
  ];
  const count = (kind: DocumentDifference['kind']): number =>
    differences.filter((difference) => difference.kind === kind).length;
  const counts = {
    'more-precise': count('more-precise'),
    'said-more': count('said-more'),
    contradicts: count('contradicts'),
  };
  return { counts, differences };
}

type Loose = Readonly<Record<string, unknown>>;
type Named = ReadonlyMap<string, Loose>;

const OPERATION_FIELDS = ['operationId', 'summary', 'description', 'deprecated'];

function operationsOf(document: AnyDocument): Named {
  const paths = Object.entries(members((document as Loose).paths));
  return new Map(
    paths.flatMap(([path, item]) =>
      Object.entries(members(item))
        .filter(([method]) => METHODS.has(method.toUpperCase()))
        .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, members(operation)] as const),
    ),
  );
}

function schemasOf(document: AnyDocument): Named {
  const { schemas } = members((document as Loose).components);
  return new Map(Object.entries(members(schemas)).map(([name, schema]) => [name, members(schema)]));
}

function parametersOf(place: string, { parameters }: Loose): Named {
  const list = (Array.isArray(parameters) ? parameters : []) as Loose[];
  return new Map(
    list.map(({ name, in: location, schema, ...rest }) => [
      // Names of headers ignore case (RFC 9110, 5.1).
      `${place} ${String(location)} ${location === 'header' ? String(name).toLowerCase() : String(name)}`,
      {
        ...members(schema),
        ...pick(rest, ['description', 'deprecated', 'example']),
        required: rest.required === true,
      },
    ]),
  );
}

function compareComponents(theirs: Named, ours: Named): DocumentDifference[] {
  return [...theirs].flatMap(([name, schema]) => {
    // dtospec may have a separate schema for requests, and one for each group.
    const view = [...ours.keys()].find((one) => one.startsWith(`${name}.`));
    const other = ours.get(`${name}Input`) ?? ours.get(name) ?? ours.get(view ?? '');
    if (other === undefined) return [difference(name, 'component', true, undefined)];
    return compareNamed(propertiesOf(name, schema), propertiesOf(name, other), 'property', compareSchemas);
  });
}

function propertiesOf(name: string, { required, properties }: Loose): Named {
  const names = [required].flat();
  const entries = Object.entries(members(properties));
  return new Map(
    entries.map(([key, member]) => [`${name}.${key}`, { ...members(member), required: names.includes(key) }]),
  );
}

function compareNamed(
  theirs: Named,
  ours: Named,
  what: string,
  compare: (place: string, theirs: Loose, ours: Loose) => DocumentDifference[],
): DocumentDifference[] {
  return [...new Set([...theirs.keys(), ...ours.keys()])].flatMap((place) => {
    const one = theirs.get(place);
    const other = ours.get(place);
    if (one !== undefined && other !== undefined) return compare(place, one, other);
    return [difference(place, what, one && true, other && true)];
  });
}

function compareSchemas(place: string, theirs: Loose, ours: Loose): DocumentDifference[] {
  return compareFields(place, inOneDialect(theirs), inOneDialect(ours));
}

function compareFields(place: string, theirs: Loose, ours: Loose): DocumentDifference[] {
  return Object.keys({ ...theirs, ...ours })
    .filter((name) => JSON.stringify(theirs[name]) !== JSON.stringify(ours[name]))
    .filter((name) => !isImplied(name, theirs, ours))
    .map((name) => difference(place, name, theirs[name], ours[name]));
}

function difference(place: string, what: string, theirs: unknown, ours: unknown): DocumentDifference {
  const isNarrower = theirs === undefined || (theirs === 'number' && ours === 'integer');
  const otherwise = ours === undefined ? 'said-more' : 'contradicts';
  const kind = isNarrower ? 'more-precise' : otherwise;
  return { kind, place, what, theirs, ours };
}

/** Returns whether a `type: object` beside a reference adds nothing. */
function isImplied(name: string, theirs: Loose, ours: Loose): boolean {
  const reference = name.replace(/type$/, '$$ref');
  if (!name.endsWith('type') || theirs[name] !== 'object') return false;
  return reference in theirs || reference in ours;
}

function members(value: unknown): Loose {
  return isRecord(value) ? value : {};
}

function pick(object: Loose, names: readonly string[]): Loose {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}

/**
 * Returns the keywords as both documents can have them: `nullable`, `examples`, `const` for an `enum` of one
 * value, and those of items by `items.`
 */
function inOneDialect(schema: Loose): Loose {
  const { type, nullable, example, examples, items, allOf, anyOf, ...rest } = withConst(schema);
  const branches = Array.isArray(anyOf) ? anyOf.map(members) : [];
  const nullless = branches.filter((branch) => branch.type !== 'null');
  const hasNull = nullless.length < branches.length;
  const types = [type ?? []].flat();
  const [only] = types.filter((name) => name !== 'null');
  const isNullable = nullable === true || hasNull || types.includes('null');
  return {
    ...rest,
    ...(hasNull && nullless.length === 1 && inOneDialect(members(nullless[0]))),
    ...withoutSingle(allOf),
    ...(only !== undefined && { type: only }),
    ...(isNullable && { nullable: true }),
    ...((examples ?? example) !== undefined && { examples: examples ?? [example] }),
    ...(anyOf !== undefined && !hasNull && { anyOf }),
    ...keywordsOfItems(items),
  };
}

/** Returns the only schema of an `allOf`, or the keyword with several. */
function withoutSingle(allOf: unknown): Loose {
  if (Array.isArray(allOf) && allOf.length === 1) return members(allOf[0]);
  return allOf === undefined ? {} : { allOf };
}

function keywordsOfItems(items: unknown): Loose {
  if (!isRecord(items)) return {};
  const keywords = Object.entries(inOneDialect(items));
  return Object.fromEntries(keywords.map(([name, value]) => [`items.${name}`, value]));
}

/** Returns a schema with `const` in place of an `enum` of one value. A document may have both. */
function withConst(schema: Loose): Loose {
  const { enum: values, ...rest } = schema;
  const isSingle = Array.isArray(values) && values.length === 1;
  return isSingle ? { ...rest, const: rest.const ?? (values as readonly unknown[])[0] } : schema;
}

/** Formats a comparison as text, contradictions first. */
export function formatComparison({ counts, differences }: DocumentComparison): string {
  const sections = Object.entries(TITLES).map(([kind, title]) => {
    const lines = differences
      .filter((difference) => difference.kind === kind)
      .map(
        ({ place, what, theirs, ours }) =>
          `  ${printable(`${place} ${what}: ${show(what, theirs)} -> ${show(what, ours)}`)}`,
      );
    return [`${title} (${counts[kind as keyof typeof TITLES]})`, ...lines].join('\n');
  });
  return `${sections.join('\n\n')}\n`;
}

const TITLES = {
  contradicts: 'Contradictions (@nestjs/swagger -> dtospec)',
  'said-more': 'Only in the document of @nestjs/swagger',
  'more-precise': 'Only in the document of dtospec, or stricter there',
} satisfies Record<DocumentDifference['kind'], string>;

function show(what: string, value: unknown): string {
  if (['operation', 'parameter', 'component', 'property'].includes(what))
    return value === undefined ? 'missing' : 'there';
  return value === undefined ? '-' : JSON.stringify(value);
}
