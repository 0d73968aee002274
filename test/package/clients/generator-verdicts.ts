import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { askType, clientOf, typesIn, type Problem } from './compile.js';
import { entryOf, FOLDER } from './generate.js';
import { documentOf, shapesOf } from './shapes/all.js';
import { COMPONENT_TYPES } from './shapes/components.js';
import { GENERATORS, type Generator, type Shape, type Version } from './shapes/shape.js';

const BROKEN = ['fails', 'does not compile'];

/** Shapes that share a document. */
export interface Group {
  readonly version: Version;
  /** Its name. */
  readonly document: string;
  readonly shapes: readonly (readonly [name: string, shape: Shape])[];
}

/** A shape that breaks a generator would take the others with it: it has a document of its own. */
export function groupsOf(version: Version): Group[] {
  const breaks = ({ but }: Shape): boolean =>
    GENERATORS.some((generator) => BROKEN.includes(but[generator] ?? ''));
  const shapes = shapesOf(version);
  const alone = shapes.filter(([, shape]) => breaks(shape));
  return [
    { version, document: `shapes-${version}`, shapes: shapes.filter(([, shape]) => !breaks(shape)) },
    ...alone.map((entry) => ({ version, document: `shapes-${version}-${entry[0]}`, shapes: [entry] })),
  ];
}

export function documentOfGroup({ version, shapes }: Group): object {
  return documentOf(
    version,
    shapes.map(([name]) => name),
  );
}

/** How the type of a component is reached in what a generator writes. */
const IMPORTS: Readonly<Record<Generator, (file: string) => string>> = {
  'openapi-typescript': (file) =>
    `import type { components } from '${file}';\ntype Client = components['schemas'];`,
  'hey-api': (file) => `import type * as Client from '${file}';`,
  orval: (file) => `import type * as Client from '${file}';`,
};
const MEMBERS: Readonly<Record<Generator, (name: string, property: string) => string>> = {
  'openapi-typescript': (name, property) => `Client['${name}']['${property}']`,
  'hey-api': (name, property) => `Client.${name}['${property}']`,
  orval: (name, property) => `Client.${name}['${property}']`,
};

/** The type of a component's property. */
export function typeOf(generator: Generator, name: string, property: string): string {
  return MEMBERS[generator](name, property);
}

const probeOf = (document: string, generator: Generator): string => `of-${generator}-${document}.ts`;

/** Writes a program of statements about a generated client; undefined where there is no client. */
export function writeProbe(
  document: string,
  generator: Generator,
  statements: readonly string[],
): string | undefined {
  const file = path.join(FOLDER, probeOf(document, generator));
  const client = entryOf(`${document}/${generator}`);
  if (client === undefined) return undefined;
  const specifier = `./${path.relative(FOLDER, client).replace(/\.ts$/, '')}`;
  writeFileSync(file, [IMPORTS[generator](specifier), ...statements, ''].join('\n'));
  return file;
}

/** The types that such a program asked for. */
export function typesOf(
  document: string,
  generator: Generator,
  problems: readonly Problem[],
): ReadonlyMap<string, string> {
  return typesIn(probeOf(document, generator), problems);
}

const SAME =
  'type Same<A, B> = 0 extends 1 & A ? false : [A] extends [B] ? ([B] extends [A] ? true : false) : false;';

/** A program that asks for the type of each shape, and whether it is the one that the shape means. */
export function probeShapes({ document, shapes }: Group, generator: Generator): string | undefined {
  const lines = shapes.flatMap(([name, { type }]) => {
    const member = typeOf(generator, name, 'value');
    return [askType(`${name}_is`, member), askType(`${name}_same`, `Same<${member}, ${type}>`)];
  });
  return writeProbe(document, generator, [COMPONENT_TYPES, SAME, ...lines]);
}

/** What a generator makes of each shape: `ok`, the type it makes instead, or how it breaks. */
export function verdictsOf(
  { document, shapes }: Group,
  generator: Generator,
  problems: readonly Problem[],
): Record<string, string> {
  const client = `${document}/${generator}`;
  const all = (verdict: string): Record<string, string> =>
    Object.fromEntries(shapes.map(([name]) => [name, verdict]));
  if (problems.some(({ file }) => clientOf(file) === client)) return all('does not compile');
  if (entryOf(client) === undefined) return all('fails');
  const types = typesOf(document, generator, problems);
  return Object.fromEntries(
    shapes.map(([name]) => [
      name,
      types.get(`${name}_same`) === 'true' ? 'ok' : (types.get(`${name}_is`) ?? 'missing'),
    ]),
  );
}
