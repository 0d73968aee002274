import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Advice } from '../nest/migrate/advice.js';
import type { PropertyWords } from '../nest/migrate/redundant.js';
import type { TypeScript } from '../nest/migrate/sources.js';
import { InputError } from './errors.js';
import { requireFor } from './load-module.js';

/** What becomes of the decorators in one source. */
export interface SourceAdvice {
  /** Relative to where the command runs. */
  readonly file: string;
  readonly advice: readonly Advice[];
}

/**
 * Reads the sources that a tsconfig.json lists, and what becomes of the decorators in them.
 *
 * @param project the tsconfig.json; the nearest one without
 * @param write also follow the advice in the files
 * @throws InputError where there is no tsconfig.json, or no compiler
 */
export async function adviseSources(
  words: readonly PropertyWords[],
  project: string | undefined,
  write: boolean,
  cwd: string,
): Promise<SourceAdvice[]> {
  const typescript = requireFor(path.join(cwd, 'x.js'), 'typescript', cwd) as TypeScript | undefined;
  if (typescript === undefined)
    throw new InputError(
      `The package typescript is not installed in ${cwd}; without it no source can be read.`,
    );
  const { adviseSource } = await import('../nest/migrate/migrate.js');
  const { rewriteSource } = await import('../nest/migrate/rewrite.js');
  return sourcesOf(typescript, project, cwd).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const advice = text.includes('@nestjs/swagger') ? adviseSource(typescript, file, text, words) : [];
    if (advice.length === 0) return [];
    if (write) writeFileSync(file, rewriteSource(typescript, text, advice));
    return [{ file: path.relative(cwd, file), advice }];
  });
}

function sourcesOf(typescript: TypeScript, project: string | undefined, cwd: string): string[] {
  const exists = (file: string): boolean => typescript.sys.fileExists(file);
  const config = project === undefined ? typescript.findConfigFile(cwd, exists) : path.resolve(cwd, project);
  if (config === undefined || !exists(config))
    throw new InputError(`There is no ${project ?? 'tsconfig.json'} in ${cwd}. Name it: --project <file>.`);
  const { config: json } = typescript.readConfigFile(config, (file) => typescript.sys.readFile(file)) as {
    config?: unknown;
  };
  const { fileNames } = typescript.parseJsonConfigFileContent(
    json ?? {},
    typescript.sys,
    path.dirname(config),
  );
  return fileNames.filter((file) => !file.endsWith('.d.ts'));
}

/** The advice as text: what a person deletes. */
export function formatAdvice(sources: readonly SourceAdvice[], written: boolean): string {
  const all = sources.flatMap(({ file, advice }) => advice.map((one) => ({ file, ...one })));
  const of = (kind: Advice['kind']): typeof all => all.filter((one) => one.kind === kind);
  const lines = (kind: Advice['kind']): string[] =>
    of(kind).map(({ file, decorator, replacement, reason }) => {
      const { line, className, property, name } = decorator;
      const more = kind === 'delete' ? '' : ` -> ${kind === 'keep' ? (reason ?? '') : replacement.join(' ')}`;
      return `  ${file}:${line} ${className}.${property} @${name}${more}`;
    });
  const section = (title: string, kind: Advice['kind']): string =>
    [`${title} (${of(kind).length})`, ...lines(kind)].join('\n');
  return `${[
    section(
      written ? 'Deleted: the document is the same without' : 'Delete: the document is the same without',
      'delete',
    ),
    section(written ? 'Replaced' : 'Replace', 'replace'),
    section('Keep, or say it otherwise', 'keep'),
  ].join('\n\n')}\n`;
}
