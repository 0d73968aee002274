import { readFileSync } from 'node:fs';
import path from 'node:path';
import type ts from 'typescript';
import type { PropertyWords } from '../../migrate/redundant.js';
import { InputError } from '../command.js';
import { requireFor } from '../load/load-module.js';
import { type Advice, adviceOn, type SourceAdvice } from './advice.js';
import { findOwners } from './owners.js';
import { readSource, rewriteSource, type TypeScript } from './source.js';
import type { Rewrite } from './write.js';

interface Project {
  /** The tsconfig.json that lists the sources. @default the nearest one */
  readonly project: string | undefined;
  readonly module: string;
  readonly cwd: string;
}

interface AdvisedSource extends SourceAdvice {
  readonly rewrite: Rewrite;
}

export async function adviseSources(
  words: readonly PropertyWords[],
  project: Project,
): Promise<AdvisedSource[]> {
  const { cwd } = project;
  const typescript = requireFor(path.join(cwd, 'x.js'), 'typescript', cwd) as TypeScript | undefined;
  if (typescript === undefined)
    throw new InputError(
      `The package typescript is not installed in ${cwd}. It reads the sources: npm install --save-dev typescript`,
    );
  const { files, outputsOf } = sourcesOf(typescript, project);
  const sources = files.map((file) => readSource(typescript, file, readFileSync(file, 'utf8')));
  const ownerOf = await findOwners(
    words.map(({ owner }) => owner),
    sources.map(({ file, classes }) => ({ file, classes, outputs: outputsOf(file) })),
  );
  return sources.flatMap((source) => {
    const { file, text, classes, decorators, taken, mappedTypes } = source;
    const advice = decorators.flatMap(
      (rewrite) => adviceOn(rewrite, words, ownerOf(file, rewrite.className), taken) ?? [],
    );
    if (advice.length + mappedTypes.length === 0) return [];
    const moved = mappedTypes.filter(({ reason }) => reason === undefined).map(({ name }) => name);
    const changed = advice.filter(({ kind }) => kind !== 'keep');
    const changes: readonly (Advice | string)[] = [...changed, ...moved];
    const textWith = (some: readonly unknown[]): string =>
      rewriteSource(
        source,
        changed.filter((file) => some.includes(file)),
        moved.filter((file) => some.includes(file)),
      );
    const rewrite = { file, before: text, classes, changes, textWith };
    return [{ file: path.relative(cwd, file), advice, mappedTypes, rewrite }];
  });
}

interface Sources {
  readonly files: readonly string[];
  /** Returns where a build may write a source. */
  readonly outputsOf: (file: string) => readonly string[];
}

function sourcesOf(typescript: TypeScript, { project, module, cwd }: Project): Sources {
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
  const outputsOf = (file: string): string[] => outputsIn(typescript, parsed, file);
  const entry = listed.find((file) => outputsOf(file)[0] === path.resolve(cwd, module));
  const files =
    entry === undefined ? listed : importedFrom(typescript, entry, parsed.options, new Set(listed));
  return { files, outputsOf };
}

/**
 * Returns where a source is compiled to, then the same below each of its folders: a build that has fewer
 * sources, such as that of a tsconfig.build.json, has another root.
 */
function outputsIn(typescript: TypeScript, parsed: ts.ParsedCommandLine, file: string): string[] {
  const { outDir } = parsed.options;
  try {
    const output = typescript
      .getOutputFileNames(parsed, file, false)
      .map((file) => path.resolve(file))
      .find((file) => /\.[cm]?js$/.test(file));
    if (output === undefined) return [];
    if (outDir === undefined) return [output];
    const parts = path.relative(outDir, output).split(path.sep);
    return parts.map((_, index) => path.join(outDir, ...parts.slice(index)));
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
  const reached = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    const { importedFiles } = typescript.preProcessFile(readFileSync(file, 'utf8'), true, true);
    for (const { fileName } of importedFiles) {
      const { resolvedModule } = typescript.resolveModuleName(fileName, file, options, typescript.sys);
      if (resolvedModule && listed.has(resolvedModule.resolvedFileName))
        waiting.push(resolvedModule.resolvedFileName);
    }
  }
  return [...listed].filter((file) => reached.has(file));
}
