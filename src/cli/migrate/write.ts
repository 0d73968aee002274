import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canonical } from '../../documents/json-schema/values.js';
import { isRecord } from '../../shared/values.js';
import { InputError } from '../command.js';
import { parseJson } from '../load/read-source.js';

export interface Rewrite {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly classes: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface TakenBack {
  readonly file: string;
  readonly reason: string;
}

export interface Remake {
  readonly command: string | undefined;
  readonly documentArguments: readonly string[];
  readonly cwd: string;
}

/**
 * Builds the application, and returns a function that writes rewritten sources and builds it again. The function
 * restores every source whose rewrite changes the document or breaks the build, until the document is unchanged.
 */
export function buildFirst(remake: Remake): (rewrites: readonly Rewrite[]) => TakenBack[] {
  const command = remake.command ?? usualBuild(remake.cwd);
  const before = buildDocument(command, remake);
  if ('failure' in before)
    throw new InputError(
      `${command} fails before any file is changed, or its output cannot be loaded: ${before.failure.trim()}`,
    );
  return (rewrites) => {
    for (const { file, after } of rewrites) writeFileSync(file, after);
    const takenBack: TakenBack[] = [];
    let kept = rewrites;
    while (kept.length > 0) {
      const restored = faultsOf(kept, before.document, buildDocument(command, remake));
      if (restored.size === 0) return takenBack;
      for (const [one, reason] of restored) {
        writeFileSync(one.file, one.before);
        takenBack.push({ file: one.file, reason });
      }
      kept = kept.filter((one) => !restored.has(one));
    }
    buildDocument(command, remake);
    return takenBack;
  };
}

type Built = { readonly document: object } | { readonly failure: string };

const TIMEOUT = 20 * 60_000;

function buildDocument(command: string, { documentArguments, cwd }: Remake): Built {
  const folder = mkdtempSync(path.join(tmpdir(), 'dtospec-migrate-'));
  const output = path.join(folder, 'openapi.json');
  const options = { cwd, encoding: 'utf8', timeout: TIMEOUT } as const;
  try {
    const built = spawnSync(command, { ...options, shell: true });
    if (built.status !== 0) return { failure: `${built.stdout}\n${built.stderr}` };
    const self = [...process.execArgv, process.argv[1] ?? ''];
    const made = spawnSync(process.execPath, [...self, ...documentArguments, output], options);
    if (!existsSync(output)) return { failure: made.stderr };
    return { document: JSON.parse(readFileSync(output, 'utf8')) as object };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function usualBuild(cwd: string): string {
  const file = path.join(cwd, 'package.json');
  const manifest = existsSync(file) ? parseJson(readFileSync(file, 'utf8'), file) : {};
  if ((manifest as { scripts?: { build?: string } }).scripts?.build !== undefined) return 'npm run build';
  throw new InputError(
    'migrate nest --write builds the application to compare its documents, and package.json has no script "build". Name the command: --build "nest build".',
  );
}

/**
 * Returns the rewrites to restore, each with the reason: the rewrites that caused a fault, or all of them if
 * the cause is unknown.
 */
function faultsOf(kept: readonly Rewrite[], before: object, built: Built): ReadonlyMap<Rewrite, string> {
  if ('failure' in built) {
    const named = kept.filter(({ file }) => built.failure.includes(nameIn(file)));
    const reason = `the build fails: ${firstLines(built.failure)}`;
    return new Map((named.length > 0 ? named : kept).map((one) => [one, reason]));
  }
  const found = differencesOf(before, built.document);
  const causes = found.map((difference) => ({ difference, rewrites: behind(kept, difference) }));
  const blamed = new Set(causes.flatMap(({ rewrites }) => rewrites));
  return new Map(
    (found.length === 0 || blamed.size > 0 ? [...blamed] : kept).map((one) => {
      const own = causes.filter(({ rewrites }) => blamed.size === 0 || rewrites.includes(one));
      const shown = own.slice(0, 3).map(({ difference }) => difference.path.join('.'));
      return [one, `the document changes at ${shown.join(', ')}`];
    }),
  );
}

function nameIn(file: string): string {
  return path.basename(file).replace(/\.[cm]?tsx?$/, '.');
}

function firstLines(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const errors = lines.filter((line) => /\berror\b/i.test(line));
  return (errors.length > 0 ? errors : lines).slice(0, 3).join(' ').slice(0, 300);
}

interface Difference {
  readonly path: readonly string[];
  readonly words: readonly string[];
}

function differencesOf(one: unknown, other: unknown, place: readonly string[] = []): Difference[] {
  if (canonical(one) === canonical(other)) return [];
  if (isRecord(one) && isRecord(other))
    return Object.keys({ ...one, ...other }).flatMap((name) =>
      differencesOf(one[name], other[name], [...place, name]),
    );
  if (!Array.isArray(one) || !Array.isArray(other)) return [{ path: place, words: [] }];
  const [left, right] = [new Set(one.map(canonical)), new Set(other.map(canonical))];
  const changed: unknown[] = [
    ...(one as unknown[]).filter((item) => !right.has(canonical(item))),
    ...(other as unknown[]).filter((item) => !left.has(canonical(item))),
  ];
  return changed.length === 0 ? [] : [{ path: place, words: changed.flatMap(wordsIn) }];
}

function wordsIn(item: unknown): string[] {
  const word = isRecord(item) ? item.name : item;
  return typeof word === 'string' ? [word] : [];
}

function behind(rewrites: readonly Rewrite[], { path: place, words }: Difference): readonly Rewrite[] {
  const named = new Set([...place, ...words]);
  const component = place[1] === 'schemas' ? place[2] : undefined;
  const names = [component, component?.replace(/(?:Input|\d|\..*)+$/, '')];
  const scores = rewrites.map(({ classes }) =>
    Math.max(
      0,
      ...[...classes].map(
        ([name, properties]) =>
          (names.includes(name) ? 1 : 0) + ([...properties].some((one) => named.has(one)) ? 2 : 0),
      ),
    ),
  );
  const best = Math.max(1, ...scores);
  return rewrites.filter((_, index) => scores[index] === best);
}
