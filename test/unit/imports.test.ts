import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.join(__dirname, '../..');

/** Every source file with those that it imports, be it for their types only. */
const graph = new Map(
  ['src', 'decorators'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
      .map((file) => [path.join(folder, file), importsOf(path.join(folder, file))] as const),
  ),
);

function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(path.join(root, file), 'utf8'));
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => path.join(path.dirname(file), fileName.replace(/\.js$/, '.ts')));
}

/** A way from a file back to itself, or undefined. */
function circleFrom(start: string, file: string, seen: Set<string>): string[] | undefined {
  for (const next of graph.get(file) ?? []) {
    if (next === start) return [file, next];
    if (seen.has(next)) continue;
    const rest = circleFrom(start, next, seen.add(next));
    if (rest) return [file, ...rest];
  }
  return undefined;
}

it('finds the sources and their imports', () => {
  expect(graph.size).toBeGreaterThan(150);
  expect(graph.get('src/documents/openapi/build.ts')).toContain('src/documents/openapi/paths/routes.ts');
});

it('has no circular imports, not even of types', () => {
  const circles = [...graph.keys()].map((file) => circleFrom(file, file, new Set())?.join(' -> '));
  expect(circles.filter((circle) => circle !== undefined)).toEqual([]);
});
