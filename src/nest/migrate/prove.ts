import { isRecord } from '../../shared/values.js';
import { canonical } from '../../documents/json-schema/values.js';

export interface Rewrite {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly classes: ReadonlyMap<string, ReadonlySet<string>>;
}

export type Built = { readonly document: object } | { readonly failure: string };

export interface Workshop {
  readonly write: (file: string, text: string) => void;
  readonly build: () => Built;
}

export interface TakenBack {
  readonly file: string;
  readonly reason: string;
}

/**
 * Writes the rewritten sources and builds the application. It restores every source whose rewrite changes the document
 * or breaks the build, and repeats until the document is unchanged.
 */
export function proveRewrites(
  rewrites: readonly Rewrite[],
  before: object,
  { write, build }: Workshop,
): TakenBack[] {
  for (const { file, after } of rewrites) write(file, after);
  const takenBack: TakenBack[] = [];
  let standing = rewrites;
  while (standing.length > 0) {
    const built = build();
    const found = 'failure' in built ? [] : differencesOf(before, built.document);
    if (!('failure' in built) && found.length === 0) return takenBack;
    const blamed =
      'failure' in built
        ? standing.filter(({ file }) => built.failure.includes(nameIn(file)))
        : standing.filter((one) => found.some((difference) => behind(standing, difference).includes(one)));
    const suspects = blamed.length > 0 ? blamed : standing;
    for (const one of suspects) {
      write(one.file, one.before);
      takenBack.push({ file: one.file, reason: reasonOf(one, standing, built, found) });
    }
    standing = standing.filter((one) => !suspects.includes(one));
  }
  build();
  return takenBack;
}

/**
 * Returns a file's name without folder and extension: compilers name files relative to different folders, bundlers
 * without extension.
 */
function nameIn(file: string): string {
  return (file.split(/[\\/]/).at(-1) ?? file).replace(/\.[cm]?tsx?$/, '.');
}

function reasonOf(
  one: Rewrite,
  standing: readonly Rewrite[],
  built: Built,
  found: readonly Difference[],
): string {
  if ('failure' in built) return `the build fails: ${firstLines(built.failure)}`;
  const own = found.filter((difference) => behind(standing, difference).includes(one));
  const shown = (own.length > 0 ? own : found).slice(0, 3).map(({ path }) => path.join('.'));
  return `the document changes at ${shown.join(', ')}`;
}

function firstLines(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const errors = lines.filter((line) => /\berror\b/i.test(line));
  return (errors.length > 0 ? errors : lines).slice(0, 3).join(' ').slice(0, 300);
}

interface Difference {
  readonly path: readonly string[];
  /** Words that only one document has, such as names in `required`. */
  readonly words: readonly string[];
}

export function differencesOf(one: unknown, other: unknown, path: readonly string[] = []): Difference[] {
  if (isRecord(one) && isRecord(other))
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) =>
      differencesOf(one[name], other[name], [...path, name]),
    );
  if (Array.isArray(one) && Array.isArray(other)) {
    const [left, right] = [new Set(one.map(canonical)), new Set(other.map(canonical))];
    const changed: unknown[] = [
      ...(one as unknown[]).filter((item) => !right.has(canonical(item))),
      ...(other as unknown[]).filter((item) => !left.has(canonical(item))),
    ];
    return changed.length === 0 ? [] : [{ path, words: changed.flatMap(wordsIn) }];
  }
  return canonical(one) === canonical(other) ? [] : [{ path, words: [] }];
}

function wordsIn(item: unknown): string[] {
  const word = isRecord(item) ? item.name : item;
  return typeof word === 'string' ? [word] : [];
}

function behind(rewrites: readonly Rewrite[], { path, words }: Difference): readonly Rewrite[] {
  const named = new Set([...path, ...words]);
  const component = path[1] === 'schemas' ? path[2] : undefined;
  const isOf = (name: string): boolean =>
    component === name || component?.replace(/(?:Input|\d|\..*)+$/, '') === name;
  const has = (properties: ReadonlySet<string>): boolean => [...properties].some((one) => named.has(one));
  const exact = rewrites.filter(({ classes }) =>
    [...classes].some(([name, properties]) => isOf(name) && has(properties)),
  );
  if (exact.length > 0) return exact;
  const byProperty = rewrites.filter(({ classes }) => [...classes.values()].some(has));
  return byProperty.length > 0
    ? byProperty
    : rewrites.filter(({ classes }) => [...classes.keys()].some(isOf));
}
