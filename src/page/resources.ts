import { utf8 } from '../shared/bytes.js';
import { nextTurn } from '../shared/runtime.js';
import { shownParts } from '../documents/openapi/shown/shown-document.js';
import { writeIndex, writeMarkdown } from '../documents/openapi/text/markdown.js';
import { yamlParts } from '../documents/openapi/yaml.js';
import { contentSecurityPolicy, pageServers } from './html/csp.js';
import { PAGE_SCRIPT } from './html/page-assets.js';
import { customScript, renderPage } from './html/page.js';
import {
  nameAtPath,
  nameInQuery,
  PAGE_URLS,
  type PageName,
  type ResourceName,
  type ServedName,
} from './paths.js';
import { Representation, Resource } from './representation.js';
import { NO_BODY, type Headers } from './responses.js';
import type { UISettings } from './settings.js';
import type { OpenApiDocument } from '../documents/openapi/types/document.js';
import type { DocsSource, DocumentLink, Family } from './docs-server.js';
import {
  cdnScripts,
  createViewer,
  type FindViewer,
  localScript,
  policySource,
  readViewer,
  type ViewerFile,
  viewerNotInstalled,
} from './viewer-file.js';

export type HeadersOf = (name: ServedName) => Headers;

/** Maximum number of page variants in memory. */
const PAGES = 64;

const NO_STYLE = new Representation('text/css; charset=utf-8', NO_BODY);

interface PageVariant {
  readonly documents: readonly DocumentLink[];
  readonly family: Pick<Family, 'protects' | 'headers'> | undefined;
  readonly isSignedIn: boolean;
}

interface ResourcesOptions {
  readonly source: DocsSource;
  readonly ui: UISettings;
  readonly headersOf: HeadersOf;
  readonly find: FindViewer;
  readonly hasSessions: boolean;
}

export class Resources {
  #viewer: ViewerFile | null | undefined;
  #made = new Map<ServedName, Promise<Resource>>();
  readonly #pages = new Map<string, Resource>();
  #revision: number;

  constructor(private readonly options: ResourcesOptions) {
    const { source, ui, find } = options;
    this.#revision = source.revision;
    if (ui.viewerSource === 'local' && find(ui.viewer) === undefined) throw viewerNotInstalled(ui.viewer);
  }

  nameAt(path: string): ResourceName | undefined {
    const name = nameAtPath(path, this.#version);
    return name === 'session' && !this.options.hasSessions ? undefined : name;
  }

  nameAsked(page: PageName, query: string): ResourceName {
    return nameInQuery(query, this.#version) ?? page;
  }

  get(name: ServedName): Promise<Resource> {
    this.#discardStale();
    const resources = this.#made;
    const known = resources.get(name);
    if (known !== undefined) return known;
    const making = Promise.resolve().then(this.#make[name]);
    resources.set(name, making);
    // After a failure, the next request tries again.
    making.catch(() => resources.delete(name));
    return making;
  }

  #discardStale(): void {
    const { revision } = this.options.source;
    if (this.#revision === revision) return;
    this.#revision = revision;
    this.#made = new Map();
    this.#pages.clear();
  }

  getPage({ documents, family, isSignedIn }: PageVariant): Resource {
    this.#discardStale();
    const key = JSON.stringify([documents, family?.protects, isSignedIn]);
    const known = this.#pages.get(key);
    if (known !== undefined) return known;
    const page = this.#makePage('page', { documents, isSignedIn, headers: ofReader(family) });
    // The limit is rarely reached: even with many readers there are few different sets of documents.
    if (this.#pages.size < PAGES) this.#pages.set(key, page);
    return page;
  }

  readonly #make: Readonly<Record<ServedName, () => Resource | Promise<Resource>>> = {
    page: () => this.#makePage('page'),
    alone: () => this.#makePage('alone'),
    json: () => this.#makeDocument('json'),
    yaml: () => this.#makeDocument('yaml'),
    markdown: () => this.#makeDocument('markdown'),
    index: () => this.#makeDocument('index'),
    shown: () => this.#makeDocument('shown'),
    viewer: () => new Resource(this.#requireViewer().representation, this.options.headersOf('viewer')),
    style: () => new Resource(this.#requireViewer().style ?? NO_STYLE, this.options.headersOf('style')),
  };

  async #makeDocument(name: keyof typeof DOCUMENT_TEXTS): Promise<Resource> {
    const { contentType, write } = DOCUMENT_TEXTS[name];
    return this.#makeText(name, contentType, await write(this.options.source));
  }

  #makePage(
    name: PageName,
    { documents = [], isSignedIn = false, headers = {} }: Partial<PageVariant> & { headers?: Headers } = {},
  ): Resource {
    const { ui, source } = this.options;
    const urls = PAGE_URLS[name];
    const local = this.#localViewer();
    const viewers = [...cdnScripts(ui), ...(local ? [localScript(urls, local)] : [])];
    const document = source.document();
    const title = ui.title ?? source.title;
    const html = renderPage({ title, ui, viewers, urls, document, documents, isSignedIn });
    return this.#makeText(name, 'text/html; charset=utf-8', html, {
      ...headers,
      // The sign-out form needs an Origin header; other sites get none.
      ...(isSignedIn && { 'referrer-policy': 'same-origin' }),
      'content-security-policy': contentSecurityPolicy({
        ui,
        viewers: viewers.map(policySource),
        scripts: [PAGE_SCRIPT, ...customScript(ui)],
        servers: pageServers(document, ui.viewerOptions),
        hasForm: isSignedIn,
      }),
    });
  }

  #makeText(name: ServedName, contentType: string, text: string, headers: Headers = {}): Resource {
    const representation = new Representation(contentType, utf8(text));
    return new Resource(representation, { ...this.options.headersOf(name), ...headers });
  }

  readonly #version = (): string | undefined => this.#localViewer()?.version;

  #requireViewer(): ViewerFile {
    const viewer = this.#localViewer();
    if (viewer === undefined) throw viewerNotInstalled(this.options.ui.viewer);
    return viewer;
  }

  #localViewer(): ViewerFile | undefined {
    if (this.#viewer === undefined) {
      const { find, ui } = this.options;
      const { viewer, viewerSource } = ui;
      if (typeof viewerSource === 'object') return (this.#viewer = createViewer(viewerSource, viewer));
      const file = find(viewer);
      this.#viewer = file === undefined ? null : readViewer(file, viewer);
    }
    return this.#viewer ?? undefined;
  }
}

function ofReader(family: PageVariant['family']): Headers {
  if (!family?.protects) return {};
  return {
    'cache-control': 'private, no-cache',
    vary: [...new Set(['Accept-Encoding', ...family.headers, 'Cookie'])].join(', '),
  };
}

const DOCUMENT_TEXTS = {
  json: {
    contentType: 'application/json',
    write: (source: DocsSource): string => source.text(),
  },
  shown: {
    contentType: 'application/json',
    write: (source: DocsSource): Promise<string> => joinInSlices(shownParts(source.document())),
  },
  yaml: {
    contentType: 'application/yaml',
    write: (source: DocsSource): Promise<string> => joinInSlices(yamlParts(source.document())),
  },
  // Browsers download `text/markdown`.
  markdown: {
    contentType: 'text/plain; charset=utf-8',
    write: async (source: DocsSource): Promise<string> => {
      const shown = await joinInSlices(shownParts(source.document()));
      return writeMarkdown(JSON.parse(shown) as OpenApiDocument);
    },
  },
  index: {
    contentType: 'text/plain; charset=utf-8',
    write: (source: DocsSource): string => writeIndex(source.document()),
  },
};

/** Milliseconds of work before other requests can run. */
const SLICE = 5;

async function joinInSlices(parts: Iterable<string>): Promise<string> {
  let text = '';
  let began = performance.now();
  for (const part of parts) {
    text += part;
    if (performance.now() - began < SLICE) continue;
    await nextTurn();
    began = performance.now();
  }
  return text;
}
