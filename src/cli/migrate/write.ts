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
  readonly classes: readonly string[];
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
 * restores every source whose rewrite changes the document or breaks the build.
 */
export function buildFirst(remake: Remake): (rewrites: readonly Rewrite[]) => TakenBack[] {
  const command = remake.command ?? usualBuild(remake.cwd);
  const before = buildDocument(command, remake);
  if ('failure' in before)
    throw new InputError(
      `${command} fails before any file is changed, or its output cannot be loaded: ${before.failure.trim()}`,
    );
  const rewrite = (rewrites: readonly Rewrite[]): TakenBack[] => {
    if (rewrites.length === 0) return [];
    for (const { file, after } of rewrites) writeFileSync(file, after);
    const fault = faultOf(before.document, buildDocument(command, remake));
    if (fault === undefined) return [];
    for (const { file, before: text } of rewrites) writeFileSync(file, text);
    const [only, ...others] = rewrites;
    if (only !== undefined && others.length === 0) return [{ file: only.file, reason: fault.reason }];
    return splitBySuspicion(rewrites, fault).flatMap(rewrite);
  };
  return (rewrites) => {
    const takenBack = rewrite(rewrites);
    // The last build may be one of a restored source.
    if (takenBack.length > 0) buildDocument(command, remake);
    return takenBack;
  };
}

/** Returns the rewrites that the fault does not name, and those that it names; or both halves. */
function splitBySuspicion(rewrites: readonly Rewrite[], { text }: Fault): (readonly Rewrite[])[] {
  const isNamed = ({ file, classes }: Rewrite): boolean =>
    [path.basename(file).replace(/\.[cm]?tsx?$/, '.'), ...classes].some((name) => text.includes(name));
  const named = rewrites.filter(isNamed);
  const half = Math.ceil(rewrites.length / 2);
  return named.length === 0 || named.length === rewrites.length
    ? [rewrites.slice(0, half), rewrites.slice(half)]
    : [rewrites.filter((one) => !isNamed(one)), named];
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

interface Fault {
  readonly reason: string;
  /** Text that may name files or classes. */
  readonly text: string;
}

function faultOf(before: object, built: Built): Fault | undefined {
  if ('failure' in built)
    return { reason: `the build fails: ${firstLines(built.failure)}`, text: built.failure };
  const places = changedPlaces(before, built.document);
  if (places.length === 0) return undefined;
  return { reason: `the document changes at ${places.slice(0, 3).join(', ')}`, text: places.join(' ') };
}

function firstLines(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const errors = lines.filter((line) => /\berror\b/i.test(line));
  return (errors.length > 0 ? errors : lines).slice(0, 3).join(' ').slice(0, 300);
}

/** Returns the places with other values. The order of a list does not count. */
function changedPlaces(one: unknown, other: unknown, place: readonly string[] = []): string[] {
  if (isRecord(one) && isRecord(other))
    return Object.keys({ ...one, ...other }).flatMap((name) =>
      changedPlaces(one[name], other[name], [...place, name]),
    );
  const [left, right] = [one, other].map((value) =>
    Array.isArray(value) ? value.map(canonical).sort().join() : canonical(value),
  );
  return left === right ? [] : [place.join('.')];
}
