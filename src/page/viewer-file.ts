import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import Module from 'node:module';
import { dirname, join } from 'node:path';
import { ConfigError } from '../shared/errors.js';
import { Representation } from './representation.js';
import type { ViewerName } from '../documents/openapi/config/page-options.js';
import { VIEWER_KINDS, type ViewerKind } from './viewers.js';
import type { PageUrls } from './paths.js';
import type { UISettings } from './settings.js';

// The default import, because bundled ES modules often already import `createRequire` by name.

export interface ViewerFile {
  readonly version: string;
  readonly integrity: string;
  readonly representation: Representation;
  readonly style: Representation | undefined;
}

export type FindViewer = (viewer: ViewerName) => string | undefined;

/**
 * Searches the installed viewer: from this package, the program and the working directory. The viewer's package does
 * not export the file, so its path is needed.
 */
export const findViewer: FindViewer = (viewer) => {
  const kind = VIEWER_KINDS[viewer];
  for (const place of startingPoints()) {
    const resolver = Module.createRequire(place);
    const folders = (resolver.resolve.paths(kind.package) ?? []).map((folder) => join(folder, kind.package));
    for (const folder of [...folders, resolveFolder(resolver, kind)]) {
      const file = folder === undefined ? undefined : bundleIn(folder, kind);
      if (file !== undefined) return file;
    }
  }
  return undefined;
};

function startingPoints(): string[] {
  // A bundler may have removed `__filename`.
  const own: unknown = typeof __filename === 'string' ? __filename : undefined;
  const places = [own, process.argv[1], join(process.cwd(), 'package.json')];
  return places.filter((place): place is string => typeof place === 'string' && isAbsoluteFile(place));
}

function isAbsoluteFile(place: string): boolean {
  return place.startsWith('/') || /^[A-Za-z]:[\\/]/.test(place);
}

/**
 * Returns a package's folder. It resolves the main file and walks up to the manifest, since some resolvers (Yarn) find
 * no folders.
 */
function resolveFolder(resolver: NodeJS.Require, { package: name }: ViewerKind): string | undefined {
  try {
    let folder = dirname(resolver.resolve(name));
    while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
    return folder;
  } catch {
    return undefined;
  }
}

function bundleIn(folder: string, { script, isNamed }: ViewerKind): string | undefined {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return undefined;
  const { browser } = JSON.parse(readFileSync(manifest, 'utf8')) as { browser?: unknown };
  const files = [...(isNamed && typeof browser === 'string' ? [browser] : []), script].map((file) =>
    join(folder, file),
  );
  return files.find((file) => existsSync(file));
}

function readScript(file: string, viewer: ViewerName): Buffer {
  const body = readFileSync(file);
  const replaced = Object.entries(VIEWER_KINDS[viewer].replaced ?? {});
  if (replaced.length === 0) return body;
  return Buffer.from(replaced.reduce((text, [from, to]) => text.replaceAll(from, () => to), body.toString()));
}

/** Viewers by file, so that all instances of Docs share the bytes and their compressed forms. */
const read = new Map<string, ViewerFile>();

export function readViewer(file: string, viewer: ViewerName): ViewerFile {
  const known = read.get(file);
  if (known !== undefined) return known;
  const body = readScript(file, viewer);
  const { style } = VIEWER_KINDS[viewer];
  const css = style === undefined ? undefined : readFileSync(join(dirname(file), style));
  const digest = createHash('sha384').update(body).digest();
  const version = css === undefined ? digest : createHash('sha384').update(digest).update(css).digest();
  const viewerFile = {
    version: version.toString('hex').slice(0, 16),
    integrity: `sha384-${digest.toString('base64')}`,
    representation: new Representation('text/javascript; charset=utf-8', body),
    style: css && new Representation('text/css; charset=utf-8', css),
  };
  read.set(file, viewerFile);
  return viewerFile;
}

export interface ViewerScript {
  /** URL of the script: relative to the page for a local viewer, otherwise absolute. */
  readonly url: string;
  readonly source: 'cdn' | 'local';
  readonly integrity: string;
  readonly style?: string;
}

export function cdnScripts(ui: UISettings): ViewerScript[] {
  const { cdn } = VIEWER_KINDS[ui.viewer];
  if (cdn === undefined || ui.viewerSource !== 'cdn') return [];
  // An encoded version cannot leave the package's folder or the policy's source list.
  const version = encodeURIComponent(ui.viewerVersion);
  return [{ url: cdn(version), source: 'cdn', integrity: ui.viewerIntegrity }];
}

export function localScript(urls: PageUrls, { version, integrity, style }: ViewerFile): ViewerScript {
  return {
    url: urls.viewer(version),
    source: 'local',
    integrity,
    ...(style && { style: urls.style(version) }),
  };
}

/**
 * Returns the source for the policy that allows a script: the CDN's URL, or the hash of the local file (CSP 3,
 * 6.7.2.5).
 */
export function policySource({ source, url, integrity }: ViewerScript): string {
  return source === 'cdn' ? url : `'${integrity}'`;
}

export function viewerNotInstalled(viewer: ViewerName): ConfigError {
  const { package: name, cdn } = VIEWER_KINDS[viewer];
  const [asks, otherwise] = cdn
    ? ["ui.viewerSource is 'local'", "leave ui.viewerSource at 'cdn'"]
    : [`ui.viewer is '${viewer}'`, 'remove ui.viewer'];
  return new ConfigError(
    `${asks}, but ${name} is not installed where this program can find it: ` +
      `run \`npm install ${name}\` in its folder, or ${otherwise}.`,
    { code: 'ERR_VIEWER_NOT_INSTALLED' },
  );
}
