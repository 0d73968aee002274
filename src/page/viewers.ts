import { isRecord } from '../shared/values.js';
import type { JsonValue } from '../documents/openapi/config.js';
import type { ViewerName } from '../documents/openapi/ui-config.js';
import { METHODS } from '../documents/openapi/methods.js';
import type { OpenApiDocument } from '../documents/openapi/document.js';
import type { UISettings } from './settings.js';

type Options = Readonly<Record<string, JsonValue>>;

/** How the application wants it to look. */
interface Look {
  readonly theme: string;
  readonly darkMode: boolean | undefined;
  readonly layout: string;
  readonly showSidebar: boolean;
}

/** A viewer, as its package has it. Its start in the page is the page script's. */
export interface ViewerKind {
  readonly package: string;
  /** The script for browsers, in the package's folder. */
  readonly script: string;
  /** Whether the package's `browser` field names that script. */
  readonly isNamed?: true;
  /** Its styles, beside the script. */
  readonly style?: string;
  /** Addresses in its script that it would fetch of its own accord, each with what it gets instead. */
  readonly replaced?: Readonly<Record<string, string>>;
  /** What it is given, under the application's own options. */
  readonly options: (look: Look, hasFewTags: boolean) => Options;
  /** Sources that it needs beyond those of every page, by directive, with the options that it has. */
  readonly policy?: (options: Options) => Readonly<Record<string, readonly string[]>>;
  /** The script's address on a CDN; without one it is served from its package only. */
  readonly cdn?: (version: string) => string;
  /** It cannot be dark. */
  readonly isLight?: true;
}

/** What Scalar would do of its own accord for others than the reader. */
const QUIET: Options = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};

/** A class's fields in the order in which they are declared. */
const ORDER: Options = { orderSchemaPropertiesBy: 'preserve' };

const SCALAR_HOSTS = ['https://*.scalar.com'];

/** Scalar imports plugins from where its options say, and has hosts that it needs once somebody switches them on. */
function scalarPolicy({
  pluginUrls,
  withDefaultFonts,
  telemetry,
  agent,
}: Options): Readonly<Record<string, readonly string[]>> {
  const asks = telemetry === true || (isRecord(agent) && agent.disabled !== true);
  return {
    ...(Array.isArray(pluginUrls) && { 'script-src': pluginUrls.filter(isSource) }),
    ...(withDefaultFonts === true && { 'font-src': ['https://fonts.scalar.com'] }),
    ...(asks && { 'connect-src': SCALAR_HOSTS }),
  };
}

function isSource(url: JsonValue): url is string {
  return typeof url === 'string' && /^https?:\/\/[!-+\--:<-~]+$/.test(url);
}

export const VIEWER_KINDS: Readonly<Record<ViewerName, ViewerKind>> = {
  scalar: {
    package: '@scalar/api-reference',
    script: 'dist/browser/standalone.js',
    isNamed: true,
    options: ({ theme, darkMode, layout, showSidebar }, hasFewTags) => ({
      theme,
      ...(darkMode !== undefined && { darkMode }),
      layout,
      showSidebar,
      defaultOpenAllTags: hasFewTags,
      ...QUIET,
      ...ORDER,
    }),
    policy: scalarPolicy,
    cdn: (version) =>
      `https://cdn.jsdelivr.net/npm/@scalar/api-reference@${version}/dist/browser/standalone.js`,
  },
  'swagger-ui': {
    package: 'swagger-ui-dist',
    script: 'swagger-ui-bundle.js',
    style: 'swagger-ui.css',
    // Its badge would send the document to a validator elsewhere.
    options: (_, hasFewTags) => ({
      validatorUrl: null,
      deepLinking: true,
      docExpansion: hasFewTags ? 'list' : 'none',
    }),
  },
  redoc: {
    package: 'redoc',
    script: 'bundles/redoc.standalone.js',
    // The picture of its maker, beside a link that the page's style hides.
    replaced: { 'https://cdn.redoc.ly/redoc/logo-mini.svg': 'data:image/svg+xml,<svg/>' },
    options: () => ({ sanitize: true }),
    // Its search runs in a worker that it makes itself.
    policy: () => ({ 'worker-src': ['blob:'] }),
    isLight: true,
  },
};

/** So many tags and operations are shown at once; of more the reader opens what he looks for. */
const FEW_TAGS = 8;
const FEW_OPERATIONS = 40;

/** The configuration that the page hands to the viewer. */
export function viewerConfig(ui: UISettings, document: OpenApiDocument): Record<string, JsonValue> {
  return { ...VIEWER_KINDS[ui.viewer].options(ui, hasFewTags(document)), ...ui.viewerOptions };
}

function hasFewTags(document: OpenApiDocument): boolean {
  // What transformDocument returns may lack them.
  const { paths = {} } = document as Partial<OpenApiDocument>;
  const operations = Object.values(paths).flatMap((item) =>
    Object.entries(item).flatMap(([key, value]) =>
      METHODS.has(key.toUpperCase()) ? [value as { tags?: string[] }] : [],
    ),
  );
  const tags = new Set(operations.flatMap((operation) => operation.tags ?? []));
  return tags.size <= FEW_TAGS && operations.length <= FEW_OPERATIONS;
}
