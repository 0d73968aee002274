import type { JsonValue } from '../spec/config.js';
import { contentSecurityPolicy } from './csp.js';
import { PAGE_SCRIPT } from './page-script.js';
import { renderPage } from './page.js';
import { Representation } from './representation.js';
import { serverSources } from './server-origins.js';
import type { UISettings } from './settings.js';
import type { DocsSource } from './source.js';
import { findViewer, readViewer, type ViewerFile } from './viewer-file.js';
import { cdnScript, localScript } from './viewer-script.js';

export type ResourceName = 'page' | 'json' | 'yaml' | 'viewer';

/** Something served: its bytes, and the headers that only it has. */
export interface Resource {
  readonly representation: Representation;
  readonly headers: Readonly<Record<string, string>>;
}

/** Fixed places below the base (design 4). A Map, so that no name of Object.prototype is a path. */
const PATHS: ReadonlyMap<string, ResourceName> = new Map([
  ['/', 'page'],
  ['/openapi.json', 'json'],
  ['/openapi.yaml', 'yaml'],
]);

/** What the docs serve, each made at its first request and again only after the source changed. */
export class Resources {
  readonly #source: DocsSource;
  readonly #ui: UISettings;
  readonly #viewerPath: string | undefined;
  #viewer: ViewerFile | undefined;
  #made = new Map<ResourceName, Resource>();
  #revision: number;

  /** @throws ViewerNotInstalledError with a local viewer that is not installed. */
  constructor(source: DocsSource, ui: UISettings) {
    this.#source = source;
    this.#ui = ui;
    this.#revision = source.revision;
    this.#viewerPath = ui.viewerSource === 'local' ? findViewer() : undefined;
  }

  /** The resource at a path below the base. The viewer's path is compared, never opened. */
  nameAt(path: string): ResourceName | undefined {
    const name = PATHS.get(path);
    if (name !== undefined || !path.startsWith('/viewer/')) return name;
    return path === this.#localViewer()?.path ? 'viewer' : undefined;
  }

  get(name: ResourceName): Resource {
    if (this.#revision !== this.#source.revision) {
      this.#revision = this.#source.revision;
      const viewer = this.#made.get('viewer');
      this.#made = new Map(viewer && [['viewer', viewer]]);
    }
    const made = this.#made.get(name) ?? this.#make[name]();
    this.#made.set(name, made);
    return made;
  }

  readonly #make: Readonly<Record<ResourceName, () => Resource>> = {
    page: () => this.#makePage(),
    json: () => textResource('application/json', this.#source.specJSON()),
    yaml: () => textResource('application/yaml', this.#source.specYAML()),
    viewer: () => ({
      representation: new Representation(
        'text/javascript; charset=utf-8',
        this.#localViewer()?.body ?? new Uint8Array(),
      ),
      headers: {},
    }),
  };

  #makePage(): Resource {
    const ui = this.#ui;
    const local = this.#localViewer();
    const viewer = local ? localScript(ui, local.path) : cdnScript(ui);
    const document = JSON.parse(this.#source.specJSON()) as JsonValue;
    const page = renderPage({ title: this.#source.title, ui, viewer });
    const servers = serverSources(document, { ...ui.viewerOptions });
    return textResource('text/html; charset=utf-8', page, {
      'content-security-policy': contentSecurityPolicy({ ui, viewer, script: PAGE_SCRIPT, servers }),
    });
  }

  #localViewer(): ViewerFile | undefined {
    if (this.#viewerPath === undefined) return undefined;
    return (this.#viewer ??= readViewer(this.#viewerPath));
  }
}

function textResource(
  contentType: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Resource {
  return { representation: new Representation(contentType, Buffer.from(text)), headers };
}
