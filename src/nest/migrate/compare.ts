import { isRecord } from '../../shared/values.js';

export type AnyDocument = object;

/** A difference between two documents of one application. */
export interface DocumentDifference {
  /**
   * `more-precise`: only dtospec's document has it; `said-more`: only that of `@nestjs/swagger` has it; `contradicts`:
   * their values differ.
   */
  readonly kind: 'more-precise' | 'said-more' | 'contradicts';
  /** The place, such as `CreateCat.name` or `GET /cats query page`. */
  readonly place: string;
  /**
   * The compared part: a keyword of the schema, `required`, or a part that only one document has, such as `property`.
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
 * Compares the documents that `@nestjs/swagger` and dtospec make of an application: operations, parameters and the
 * properties of each component. When you migrate, add decorators of dtospec for everything that is `said-more`.
 *
 * @param theirs the result of `SwaggerModule.createDocument(app, config)`
 * @param ours the result of `docs.buildSpec()`
 */
export function compareDocuments(theirs: object, ours: object): DocumentComparison {
  const differences = [
    ...compareOperations(operationsOf(theirs), operationsOf(ours)),
    ...compareComponents(schemasOf(theirs), schemasOf(ours)),
  ];
  const count = (kind: DocumentDifference['kind']): number =>
    differences.filter((one) => one.kind === kind).length;
  const counts = {
    'more-precise': count('more-precise'),
    'said-more': count('said-more'),
    contradicts: count('contradicts'),
  };
  return { counts, differences };
}

type Named = ReadonlyMap<string, Loose>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

function operationsOf(document: AnyDocument): Named {
  const paths = Object.entries(members((document as Loose).paths));
  return new Map(
    paths.flatMap(([path, item]) =>
      Object.entries(members(item))
        .filter(([method]) => METHODS.includes(method))
        .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, members(operation)] as const),
    ),
  );
}

function schemasOf(document: AnyDocument): Named {
  const { schemas } = members((document as Loose).components);
  return new Map(Object.entries(members(schemas)).map(([name, schema]) => [name, members(schema)]));
}

function compareOperations(theirs: Named, ours: Named): DocumentDifference[] {
  return compareNamed(theirs, ours, 'operation', (place, one, other) => [
    ...compareFields(place, pick(one, OPERATION_FIELDS), pick(other, OPERATION_FIELDS)),
    ...compareNamed(parametersOf(place, one), parametersOf(place, other), 'parameter', compareSchemas),
  ]);
}

const OPERATION_FIELDS = ['operationId', 'summary', 'description', 'deprecated'];

function parametersOf(place: string, { parameters }: Loose): Named {
  const list = (Array.isArray(parameters) ? parameters : []) as Loose[];
  return new Map(
    list.map(({ name, in: location, schema, ...rest }) => [
      `${place} ${String(location)} ${String(name)}`,
      {
        ...members(schema),
        ...pick(rest, ['description', 'deprecated', 'example']),
        required: rest.required === true,
      },
    ]),
  );
}

function pick(object: Loose, names: readonly string[]): Loose {
  return Object.fromEntries(names.flatMap((name) => (name in object ? [[name, object[name]] as const] : [])));
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

function propertiesOf(name: string, schema: Loose): Named {
  const required = Array.isArray(schema.required) ? (schema.required as unknown[]) : [];
  const entries = Object.entries(members(schema.properties));
  return new Map(
    entries.map(([key, one]) => [`${name}.${key}`, { ...members(one), required: required.includes(key) }]),
  );
}

function compareNamed(
  theirs: Named,
  ours: Named,
  what: string,
  compare: (place: string, theirs: Loose, ours: Loose) => DocumentDifference[],
): DocumentDifference[] {
  return [...new Set([...theirs.keys(), ...ours.keys()])].flatMap((place) => {
    const [one, other] = [theirs.get(place), ours.get(place)];
    if (one !== undefined && other !== undefined) return compare(place, one, other);
    return [difference(place, what, one && true, other && true)];
  });
}

function compareSchemas(place: string, theirs: Loose, ours: Loose): DocumentDifference[] {
  return compareFields(place, fieldsOf(theirs), fieldsOf(ours));
}

function compareFields(place: string, theirs: Loose, ours: Loose): DocumentDifference[] {
  return [...new Set([...Object.keys(theirs), ...Object.keys(ours)])]
    .filter((name) => JSON.stringify(theirs[name]) !== JSON.stringify(ours[name]))
    .filter((name) => !isImplied(name, theirs, ours))
    .map((name) => difference(place, name, theirs[name], ours[name]));
}

function difference(place: string, what: string, theirs: unknown, ours: unknown): DocumentDifference {
  const isNarrower = theirs === undefined || WIDER.get(theirs)?.includes(ours) === true;
  const kind = isNarrower ? 'more-precise' : ours === undefined ? 'said-more' : 'contradicts';
  return { kind, place, what, theirs, ours };
}

const WIDER: ReadonlyMap<unknown, readonly unknown[]> = new Map([['number', ['integer']]]);

function isImplied(name: string, theirs: Loose, ours: Loose): boolean {
  const prefix = name.slice(0, name.length - 'type'.length);
  return (
    name.endsWith('type') &&
    (`${prefix}$ref` in theirs || `${prefix}$ref` in ours) &&
    theirs[name] === 'object'
  );
}

type Loose = Readonly<Record<string, unknown>>;

function members(value: unknown): Loose {
  return isRecord(value) ? value : {};
}

function fieldsOf(given: Loose): Loose {
  const { type, nullable, example, examples, items, allOf, anyOf, ...rest } = given;
  const nullless = Array.isArray(anyOf) ? anyOf.filter((one) => members(one).type !== 'null') : [];
  const hasNull = Array.isArray(anyOf) && nullless.length < anyOf.length;
  const types = [type ?? []].flat();
  const isNullable = nullable === true || hasNull || types.includes('null');
  const [only] = types.filter((one) => one !== 'null');
  const single = Array.isArray(allOf) && allOf.length === 1 ? members(allOf[0]) : {};
  const branch = hasNull && nullless.length === 1 ? fieldsOf(members(nullless[0])) : {};
  const listed = Array.isArray(examples) ? (examples as unknown[]) : example === undefined ? [] : [example];
  const inner = isRecord(items) ? Object.entries(fieldsOf(items)) : [];
  return {
    ...rest,
    ...branch,
    ...single,
    ...(only === undefined ? {} : { type: only }),
    ...(isNullable ? { nullable: true } : {}),
    ...(listed.length === 0 ? {} : { examples: listed }),
    ...(Array.isArray(allOf) && allOf.length !== 1 ? { allOf } : {}),
    ...(Array.isArray(anyOf) && !hasNull ? { anyOf } : {}),
    ...Object.fromEntries(inner.map(([name, value]) => [`items.${name}`, value])),
  };
}

/** Formats a comparison as text, contradictions first. */
export function formatComparison({ counts, differences }: DocumentComparison): string {
  const sections = SECTIONS.map(({ kind, title }) => {
    const lines = differences
      .filter((one) => one.kind === kind)
      .map(
        ({ place, what, theirs, ours }) => `  ${place} ${what}: ${show(what, theirs)} -> ${show(what, ours)}`,
      );
    return [`${title} (${counts[kind]})`, ...lines].join('\n');
  });
  return `${sections.join('\n\n')}\n`;
}

const SECTIONS = [
  { kind: 'contradicts', title: 'They contradict (theirs -> ours)' },
  { kind: 'said-more', title: 'Theirs said more' },
  { kind: 'more-precise', title: 'Ours is more precise' },
] as const;

const WHOLE = ['operation', 'parameter', 'component', 'property'];

function show(what: string, value: unknown): string {
  if (WHOLE.includes(what)) return value === undefined ? 'missing' : 'there';
  return value === undefined ? '-' : JSON.stringify(value);
}
