import { createDocsServer } from '../../../src/page/server.js';
import { findViewer, type FindViewer } from '../../../src/page/viewer-file.js';
import type { DocsServer, DocsSource, HasDocsServer } from '../../../src/page/docs-server.js';
import type { OpenApiDocument } from '../../../src/documents/openapi/types/document.js';
import { shopDocument } from '../documents/shop-document.js';

export interface FixtureOptions extends Partial<Omit<DocsSource, 'document'>> {
  readonly document?: Record<string, unknown>;
  /** The installed viewer's script; `null` for none. @default the one of this repository */
  readonly viewerFile?: string | null;
}

/** A source whose document can be replaced, as an `add` to Docs replaces it. */
export class FixtureSource implements DocsSource {
  readonly title: string;
  readonly ui: DocsSource['ui'];
  readonly docsAuth: DocsSource['docsAuth'];
  readonly authorize: DocsSource['authorize'];
  readonly onError: DocsSource['onError'];
  readonly views: DocsSource['views'];
  revision: number;
  /** How often the document was asked for. */
  builds = 0;
  #document: Record<string, unknown>;

  constructor(options: FixtureOptions = {}) {
    this.title = options.title ?? 'Shop API';
    this.ui = options.ui;
    this.docsAuth = options.docsAuth;
    this.authorize = options.authorize;
    this.onError = options.onError;
    this.views = options.views ?? (() => []);
    this.revision = options.revision ?? 1;
    this.#document = options.document ?? shopDocument();
  }

  replaceDocument(document: Record<string, unknown>): void {
    this.#document = document;
    this.revision += 1;
  }

  document(): OpenApiDocument {
    this.builds += 1;
    return this.#document as unknown as OpenApiDocument;
  }

  text(): string {
    return JSON.stringify(this.document());
  }
}

export function docsFixture(options?: FixtureOptions): HasDocsServer & { server: DocsServer } {
  return { server: createDocsServer(new FixtureSource(options), finder(options?.viewerFile)) };
}

function finder(file: string | null | undefined): FindViewer {
  return file === undefined ? findViewer : () => file ?? undefined;
}
