import { isRecord } from '../shared/values.js';
import type { DiagnosticCode } from '../shared/diagnostics.js';
import type { JsonValue } from '../shared/types.js';
import type { ViewerName } from '../documents/openapi/config/page-options.js';
import { METHODS } from '../documents/openapi/paths/methods.js';
import type { OpenApiDocument } from '../documents/openapi/types/document.js';

type Options = Readonly<Record<string, JsonValue>>;

interface Look {
  readonly theme: string;
  readonly darkMode: boolean | undefined;
  readonly layout: string;
  readonly showSidebar: boolean;
}

export interface ViewerKind {
  readonly package: string;
  readonly script: string;
  /** The package with the range to install, if its newest version is not supported. */
  readonly installed?: string;
  /** True if the package's `browser` field names that script. */
  readonly isNamed?: true;
  readonly style?: string;
  /** URLs in the script that it would fetch by itself, and their replacements. */
  readonly replaced?: Readonly<Record<string, string>>;
  readonly options: (look: Look, hasFewTags: boolean) => Options;
  readonly policy?: (options: Options) => Readonly<Record<string, readonly string[]>>;
  /** Returns the script's URL on a CDN. Without it, the viewer is served only from its package. */
  readonly cdn?: (version: string) => string;
  readonly isLight?: true;
  /** The limits of the viewer with methods that are new in OpenAPI 3.2. */
  readonly newMethods?: NewMethods;
}

export interface NewMethods {
  /** The viewer does not show an operation with the method QUERY either. */
  readonly withQuery: boolean;
  readonly code: DiagnosticCode;
  readonly message: string;
}

/** Disables Scalar's requests to third parties and its advertisements. */
const QUIET: Options = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};

const ORDER: Options = { orderSchemaPropertiesBy: 'preserve' };

const SCALAR_HOSTS = ['https://*.scalar.com'];

/**
 * Returns the sources that Scalar needs: it imports plugins from the URLs in its options, and some features
 * need further hosts.
 */
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
    // The badge would send the document to a validator on another server.
    options: (_, hasFewTags) => ({
      validatorUrl: null,
      deepLinking: true,
      docExpansion: hasFewTags ? 'list' : 'none',
    }),
    newMethods: {
      withQuery: false,
      code: 'viewer-without-try-it',
      message: "Swagger UI shows no Execute for this method. Use ui.viewer: 'scalar' to try it out.",
    },
  },
  redoc: {
    package: 'redoc',
    // Redoc 3 is a module without a global, and sends telemetry.
    installed: 'redoc@2',
    script: 'bundles/redoc.standalone.js',
    // The maker's logo, beside a link that the page's styles hide.
    replaced: { 'https://cdn.redoc.ly/redoc/logo-mini.svg': 'data:image/svg+xml,<svg/>' },
    options: () => ({ sanitize: true }),
    // The search runs in a worker from a blob.
    policy: () => ({ 'worker-src': ['blob:'] }),
    isLight: true,
    newMethods: {
      withQuery: true,
      code: 'viewer-hides-operation',
      message: "Redoc 2 does not show an operation with this method. Use ui.viewer: 'scalar'.",
    },
  },
};

/** Maximum number of tags, and of operations, up to which all tags are shown open. */
const FEW_TAGS = 8;
const FEW_OPERATIONS = 40;

export function viewerConfig(
  ui: Look & { readonly viewer: ViewerName; readonly viewerOptions: Options },
  document: OpenApiDocument,
): Record<string, JsonValue> {
  return { ...VIEWER_KINDS[ui.viewer].options(ui, hasFewTags(document)), ...ui.viewerOptions };
}

function hasFewTags(document: OpenApiDocument): boolean {
  // The result of transformDocument may lack paths.
  const { paths = {} } = document as Partial<OpenApiDocument>;
  const operations = Object.values(paths).flatMap((item) =>
    Object.entries(item).flatMap(([key, value]) =>
      METHODS.has(key.toUpperCase()) ? [value as { tags?: string[] }] : [],
    ),
  );
  const tags = new Set(operations.flatMap((operation) => operation.tags ?? []));
  return tags.size <= FEW_TAGS && operations.length <= FEW_OPERATIONS;
}
