import { isArrayOf, STRING } from '../../../shared/checks.js';
import { ConfigError } from '../../../shared/errors.js';
import { isRecord, show } from '../../../shared/values.js';
import type { Config } from './config.js';
import type { Info } from '../types/objects.js';

/** What a view has: everything for which each of the given lists has one entry that fits. */
export interface ViewSelection {
  /** Tags of the operation. */
  tags?: string[];
  /** Paths, with what lies below them: `/orders` takes `/orders/{id}` too. A webhook has none. */
  paths?: string[];
  /** Entries of `audience`. What names no audience is in no view that asks for one. */
  audience?: string[];
}

/** An endpoint or webhook, as the function `include` is asked about it. */
export interface ViewCandidate {
  /** Its tags; none is an empty list. */
  readonly tags: readonly string[];
  /** What it is registered for; none is an empty list. */
  readonly audience: readonly string[];
  /** In upper case; of endpoints. */
  readonly method?: string;
  /** As the document spells it: `/orders/{id}`; of endpoints. */
  readonly path?: string;
  /** Name of the event; of webhooks. */
  readonly webhook?: string;
}

/** Options that a view may have of its own and that it does not take over from the docs. */
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
  /** Its address below that of the docs (`/docs/partners/`) and its label: letters, digits, `.`, `_` and `-`. */
  name: string;
  /** Which endpoints and webhooks it has. */
  include: ViewSelection | ((candidate: ViewCandidate) => boolean);
  /** Fields of `info`. @default title and version of the docs, and nothing else of theirs */
  info?: Partial<Info>;
}

/** Decide what the document says of the same operations, and whom to tell of errors. */
const TAKEN_OVER = [
  'strict',
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
  // What no operation of the view uses is left out.
  'components',
  'paths',
  'onError',
] as const satisfies readonly (keyof Config)[];

/** Looks, and where the viewer comes from; no addresses and no options that may name some. */
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

/** The configuration of a view. Texts and addresses are its own; protection is that of the docs, unless it has its own. */
export function viewConfig(config: Config, options: ViewOptions): Config {
  const { name: _name, include: _include, info, ui, ...own } = options;
  const isProtectedAnew = own.docsAuth !== undefined || own.authorize !== undefined;
  const { title, version } = config.info;
  return {
    ...pick(config, TAKEN_OVER),
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

/** @throws ConfigError where a view could not be served, or would have everything by mistake */
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
    throw new ConfigError(`The docs serve something else at ${name}: give the view another name.`);
  if (taken(name))
    throw new ConfigError(`The name ${show(name)} is already used by another view of these docs.`);
  if (typeof include !== 'function') requireSelection(name, include);
}

/** What the docs serve below their base. */
const RESERVED: ReadonlySet<string> = new Set(['viewer', 'openapi.json', 'openapi.yaml', 'docs-session']);

/** The lists that a selection may have. */
export const SELECTIONS = ['tags', 'paths', 'audience'] as const satisfies readonly (keyof ViewSelection)[];

// A list that is undefined by mistake must not publish everything.
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
}
