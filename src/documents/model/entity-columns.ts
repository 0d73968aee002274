import type { Report } from '../../shared/diagnostics.js';
import type { Constructor } from '../../shared/types.js';
import { isRecord } from '../../shared/values.js';
import type { ClassFacts } from './class-facts.js';
import type { InitialValues } from './initial-values.js';

/**
 * Reports columns of an ORM that no other decorator describes: responses lack them. Where class fields are
 * not defined, only the ORM has their names. Other diagnostics report fields.
 */
export function checkColumns(
  { target, name, properties, transformation }: ClassFacts,
  { members }: InitialValues,
  report: Report,
): void {
  if (properties.size === 0 || transformation.strategy === 'excludeAll') return;
  for (const key of columnsOf(target))
    if (!properties.has(key) && !members.includes(key))
      report({
        code: 'undecorated-field',
        place: `${name}.${key}`,
        message:
          'Only an ORM describes this column, so it is not documented. Operations do not send it; Nest does. ' +
          'Add a rule of class-validator or another decorator, or @Exclude() to leave it out.',
      });
}

/** Returns the columns of a class and its bases, except those that queries leave out. */
function columnsOf(target: Constructor): ReadonlySet<string> {
  const classes: unknown[] = [];
  for (let base: unknown = target; typeof base === 'function'; base = Object.getPrototypeOf(base))
    classes.unshift(base);
  const found = STORAGES.flatMap((read) => read(classes, target.prototype as object));
  return new Set(found.filter((key) => typeof key === 'string'));
}

type Storage = (classes: readonly unknown[], prototype: object) => readonly unknown[];

/** Where ORMs keep what their decorators record. Reading it loads none of them. */
const STORAGES: readonly Storage[] = [
  // TypeORM
  (classes) =>
    ['columns', 'embeddeds']
      .flatMap((kind) => entriesAbout(classes, globalOf('typeormMetadataArgsStorage')?.[kind], 'target'))
      .filter(({ options }) => recordOf(options)?.select !== false)
      .map(({ propertyName }) => propertyName),
  // MikroORM
  (classes) =>
    entriesAbout(classes, globalOf('mikro-orm-metadata'), 'class')
      .flatMap(({ properties }) => entriesOf(properties))
      .filter(({ kind, hidden }) => (kind === 'scalar' || kind === 'embedded') && hidden !== true)
      .map(({ name }) => name),
  // @nestjs/mongoose
  (classes) =>
    entriesAbout(classes, globalOf('MongoTypeMetadataStorage')?.properties, 'target')
      .filter(({ options }) => recordOf(options)?.select !== false)
      .map(({ propertyKey }) => propertyKey),
  // Typegoose
  (_, prototype) =>
    entriesOf(metadataOf('typegoose:properties', prototype))
      .filter(({ options }) => recordOf(options)?.select !== false)
      .map(({ key }) => key),
  // sequelize-typescript
  (_, prototype) => Object.keys(recordOf(metadataOf('sequelize:attributes', prototype)) ?? {}),
];

type Entry = Readonly<Record<string, unknown>>;

function globalOf(name: string): Entry | undefined {
  return recordOf((globalThis as Entry)[name]);
}

function recordOf(value: unknown): Entry | undefined {
  return isRecord(value) ? value : undefined;
}

interface Grouped {
  readonly size: number;
  readonly entries: ReadonlyMap<unknown, readonly Entry[]>;
}

/** The entries of each list by class: a list has those of all entities, and each class of a document asks for its own. */
const grouped = new WeakMap<object, Grouped>();

/** Returns the entries of a list whose member `key` is one of the classes. */
function entriesAbout(classes: readonly unknown[], list: unknown, key: string): readonly Entry[] {
  if (typeof list !== 'object' || list === null) return [];
  const size = Array.isArray(list) ? list.length : Object.keys(list).length;
  let groups = grouped.get(list);
  // A list only grows, as more classes are loaded.
  if (groups?.size !== size) grouped.set(list, (groups = { size, entries: groupBy(entriesOf(list), key) }));
  const { entries } = groups;
  return classes.flatMap((each) => entries.get(each) ?? []);
}

function groupBy(entries: readonly Entry[], key: string): ReadonlyMap<unknown, readonly Entry[]> {
  const groups = new Map<unknown, Entry[]>();
  for (const entry of entries) {
    const group = groups.get(entry[key]);
    if (group === undefined) groups.set(entry[key], [entry]);
    else group.push(entry);
  }
  return groups;
}

/** Returns the objects in a list, a Map or an object. */
function entriesOf(value: unknown): readonly Entry[] {
  const values = value instanceof Map ? [...value.values()] : Object.values(value ?? {});
  return values.filter((entry): entry is Entry => isRecord(entry));
}

function metadataOf(key: string, prototype: object): unknown {
  return Reflect.getMetadata(key, prototype);
}
