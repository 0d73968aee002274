import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type ts from 'typescript';
import { compile, entryOf, generateClients, printerOf, problemsOf, type Generated } from './generate.js';
import { documentOf, shapesOf } from './shapes/all.js';
import { COMPONENT_TYPES } from './shapes/components.js';
import { GENERATORS, type Generator, type Shape, type Version } from './shapes/shape.js';

const BROKEN = ['fails', 'does not compile'];

/** Shapes that share a document. */
interface Group {
  readonly version: Version;
  readonly document: string;
  readonly shapes: readonly (readonly [name: string, shape: Shape])[];
}

/** A program that says which types a generator made. */
interface Probe {
  readonly group: Group;
  readonly generator: Generator;
  /** None: there is no client. */
  readonly file: string | undefined;
}

export type Verdicts = Readonly<Record<Version, Readonly<Record<Generator, Record<string, string>>>>>;

/** What each generator makes of each shape: `ok`, the type it makes instead, or how it breaks. */
export async function generatorVerdicts(versions: readonly Version[]): Promise<Verdicts> {
  const groups = versions.flatMap(groupsOf);
  const documents = groups.map(({ version, document, shapes }) => [
    document,
    documentOf(
      version,
      shapes.map(([name]) => name),
    ),
  ]);
  const generated = await generateClients('shapes', Object.fromEntries(documents), false);
  const probes = groups.flatMap((group) =>
    GENERATORS.map((generator) => writeProbe(generated, group, generator)),
  );
  const program = compile(probes.flatMap(({ file }) => file ?? []));
  // A file that cannot be parsed keeps the compiler from judging the others.
  const problems = groups.flatMap((group) =>
    problemsOf(
      probes.flatMap((probe) => (probe.group === group ? (probe.file ?? []) : [])),
      generated.folder,
    ),
  );
  const verdicts = Object.fromEntries(
    versions.map((version) => [version, Object.fromEntries(GENERATORS.map((generator) => [generator, {}]))]),
  ) as Verdicts;
  for (const { group, generator, file } of probes) {
    const isBroken = problems.some((problem) => problem.startsWith(`${group.document}/${generator}/`));
    const probe = file === undefined ? undefined : program.getSourceFile(file);
    Object.assign(verdicts[group.version][generator], verdictsOf(group, isBroken, probe, program));
  }
  return verdicts;
}

/** A shape that breaks a generator would take the others with it: it has a document of its own. */
function groupsOf(version: Version): Group[] {
  const breaks = ({ but }: Shape): boolean =>
    GENERATORS.some((generator) => BROKEN.includes(but[generator] ?? ''));
  const shapes = shapesOf(version);
  const alone = shapes.filter(([, shape]) => breaks(shape));
  return [
    { version, document: version, shapes: shapes.filter(([, shape]) => !breaks(shape)) },
    ...alone.map((entry) => ({ version, document: `${version}-${entry[0]}`, shapes: [entry] })),
  ];
}

/** How the type of a component is reached in what a generator writes. */
const IMPORTS: Readonly<Record<Generator, (file: string) => string>> = {
  'openapi-typescript': (file) =>
    `import type { components } from '${file}';\ntype Client = components['schemas'];`,
  'hey-api': (file) => `import type * as Client from '${file}';`,
  orval: (file) => `import type * as Client from '${file}';`,
};
const MEMBERS: Readonly<Record<Generator, (name: string) => string>> = {
  'openapi-typescript': (name) => `Client['${name}']['value']`,
  'hey-api': (name) => `Client.${name}['value']`,
  orval: (name) => `Client.${name}['value']`,
};

const SAME =
  'type Same<A, B> = 0 extends 1 & A ? false : [A] extends [B] ? ([B] extends [A] ? true : false) : false;';

function writeProbe(generated: Generated, group: Group, generator: Generator): Probe {
  const client = entryOf(generated, `${group.document}/${generator}`);
  if (client === undefined) return { group, generator, file: undefined };
  const file = path.join(generated.folder, `${group.document}-${generator}.ts`);
  const specifier = `./${path.relative(generated.folder, client).replace(/\.ts$/, '')}`;
  const lines = group.shapes.map(([name, { type }]) => {
    const member = MEMBERS[generator](name);
    return `export type ${name}_is = ${member};\nexport type ${name}_same = Same<${member}, ${type}>;`;
  });
  writeFileSync(file, [IMPORTS[generator](specifier), COMPONENT_TYPES, SAME, ...lines, ''].join('\n'));
  return { group, generator, file };
}

function verdictsOf(
  { shapes }: Group,
  isBroken: boolean,
  probe: ts.SourceFile | undefined,
  program: ts.Program,
): Record<string, string> {
  if (probe === undefined || isBroken) {
    const verdict = isBroken ? 'does not compile' : 'fails';
    return Object.fromEntries(shapes.map(([name]) => [name, verdict]));
  }
  const print = printerOf(probe, program.getTypeChecker());
  return Object.fromEntries(
    shapes.map(([name]) => [name, print(`${name}_same`) === 'true' ? 'ok' : print(`${name}_is`)]),
  );
}
