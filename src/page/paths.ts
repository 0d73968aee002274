import { ConfigError } from '../shared/errors.js';
import { kindOf } from '../shared/values.js';
import type { Location } from './docs-server.js';

/**
 * Returns the base path with a leading slash and without a trailing one; the root is empty.
 * @throws ConfigError for a value that is not a string, or not a valid start of a path (RFC 3986, 3.3)
 */
export function normalizeBase(base: string): string {
  const path: unknown = base;
  if (typeof path !== 'string' || /[^!-~]|[?#]/.test(path)) throw invalidBasePath(path);
  const trimmed = base.replace(/\/{2,}/g, '/').replace(/^\/|\/$/g, '');
  return trimmed === '' ? '' : `/${trimmed}`;
}

function invalidBasePath(path: unknown): ConfigError {
  return new ConfigError(
    typeof path === 'string'
      ? `The base path ${JSON.stringify(path)} never matches a request: remove queries, fragments and spaces, and percent-encode characters outside ASCII, as in '/docs'.`
      : `The docs need a base path, a string such as '/docs', not ${kindOf(path)}.`,
    { code: 'ERR_BASE_PATH' },
  );
}

export function splitAtBase(pathname: string, base: string): Location | undefined {
  if (!pathname.startsWith(base)) return undefined;
  const path = pathname.slice(base.length);
  return path === '' || path.startsWith('/') ? { base, path } : undefined;
}

export type PageName = 'page' | 'alone';
export type ServedName = PageName | 'json' | 'yaml' | 'markdown' | 'index' | 'shown' | 'viewer' | 'style';
export type ResourceName = ServedName | 'session';

export const SESSION = 'docs-session';

export interface PageUrls {
  readonly json: string;
  readonly yaml: string;
  readonly markdown: string;
  /** The document as the page shows it. */
  readonly shown: string;
  viewer(version: string): string;
  style(version: string): string;
  readonly isFolder: boolean;
}

export const BY_QUERY: PageUrls = {
  json: '?openapi=json',
  yaml: '?openapi=yaml',
  markdown: '?openapi=markdown',
  shown: '?openapi=page',
  viewer: (version) => `?viewer=${version}`,
  style: (version) => `?viewer-style=${version}`,
  isFolder: false,
};

export const PAGE_URLS: Readonly<Record<PageName, PageUrls>> = {
  page: {
    json: './openapi.json',
    yaml: './openapi.yaml',
    markdown: './llms-full.txt',
    shown: './?openapi=page',
    viewer: (version) => `./viewer/${version}/standalone.js`,
    style: (version) => `./viewer/${version}/style.css`,
    isFolder: true,
  },
  alone: BY_QUERY,
};

/** Fixed paths below the base. It is a Map, so that names of Object.prototype are not found. */
const PATHS: ReadonlyMap<string, ResourceName> = new Map([
  ['', 'page'],
  ['/', 'page'],
  ['/openapi.json', 'json'],
  ['/openapi.yaml', 'yaml'],
  ['/llms.txt', 'index'],
  ['/llms-full.txt', 'markdown'],
  [`/${SESSION}`, 'session'],
]);

export function nameAtPath(path: string, version: () => string | undefined): ResourceName | undefined {
  const name = PATHS.get(path);
  if (name !== undefined || !path.startsWith('/viewer/')) return name;
  const folder = `/viewer/${version() ?? ''}`;
  if (path === `${folder}/style.css`) return 'style';
  return path === `${folder}/standalone.js` ? 'viewer' : undefined;
}

/** Values of the query parameter `openapi`. */
const DOCUMENTS: ReadonlyMap<string, ResourceName> = new Map([
  ['json', 'json'],
  ['yaml', 'yaml'],
  ['markdown', 'markdown'],
  ['page', 'shown'],
]);

export function nameInQuery(query: string, version: () => string | undefined): ResourceName | undefined {
  if (query === '') return undefined;
  const [, kind, value] = /(?:^|&)(openapi|viewer|viewer-style)=([a-z0-9]+)(?:&|$)/.exec(query) ?? [];
  if (kind === 'openapi') return DOCUMENTS.get(value ?? '');
  if (kind === undefined || value !== version()) return undefined;
  return kind === 'viewer' ? 'viewer' : 'style';
}
