import { readFileSync } from 'node:fs';
import type ts from 'typescript';
import { FACTS_VERSION, type FactsFile, type HandlerFact, hashOfSource } from 'dtospec/internal';
import { loadCompiler } from './compiler/load-compiler.js';
import { readController } from './handlers.js';
import { relativePath } from './named-types.js';
import { readOperation } from './operations.js';
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
      .map((file) => [relativePath(folder, file), hashOfSource(readFileSync(file))] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    return {
      facts: FACTS_VERSION,
      typescript: compiler.version,
      strictNulls: compiler.strictNulls,
      sources: Object.fromEntries(sources),
      ...handlers,
      types: writer.types.facts,
    };
  } finally {
    compiler.close();
  }
}

/** Reads the controllers and the operations in the sources. */
function readHandlers(writer: TypeWriter, folder: string): Pick<FactsFile, 'handlers' | 'operations'> {
  const handlers: Record<string, Readonly<Record<string, HandlerFact>>> = {};
  const operations: Record<string, HandlerFact> = {};
  for (const file of writer.compiler.files) {
    const source = writer.compiler.source(file);
    const place = relativePath(folder, file);
    if (source === undefined) continue;
    visit(source, (node) => {
      const controller = readController(writer, node);
      if (controller !== undefined) handlers[`${place}#${controller.name}`] = controller.methods;
      const operation = readOperation(writer, node);
      if (operation !== undefined) operations[`${place}#${operation.name}`] = operation.fact;
    });
  }
  return { handlers, operations };
}

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  node.forEachChild((child) => {
    visit(child, look);
  });
}
