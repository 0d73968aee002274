import { readFileSync } from 'node:fs';
import path from 'node:path';
import type ts from 'typescript';
import type { Advice } from '../../nest/migrate/advice.js';
import type { MappedTypeUse, TypeScript } from '../../nest/migrate/sources.js';
import type { Rewrite } from '../../nest/migrate/prove.js';
import type { PropertyWords } from '../../nest/migrate/redundant.js';
import { InputError } from '../command.js';
import { requireFor } from '../load/load-module.js';

export interface SourceAdvice {
  readonly file: string;
  readonly advice: readonly Advice[];
  readonly mappedTypes: readonly MappedTypeUse[];
}

interface Sources {
  readonly advice: readonly SourceAdvice[];
  readonly rewrites: readonly Rewrite[];
}

interface Project {
  /** The tsconfig.json that lists the sources. @default the nearest one */
  readonly project: string | undefined;
  readonly module: string;
  readonly cwd: string;
}

export async function readSources(words: readonly PropertyWords[], project: Project): Promise<Sources> {
  const { cwd } = project;
  const typescript = requireFor(path.join(cwd, 'x.js'), 'typescript', cwd) as TypeScript | undefined;
  if (typescript === undefined)
    throw new InputError(
      `The package typescript is not installed in ${cwd}. It reads the sources: npm install --save-dev typescript`,
    );
  const { readSource } = await import('../../nest/migrate/migrate.js');
  const { rewriteSource } = await import('../../nest/migrate/rewrite.js');
  const read = sourcesOf(typescript, project).map((file) => {
    const text = readFileSync(file, 'utf8');
    return { file, text, ...readSource(typescript, file, text, words) };
  });
  const declared = read.flatMap(({ classes }) => classes);
  const twice = new Set(declared.filter((name, index) => declared.indexOf(name) !== index));
  const concerned = read
    .filter(({ text }) => text.includes('@nestjs/swagger'))
    .map((one) => ({ ...one, advice: one.advice.map((advice) => keepAmbiguous(advice, twice)) }))
    .filter(({ advice, mappedTypes }) => advice.length + mappedTypes.length > 0);
  const rewrites = concerned.flatMap(({ file, text, advice, mappedTypes, classes }): Rewrite[] => {
    const moved = mappedTypes.filter(({ reason }) => reason === undefined).map(({ name }) => name);
    const after = rewriteSource(typescript, text, advice, moved);
    if (after === text) return [];
    const changed = advice.filter(({ kind }) => kind !== 'keep').map(({ decorator }) => decorator);
    const propertiesOf = (name: string): ReadonlySet<string> =>
      new Set(changed.filter(({ className }) => className === name).map(({ property }) => property));
    return [
      { file, before: text, after, classes: new Map(classes.map((name) => [name, propertiesOf(name)])) },
    ];
  });
  const advice = concerned.map(({ file, advice, mappedTypes }) => ({
    file: path.relative(cwd, file),
    advice,
    mappedTypes,
  }));
  return { advice, rewrites };
}

/** Keeps the decorators of classes that share a name, since the document does not distinguish these classes. */
function keepAmbiguous(advice: Advice, twice: ReadonlySet<string>): Advice {
  const { className } = advice.decorator;
  if (!twice.has(className) || advice.kind === 'keep') return advice;
  return {
    ...advice,
    kind: 'keep',
    replacement: [],
    reason: `there are several classes called ${className}`,
  };
}

function sourcesOf(typescript: TypeScript, { project, module, cwd }: Project): string[] {
  const exists = (file: string): boolean => typescript.sys.fileExists(file);
  const config = project === undefined ? typescript.findConfigFile(cwd, exists) : path.resolve(cwd, project);
  if (config === undefined || !exists(config))
    throw new InputError(`There is no ${project ?? 'tsconfig.json'} in ${cwd}. Name it: --project <file>.`);
  const { config: json } = typescript.readConfigFile(config, (file) => typescript.sys.readFile(file)) as {
    config?: unknown;
  };
  const parsed = typescript.parseJsonConfigFileContent(
    json ?? {},
    typescript.sys,
    path.dirname(config),
    undefined,
    config,
  );
  const listed = parsed.fileNames.filter((file) => !/\.d\.[cm]?ts$/.test(file));
  const entry = listed.find((file) =>
    outputsOf(typescript, parsed, file).includes(path.resolve(cwd, module)),
  );
  return entry === undefined ? listed : importedFrom(typescript, entry, parsed.options, new Set(listed));
}

function outputsOf(typescript: TypeScript, parsed: ts.ParsedCommandLine, file: string): string[] {
  try {
    return typescript.getOutputFileNames(parsed, file, false).map((one) => path.resolve(one));
  } catch {
    return [];
  }
}

function importedFrom(
  typescript: TypeScript,
  entry: string,
  options: ts.CompilerOptions,
  listed: ReadonlySet<string>,
): string[] {
  const found = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const { importedFiles } = typescript.preProcessFile(readFileSync(file, 'utf8'), true, true);
    for (const { fileName } of importedFiles) {
      const { resolvedModule } = typescript.resolveModuleName(fileName, file, options, typescript.sys);
      if (resolvedModule && listed.has(resolvedModule.resolvedFileName))
        waiting.push(resolvedModule.resolvedFileName);
    }
  }
  return [...listed].filter((file) => found.has(file));
}
