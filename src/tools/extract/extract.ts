import path from 'node:path';
import { FACTS_VERSION, type FactsFile, hashOfSource } from 'dtospec/internal';
import { readFileSync } from 'node:fs';
import { loadCompiler } from './compiler/load-compiler.js';
import { readHandlers } from './handlers.js';
import { relativePath } from './named-types.js';
import { TypeWriter } from './type-writer.js';

/** Options of an extraction. */
export interface ExtractOptions {
  /** The tsconfig.json that lists the sources. @default the nearest one above `cwd` */
  readonly project: string | undefined;
  readonly cwd: string;
  /** The folder of the facts file. */
  readonly folder: string;
}

/** Reads the facts of a project. */
export async function extractFacts({ project, cwd, folder }: ExtractOptions): Promise<FactsFile> {
  const compiler = await loadCompiler(project, cwd);
  try {
    const writer = new TypeWriter(compiler, folder);
    const handlers = readHandlers(writer, folder);
    const sources = compiler.files
      .map((file) => [relativePath(folder, path.resolve(file)), hashOfSource(readFileSync(file))] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    return {
      facts: FACTS_VERSION,
      typescript: compiler.version,
      sources: Object.fromEntries(sources),
      handlers,
      types: writer.types.facts,
    };
  } finally {
    compiler.close();
  }
}
