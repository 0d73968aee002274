import { stringify } from 'yaml';
import { createDocsServer } from '../../src/server/server.js';
import type { DocsServer, DocsSource, HasDocsServer } from '../../src/server/source.js';
import { shopDocument } from './shop-document.js';

export interface FixtureOptions extends Partial<Omit<DocsSource, 'specJSON' | 'specYAML'>> {
  readonly document?: Record<string, unknown>;
}

/** A source whose document can be replaced, as an `add` to Docs replaces it. */
export class FixtureSource implements DocsSource {
  readonly title: string;
  readonly ui: DocsSource['ui'];
  readonly docsAuth: DocsSource['docsAuth'];
  readonly authorize: DocsSource['authorize'];
  revision: number;
  /** How often a document was made. */
  builds = 0;
  #document: Record<string, unknown>;

  constructor(options: FixtureOptions = {}) {
    this.title = options.title ?? 'Shop API';
    this.ui = options.ui;
    this.docsAuth = options.docsAuth;
    this.authorize = options.authorize;
    this.revision = options.revision ?? 1;
    this.#document = options.document ?? shopDocument();
  }

  replaceDocument(document: Record<string, unknown>): void {
    this.#document = document;
    this.revision += 1;
  }

  specJSON(): string {
    this.builds += 1;
    return JSON.stringify(this.#document);
  }

  specYAML(): string {
    return stringify(this.#document);
  }
}

export function docsFixture(options?: FixtureOptions): HasDocsServer & { server: DocsServer } {
  return { server: createDocsServer(new FixtureSource(options)) };
}
