import { randomUUID } from 'node:crypto';
import { BoundedMap } from '../shared/bounded-map.js';
import type { OpenApiDocument } from '../documents/openapi/document.js';
import { Representation } from './representation.js';
import { Resource } from './resource.js';
import type { Headers } from './responses.js';

/** How many servers' documents are kept: whoever sends a request may name another one. */
const KEPT = 32;

/** What is around the server's URL. */
type Template = readonly string[];

/** A text of the document, to be made from it with any URL for its server. */
export interface DocumentText {
  readonly name: string;
  readonly contentType: string;
  readonly headers: Headers;
  readonly write: (document: OpenApiDocument) => string | Promise<string>;
}

/** The document for each server that it was asked for at: written once, and then only put together. */
export class RequestDocuments {
  /** No document has this in it by accident. */
  readonly #mark = `https://${randomUUID()}.invalid`;
  #document: OpenApiDocument | undefined;
  #templates = new Map<string, Template | Promise<Template>>();
  #made = new BoundedMap<string, Resource>(KEPT);

  /** @param url of characters that stand for themselves in JSON and YAML, as `requestServer` gives them */
  get(document: OpenApiDocument, text: DocumentText, url: string): Resource | Promise<Resource> {
    if (this.#document !== document) {
      this.#document = document;
      this.#templates = new Map();
      this.#made = new BoundedMap(KEPT);
    }
    const key = `${text.name} ${url}`;
    const known = this.#made.get(key);
    if (known === undefined) return this.#make(document, text, url, key);
    // The one that was asked for last is the last to go.
    this.#made.set(key, known);
    return known;
  }

  #make(
    document: OpenApiDocument,
    text: DocumentText,
    url: string,
    key: string,
  ): Resource | Promise<Resource> {
    const made = this.#made;
    const keep = (template: Template): Resource => {
      const body = Buffer.from(template.join(url));
      const resource = new Resource(new Representation(text.contentType, body, 'quick'), text.headers);
      made.set(key, resource);
      return resource;
    };
    const template = this.#templateOf(document, text);
    return template instanceof Promise ? template.then(keep) : keep(template);
  }

  #templateOf(document: OpenApiDocument, { name, write }: DocumentText): Template | Promise<Template> {
    const known = this.#templates.get(name);
    if (known !== undefined) return known;
    const templates = this.#templates;
    const written = write(withServer(document, this.#mark));
    const split = (text: string): Template => text.split(this.#mark);
    const template = typeof written === 'string' ? split(written) : written.then(split);
    templates.set(name, template);
    if (template instanceof Promise) template.catch(() => templates.delete(name));
    return template;
  }
}

/** Servers stand behind `info`, as in any document of ours. */
function withServer(document: OpenApiDocument, url: string): OpenApiDocument {
  const entries = Object.entries(document).filter(([name]) => name !== 'servers');
  const after = entries.findIndex(([name]) => name === 'info') + 1;
  return Object.fromEntries([
    ...entries.slice(0, after),
    ['servers', [{ url }]],
    ...entries.slice(after),
  ]) as unknown as OpenApiDocument;
}
