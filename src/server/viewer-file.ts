import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { recogniseAcrossCopies } from '../base/across-copies.js';
import { DtospecError } from '../base/errors.js';
// Not by its name: bundled ES modules often begin with an import of `createRequire` already.
import Module from 'node:module';
import { dirname, join } from 'node:path';
import { Representation } from './representation.js';

const PACKAGE = '@scalar/api-reference';

/** The viewer as one script for browsers: where its package says so, and where every version had it. */
const BUNDLE = 'dist/browser/standalone.js';

/** `ui.viewerSource` is `'local'`, and the viewer's package is not there. */
export class ViewerNotInstalledError extends DtospecError {
  override readonly name = 'ViewerNotInstalledError';
  readonly code = 'ERR_VIEWER_NOT_INSTALLED';

  constructor() {
    super(
      `ui.viewerSource is 'local', but ${PACKAGE} is not installed where this program can find it: ` +
        `run \`npm install ${PACKAGE}\` in its folder, or leave ui.viewerSource at 'cdn'.`,
    );
  }
}

/** The installed viewer. */
export interface ViewerFile {
  /** Of its content, so that what is served under it may be cached for ever. */
  readonly version: string;
  /** Subresource integrity. */
  readonly integrity: string;
  readonly representation: Representation;
}

/** Gives the installed viewer's file, or undefined. */
export type FindViewer = () => string | undefined;

/**
 * Finds the installed viewer's file, as seen from this package, from the program and from the working
 * directory. Its package no longer exports the file, so it is looked for as a file.
 */
export const findViewer: FindViewer = () => {
  for (const place of startingPoints()) {
    const resolver = Module.createRequire(place);
    const folders = (resolver.resolve.paths(PACKAGE) ?? []).map((folder) => join(folder, PACKAGE));
    for (const folder of [...folders, resolveFolder(resolver)]) {
      const file = folder === undefined ? undefined : bundleIn(folder);
      if (file !== undefined) return file;
    }
  }
  return undefined;
};

function startingPoints(): string[] {
  // Where a bundler has put this module it may have no name of its own.
  const own: unknown = typeof __filename === 'string' ? __filename : undefined;
  const places = [own, process.argv[1], join(process.cwd(), 'package.json')];
  return places.filter((place): place is string => typeof place === 'string' && isAbsoluteFile(place));
}

function isAbsoluteFile(place: string): boolean {
  return place.startsWith('/') || /^[A-Za-z]:[\\/]/.test(place);
}

/** For a resolver that has no folders to look into, as Yarn's: the package's main file, and up from there. */
function resolveFolder(resolver: NodeJS.Require): string | undefined {
  try {
    let folder = dirname(resolver.resolve(PACKAGE));
    while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
    return folder;
  } catch {
    return undefined;
  }
}

function bundleIn(folder: string): string | undefined {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return undefined;
  const { browser } = JSON.parse(readFileSync(manifest, 'utf8')) as { browser?: unknown };
  const files = [typeof browser === 'string' ? browser : BUNDLE, BUNDLE].map((file) => join(folder, file));
  return files.find((file) => existsSync(file));
}

/** Every Docs that serves a file serves the same bytes of it, and compresses them once. */
const read = new Map<string, ViewerFile>();

export function readViewer(file: string): ViewerFile {
  const known = read.get(file);
  if (known !== undefined) return known;
  const body = readFileSync(file);
  const digest = createHash('sha384').update(body).digest();
  const viewer = {
    version: digest.toString('hex').slice(0, 16),
    integrity: `sha384-${digest.toString('base64')}`,
    representation: new Representation('text/javascript; charset=utf-8', body),
  };
  read.set(file, viewer);
  return viewer;
}

recogniseAcrossCopies({ ViewerNotInstalledError });
