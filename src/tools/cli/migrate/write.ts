import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { canonical, isRecord } from 'dtospec/internal';
import { InputError } from '../command.js';
import { parseJson } from '../load/read-source.js';
import { type Built, createBuild, type BuildCommand } from './build.js';

/** Changes of one source. */
export interface Rewrite<Change = unknown> {
  readonly file: string;
  readonly before: string;
  readonly classes: readonly string[];
  readonly changes: readonly Change[];
  /** Returns the source with some of the changes. */
  readonly textWith: (changes: readonly Change[]) => string;
}

export interface Reverted {
  readonly file: string;
  readonly reason: string;
  /** The change that is taken back. */
  readonly change: unknown;
}

/**
 * Builds the application twice, and returns a function that writes rewritten sources and builds it again. The
 * function takes back every change that alters the document or breaks the build.
 *
 * @throws InputError for a build that fails, for one that gives another document each time, and for an error
 *   outside the sources; then every source is as it was
 */
export async function buildFirst(
  buildCommand: BuildCommand,
): Promise<(rewrites: readonly Rewrite[]) => Promise<Reverted[]>> {
  const command = buildCommand.command ?? usualBuild(buildCommand.cwd);
  const build = createBuild(command, buildCommand);
  const first = await build('twice without a change');
  const second = 'failure' in first ? first : await build('the second time');
  if ('failure' in first || 'failure' in second) {
    const { failure } = second as { readonly failure: string };
    throw new InputError(
      `${command} fails before any file is changed, or its output cannot be loaded: ${failure.trim()}`,
    );
  }
  const unstable = changedPlaces(first.document, second.document);
  if (unstable.length > 0)
    throw new InputError(
      `Two builds of the same sources give other documents, so --write could not see what its changes do. Write values that stay the same, such as examples that are not random: ${unstable.slice(0, 3).join(', ')}.`,
    );
  return async (rewrites) => {
    const restore = (): void => {
      for (const { file, before } of rewrites) writeFileSync(file, before);
    };
    build.restoreOnSignal(restore);
    try {
      return await proveChanges(rewrites, async () => faultOf(first.document, await build('with changes')));
    } catch (error) {
      restore();
      throw error;
    } finally {
      build.restoreOnSignal(undefined);
    }
  };
}

async function proveChanges(
  rewrites: readonly Rewrite[],
  findFault: () => Promise<Fault | undefined>,
): Promise<Reverted[]> {
  const proven = new Map<string, readonly unknown[]>();
  const provenIn = (file: string): readonly unknown[] => proven.get(file) ?? [];
  const write = (units: readonly Rewrite[], isTried: boolean): void => {
    for (const { file, changes, textWith } of units)
      writeFileSync(file, textWith([...provenIn(file), ...(isTried ? changes : [])]));
  };
  const prove = async (units: readonly Rewrite[]): Promise<Reverted[]> => {
    if (units.length === 0) return [];
    write(units, true);
    const fault = await findFault();
    if (fault === undefined) {
      for (const { file, changes } of units) proven.set(file, [...provenIn(file), ...changes]);
      return [];
    }
    if (isOutside(fault, rewrites))
      throw new InputError(
        `The build fails outside the sources, so they are as they were before. Correct this first: ${fault.reason}`,
      );
    write(units, false);
    const [only, ...others] = units;
    if (only !== undefined && others.length === 0 && only.changes.length === 1)
      return [{ file: only.file, reason: fault.reason, change: only.changes[0] }];
    const parts = others.length === 0 && only !== undefined ? halvesOf(only) : splitBySuspicion(units, fault);
    const reverted: Reverted[] = [];
    for (const part of parts) reverted.push(...(await prove(part)));
    return reverted;
  };
  const reverted = await prove(rewrites);
  // The last build may be one of a change that is taken back.
  if (reverted.length > 0) await findFault();
  return reverted;
}

function halvesOf(rewrite: Rewrite): (readonly Rewrite[])[] {
  const half = Math.ceil(rewrite.changes.length / 2);
  return [rewrite.changes.slice(0, half), rewrite.changes.slice(half)].map((changes) => [
    { ...rewrite, changes },
  ]);
}

function isNamedIn(text: string, { file, classes }: Rewrite): boolean {
  return [path.basename(file).replace(/\.[cm]?tsx?$/, '.'), ...classes].some((name) => text.includes(name));
}

/**
 * Returns whether only files of packages have errors, such as declarations that an old compiler cannot read.
 */
function isOutside({ text, isBuild }: Fault, rewrites: readonly Rewrite[]): boolean {
  const errors = text.split('\n').filter((line) => /\berror\b/i.test(line));
  return (
    isBuild &&
    errors.length > 0 &&
    errors.every((line) => line.includes('node_modules/')) &&
    !rewrites.some((rewrite) => isNamedIn(errors.join('\n'), rewrite))
  );
}

/** Returns the rewrites that the fault does not name, and those that it names; or both halves. */
function splitBySuspicion(rewrites: readonly Rewrite[], { text }: Fault): (readonly Rewrite[])[] {
  const named = rewrites.filter((rewrite) => isNamedIn(text, rewrite));
  const half = Math.ceil(rewrites.length / 2);
  return named.length === 0 || named.length === rewrites.length
    ? [rewrites.slice(0, half), rewrites.slice(half)]
    : [rewrites.filter((rewrite) => !named.includes(rewrite)), named];
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
  /** True if the build fails, false if the document changes. */
  readonly isBuild: boolean;
}

function faultOf(before: object, built: Built): Fault | undefined {
  if ('failure' in built)
    return { reason: `the build fails: ${firstLines(built.failure)}`, text: built.failure, isBuild: true };
  const places = changedPlaces(before, built.document);
  if (places.length === 0) return undefined;
  return {
    reason: `the document changes at ${places.slice(0, 3).join(', ')}`,
    text: places.join(' '),
    isBuild: false,
  };
}

function firstLines(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const errors = lines.filter((line) => /\berror\b/i.test(line));
  return (errors.length > 0 ? errors : lines).slice(0, 3).join(' ').slice(0, 300);
}

/** Returns the places with other values. The order of a list does not count. */
function changedPlaces(before: unknown, after: unknown, place: readonly string[] = []): string[] {
  if (isRecord(before) && isRecord(after))
    return Object.keys({ ...before, ...after }).flatMap((name) =>
      changedPlaces(before[name], after[name], [...place, name]),
    );
  const [left, right] = [before, after].map((value) =>
    Array.isArray(value) ? value.map(canonical).sort().join() : canonical(value),
  );
  return left === right ? [] : [place.join('.')];
}
