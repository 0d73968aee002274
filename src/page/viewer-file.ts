import { utf8 } from '../shared/bytes.js';
import { digestOf } from '../shared/digest.js';
import { nodeModule } from '../shared/node-modules.js';
import { ConfigError } from '../shared/errors.js';
import { Representation } from './representation.js';
import type { ViewerName, ViewerTexts } from '../documents/openapi/config/page-options.js';
import { VIEWER_KINDS, type ViewerKind } from './viewers.js';
import type { PageUrls } from './paths.js';
import type { UISettings } from './settings.js';

export interface ViewerFile {
  readonly version: string;
  readonly integrity: string;
  readonly representation: Representation;
  readonly style: Representation | undefined;
}

export type FindViewer = (viewer: ViewerName) => string | undefined;

/**
 * Searches the installed viewer: from this package, the program and the working directory. The viewer's
 * package does not export the file, so its path is needed.
 */
export const findViewer: FindViewer = (viewer) => {
  const node = fileModules();
  try {
    return node && findIn(node, viewer);
  } catch {
    // Deno throws for folders that the program may not read.
    return undefined;
  }
};

function findIn(node: FileModules, viewer: ViewerName): string | undefined {
  const kind = VIEWER_KINDS[viewer];
  for (const place of startingPoints(node)) {
    const resolver = node.module.createRequire(place);
    const folders = ((resolver.resolve as Partial<NodeJS.RequireResolve>).paths?.(kind.package) ?? []).map(
      (folder) => node.path.join(folder, kind.package),
    );
    for (const folder of [...folders, resolveFolder(node, resolver, kind)]) {
      const file = folder === undefined ? undefined : bundleIn(node, folder, kind);
      if (file !== undefined) return file;
    }
  }
  return undefined;
}

/** Returns the modules that find and read files, or undefined in a runtime without them. */
function fileModules() {
  const [fs, path, module] = [nodeModule('fs'), nodeModule('path'), nodeModule('module')];
  if (fs === undefined || path === undefined || module?.createRequire === undefined) return undefined;
  return { fs, path, module };
}

type FileModules = NonNullable<ReturnType<typeof fileModules>>;

function startingPoints({ path }: FileModules): string[] {
  // A bundler may have removed `__filename`.
  const own: unknown = typeof __filename === 'string' ? __filename : undefined;
  const places = [own, process.argv[1], path.join(process.cwd(), 'package.json')];
  return places.filter((place) => typeof place === 'string').filter(isAbsoluteFile);
}

function isAbsoluteFile(place: string): boolean {
  return place.startsWith('/') || /^[A-Za-z]:[\\/]/.test(place);
}

/**
 * Returns a package's folder. It resolves the main file and walks up to the manifest, since some resolvers
 * (Yarn) find no folders.
 */
function resolveFolder(
  { fs, path }: FileModules,
  resolver: NodeJS.Require,
  { package: name }: ViewerKind,
): string | undefined {
  try {
    let folder = path.dirname(resolver.resolve(name));
    while (!fs.existsSync(path.join(folder, 'package.json')) && folder !== path.dirname(folder))
      folder = path.dirname(folder);
    return folder;
  } catch {
    return undefined;
  }
}

function bundleIn(
  { fs, path }: FileModules,
  folder: string,
  { script, isNamed }: ViewerKind,
): string | undefined {
  const manifest = path.join(folder, 'package.json');
  if (!fs.existsSync(manifest)) return undefined;
  const { browser } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as { browser?: unknown };
  const files = [...(isNamed && typeof browser === 'string' ? [browser] : []), script].map((file) =>
    path.join(folder, file),
  );
  return files.find((file) => fs.existsSync(file));
}

function withReplacements(script: string, viewer: ViewerName): string {
  const replaced = Object.entries(VIEWER_KINDS[viewer].replaced ?? {});
  return replaced.reduce((text, [from, to]) => text.replaceAll(from, () => to), script);
}

/** Viewers by file, so that all instances of Docs share the bytes and their compressed forms. */
const read = new Map<string, ViewerFile>();

export function readViewer(file: string, viewer: ViewerName): ViewerFile {
  const known = read.get(file);
  if (known !== undefined) return known;
  const node = fileModules();
  if (node === undefined) throw viewerNotInstalled(viewer);
  const { fs, path } = node;
  const { style } = VIEWER_KINDS[viewer];
  const viewerFile = createViewer(
    {
      script: fs.readFileSync(file, 'utf8'),
      ...(style !== undefined && { style: fs.readFileSync(path.join(path.dirname(file), style), 'utf8') }),
    },
    viewer,
  );
  read.set(file, viewerFile);
  return viewerFile;
}

/** Creates the files of a viewer from their texts. */
export function createViewer({ script, style }: ViewerTexts, viewer: ViewerName): ViewerFile {
  const body = utf8(withReplacements(script, viewer));
  const digest = digestOf(body, 'base64');
  const version = style === undefined ? body : `${digest} ${style}`;
  return {
    version: digestOf(version, 'hex').slice(0, 16),
    integrity: `sha256-${digest}`,
    representation: new Representation('text/javascript; charset=utf-8', body),
    style: style === undefined ? undefined : new Representation('text/css; charset=utf-8', utf8(style)),
  };
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
 * Returns the source for the policy that allows a script: the
 * CDN's URL, or the hash of the local file (CSP 3, 6.7.2.5).
 */
export function policySource({ source, url, integrity }: ViewerScript): string {
  return source === 'cdn' ? url : `'${integrity}'`;
}

export function viewerNotInstalled(viewer: ViewerName): ConfigError {
  const { package: name, installed = name, cdn } = VIEWER_KINDS[viewer];
  const [asks, otherwise] = cdn
    ? ["ui.viewerSource is 'local'", "leave ui.viewerSource at 'cdn'"]
    : [`ui.viewer is '${viewer}'`, 'remove ui.viewer'];
  return new ConfigError(
    `${asks}, but ${name} is not installed where this program can find it: ` +
      `run \`npm install ${installed}\` in its folder, or ${otherwise}.`,
    { code: 'ERR_VIEWER_NOT_INSTALLED' },
  );
}
