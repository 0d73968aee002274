import type { JsonValue } from '../shared/types.js';
import { ConfigError } from '../shared/errors.js';
import { emitWarning } from '../shared/runtime.js';
import { type Head, renderHead, requireInlineText } from './html/head.js';
import type {
  ViewerName,
  DocsAuth,
  DocsTexts,
  UIConfig,
  ViewerTexts,
} from '../documents/openapi/config/page-options.js';
import { VIEWER_KINDS } from './viewers.js';

/** Default of `ui.viewerVersion`: the version of the viewer that the page loads from the CDN. */
export const DEFAULT_VIEWER_VERSION = '1.75.0';

const DEFAULT_REALM = 'API Documentation';

const DEFAULT_KEY_HEADER = 'X-API-Key';

export interface UISettings {
  readonly title: string | undefined;
  readonly favicon: string | undefined;
  readonly logo: UIConfig['logo'];
  readonly head: Head;
  readonly language: string;
  readonly texts: DocsTexts;
  readonly viewer: ViewerName;
  readonly viewerScript: string;
  readonly theme: string;
  /** True for a dark page; undefined for the reader's system setting. */
  readonly darkMode: boolean | undefined;
  readonly layout: string;
  readonly showSidebar: boolean;
  readonly customCSS: string;
  readonly viewerVersion: string;
  readonly viewerSource: 'cdn' | 'local' | ViewerTexts;
  readonly viewerIntegrity: string;
  readonly viewerOptions: Readonly<Record<string, JsonValue>>;
  readonly policy: Readonly<Record<string, readonly string[]>>;
  readonly corsOrigin: string | undefined;
}

export interface AuthSettings {
  readonly enabled: boolean;
  readonly realm: string;
  readonly keys: readonly string[];
  readonly keyHeader: string;
  readonly hasSignIn: boolean;
  readonly basic: { readonly username: string; readonly password: string } | undefined;
}

export function resolveUI(ui: UIConfig = {}): UISettings {
  return {
    ...resolveViewer(ui),
    title: filled(ui.title),
    favicon: filled(ui.favicon),
    logo: ui.logo,
    head: renderHead(ui.head ?? []),
    language: ui.language ?? 'en',
    texts: resolveTexts(ui.texts ?? {}),
    theme: filled(ui.theme) ?? 'purple',
    darkMode: ui.darkMode,
    layout: filled(ui.layout) ?? 'modern',
    showSidebar: ui.showSidebar ?? true,
    customCSS: ui.customCSS ?? '',
    policy: resolvePolicy(ui.contentSecurityPolicy ?? {}),
    corsOrigin: resolveCORSOrigin(ui.specCORSOrigin ?? ''),
  };
}

type ViewerSettings = Pick<UISettings, Extract<keyof UISettings, `viewer${string}`>>;

function resolveViewer(ui: UIConfig): ViewerSettings {
  const { viewer = 'scalar', viewerScript = '' } = ui;
  const hasCDN = VIEWER_KINDS[viewer].cdn !== undefined;
  if (!hasCDN && ui.viewerSource === 'cdn') throw new ConfigError(onlyLocal(viewer));
  requireInlineText(viewerScript, 'config.ui.viewerScript');
  return {
    viewer,
    viewerScript,
    viewerVersion: filled(ui.viewerVersion) ?? DEFAULT_VIEWER_VERSION,
    viewerSource: ui.viewerSource ?? (hasCDN ? 'cdn' : 'local'),
    viewerIntegrity: ui.viewerIntegrity ?? '',
    viewerOptions: ui.viewerOptions ?? {},
  };
}

function onlyLocal(viewer: ViewerName): string {
  return `config.ui.viewerSource is 'cdn', but ${viewer} is served only from its installed package. Remove viewerSource.`;
}

function resolveTexts(texts: Partial<DocsTexts>): DocsTexts {
  for (const name of Object.keys(texts))
    if (!Object.hasOwn(ENGLISH, name))
      throw new ConfigError(
        `config.ui.texts.${name} is not a text of the page. The names are ${Object.keys(ENGLISH).join(', ')}.`,
      );
  return { ...ENGLISH, ...texts };
}

export function resolveAuth(auth: DocsAuth = { enabled: false }): AuthSettings {
  const { username, password } = auth;
  const keys = [auth.apiKey ?? []].flat().filter((key) => key !== '');
  const basic = username && password ? { username, password } : undefined;
  if (auth.enabled && basic === undefined) warnOfHalf(auth);
  return {
    enabled: auth.enabled,
    realm: filled(auth.realm) ?? DEFAULT_REALM,
    keys,
    keyHeader: filled(auth.apiKeyHeader) ?? DEFAULT_KEY_HEADER,
    hasSignIn: auth.enabled && keys.length > 0 && basic === undefined && (auth.signIn ?? true),
    basic,
  };
}

/** A variable of the environment may be unset. Without other credentials, the page then responds with 500. */
function warnOfHalf({ username, password }: DocsAuth): void {
  if (!username && !password) return;
  const [set, missing] = username ? ['username', 'password'] : ['password', 'username'];
  emitWarning(
    `docsAuth.${set} has no effect, because docsAuth.${missing} is missing or empty. Set both for a sign-in with a password.`,
    { type: 'DocsWarning' },
  );
}

function filled(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

const CORS_WORDS: Readonly<Partial<Record<string, string | null>>> = { '': '*', '-': null };

function resolveCORSOrigin(option: string): string | undefined {
  if (!/^[\x20-\x7e]*$/.test(option))
    throw new ConfigError(
      'ui.specCORSOrigin contains a character that a header cannot contain. Use visible ASCII characters only.',
      { code: 'ERR_HEADER_VALUE' },
    );
  const word = Object.hasOwn(CORS_WORDS, option) ? CORS_WORDS[option] : option;
  return word ?? undefined;
}

/** Throws if a directive's sources could start another directive or policy (CSP 3, 2.2). */
function resolvePolicy(policy: Readonly<Record<string, readonly string[]>>): UISettings['policy'] {
  for (const [directive, sources] of Object.entries(policy)) {
    const isSource = (source: unknown): boolean =>
      typeof source === 'string' && /^[!-+\--:<-~]+$/.test(source);
    const list: unknown = sources;
    if (!/^[a-z-]+$/.test(directive) || !Array.isArray(list) || list.length === 0 || !list.every(isSource))
      throw new ConfigError(
        `ui.contentSecurityPolicy[${JSON.stringify(directive)}] needs a directive's name and a list of sources, ` +
          "each one word without ';' and ',', as in { 'connect-src': ['https://login.example.com'] }.",
        { code: 'ERR_CONTENT_SECURITY_POLICY' },
      );
  }
  return policy;
}

const ENGLISH: DocsTexts = {
  loading: 'Loading the documentation',
  stillLoading: 'Still loading. You can open the document itself: {json}.',
  needsScript:
    'The interactive documentation needs JavaScript. You can open the document itself: {json} or {yaml}.',
  failed: 'The documentation could not be shown',
  documentIsHere: 'You can open the document itself:',
  asJSON: 'OpenAPI as JSON',
  asYAML: 'OpenAPI as YAML',
  asMarkdown: 'Operations as Markdown',
  documentRefused: 'The server answered the request for the document with status {status}.',
  documentUnreachable: 'The document could not be fetched from this server.',
  viewerBlocked:
    'The interactive viewer could not be loaded from {host}: it may be blocked, or this version of it may not exist.',
  viewerSilent: 'The interactive viewer could not be loaded from {host}: the host does not respond.',
  viewerRemedy:
    'To serve it from here instead, install it beside this service (230 MB): npm install {package}, and start the service again. A lighter viewer has two packages: npm install swagger-ui-dist, with ui: { viewer: "swagger-ui" } in the configuration.',
  notTheViewer:
    'The file from {host} is not the viewer, or its version is not supported. This page needs {package}.',
  viewerScriptFailed: 'The viewerScript of this page failed: {reason}',
  documents: 'Documents',
  signInHint: 'This documentation is protected. Enter your key.',
  keyLabel: 'Key',
  signIn: 'Sign in',
  keyRefused: 'This key is not valid.',
  signOut: 'Sign out',
};
