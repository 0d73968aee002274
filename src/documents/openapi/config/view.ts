import { isArrayOf, STRING } from '../../../shared/checks.js';
import { ConfigError } from '../../../shared/errors.js';
import { isRecord, show } from '../../../shared/values.js';
import type { Config } from './config.js';
import { normalizePath } from '../paths/path.js';
import type { Info } from '../types/objects.js';

/**
 * Selects parts of the API by lists. A part must match an
 * entry in each given list. An empty entry is an error.
 */
export interface ViewSelection {
  /** Tags of the operation. */
  tags?: string[];
  /**
   * Paths and everything below them: `/orders` includes `/orders/{id}`, `/` all paths. Webhooks have no path.
   */
  paths?: string[];
  /** Audiences. An operation without `audience` never matches. */
  audience?: string[];
}

/** An endpoint or webhook, the argument of the function `include`. */
export interface ViewCandidate {
  /** Tags; an empty list if it has none. */
  readonly tags: readonly string[];
  /** Audiences; an empty list if it has none. */
  readonly audience: readonly string[];
  /** Method of an endpoint, in upper case. */
  readonly method?: string;
  /** Path of an endpoint, as the document writes it: `/orders/{id}`. */
  readonly path?: string;
  /** Event name of a webhook. */
  readonly webhook?: string;
}

/** Options that a view does not inherit. */
type OwnOptions = Pick<
  Config,
  | 'servers'
  | 'externalDocs'
  | 'extensions'
  | 'transformDocument'
  | 'docsAuth'
  | 'authorize'
  | 'ui'
  | 'openapi'
>;

/** Argument of `docs.view(options)`. */
export interface ViewOptions extends OwnOptions {
  /** Address below the docs (`/docs/partners/`) and label: letters, digits, `.`, `_` and `-`. */
  name: string;
  /** Selects the endpoints and webhooks of the view: by lists, or by a function. */
  include: ViewSelection | ((candidate: ViewCandidate) => boolean);
  /** Fields of `info`. @default the title and version of the docs */
  info?: Partial<Info>;
}

/** Options that a view inherits, so that it documents operations and reports errors in the same way. */
const INHERITED = [
  'strict',
  'diagnostics',
  'inlineSchemas',
  'openapi',
  'validation',
  'nullableOptional',
  'implicitConversion',
  'parameterNames',
  'security',
  'auth',
  'tags',
  'models',
  // Components that no operation of the view uses are omitted.
  'components',
  'responses',
  'responseHeaders',
  'paths',
  'onError',
] as const satisfies readonly (keyof Config)[];

/** Options of the page that a view inherits. Options that may contain URLs are not inherited. */
const APPEARANCE = [
  'language',
  'texts',
  'viewer',
  'theme',
  'darkMode',
  'layout',
  'showSidebar',
  'customCSS',
  'viewerVersion',
  'viewerSource',
  'viewerIntegrity',
  'specCORSOrigin',
] as const satisfies readonly (keyof NonNullable<Config['ui']>)[];

/**
 * Returns the configuration of a view. It inherits no texts or URLs. It inherits the docs' protection unless
 * it sets its own.
 */
export function viewConfig(config: Config, options: ViewOptions): Config {
  const { name: _name, include: _include, info, ui, ...own } = options;
  const isProtectedAnew = own.docsAuth !== undefined || own.authorize !== undefined;
  const { title, version } = config.info;
  return {
    ...pick(config, INHERITED),
    ...(!isProtectedAnew && pick(config, ['docsAuth', 'authorize'])),
    ...own,
    info: { title, version, ...info },
    ui: { ...pick(config.ui ?? {}, APPEARANCE), ...ui },
  };
}

function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Partial<Pick<T, K>> {
  const entries = names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]]));
  return Object.fromEntries(entries) as Partial<Pick<T, K>>;
}

export function requireViewOptions(options: unknown, taken: (name: string) => boolean): void {
  const example = "as in { name: 'partners', include: { audience: ['partner'] } }";
  if (!isRecord(options))
    throw new ConfigError(`docs.view(options) needs an object, ${example}, not ${show(options)}.`);
  const { name, include } = options;
  if (typeof name !== 'string' || !/^\w[\w.-]*$/.test(name))
    throw new ConfigError(
      `docs.view needs a name of letters, digits, '.', '_' and '-', ${example}, not ${show(name)}.`,
    );
  if (RESERVED.has(name))
    throw new ConfigError(`The docs already serve ${name}: give the view another name.`);
  if (taken(name))
    throw new ConfigError(`The name ${show(name)} is already used by another view of these docs.`);
  if (typeof include !== 'function') requireSelection(name, include);
}

const RESERVED: ReadonlySet<string> = new Set([
  'viewer',
  'openapi.json',
  'openapi.yaml',
  'llms.txt',
  'llms-full.txt',
  'docs-session',
]);

export const SELECTIONS = ['tags', 'paths', 'audience'] as const satisfies readonly (keyof ViewSelection)[];

// Throws for an undefined list, which would publish everything.
function requireSelection(view: string, include: unknown): void {
  const lists = isRecord(include) ? Object.entries(include) : [];
  const isSound = lists.every(
    ([list, entries]) =>
      (SELECTIONS as readonly string[]).includes(list) &&
      isArrayOf(STRING.holds)(entries) &&
      (entries as string[]).length > 0,
  );
  if (!isSound || lists.length === 0)
    throw new ConfigError(
      `The view ${view} needs include: a function, or an object with a list of ${SELECTIONS.join(', ')} that is not empty, ` +
        `as in { tags: ['orders'] }, not ${show(include)}.`,
    );
  for (const [list, entries] of lists)
    for (const entry of entries as string[])
      if (isEmptyEntry(entry, list))
        throw new ConfigError(
          `include.${list} of the view ${view} has the entry ${show(entry)}, which is empty, as a missing environment variable is. Correct it, or remove it.${list === 'paths' ? " To select all paths, write '/'." : ''}`,
        );
}

// An empty path would select every endpoint.
function isEmptyEntry(entry: string, list: string): boolean {
  if (entry.trim() === '') return true;
  return list === 'paths' && entry !== '/' && normalizePath(entry, () => undefined, '').path === '/';
}
