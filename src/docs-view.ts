import { BuiltDocs, type Registered } from './built-docs.js';
import type { Config } from './documents/openapi/config.js';
import { selectForView } from './documents/openapi/view-selection.js';
import { viewConfig, type ViewOptions } from './documents/openapi/view.js';

/**
 * A part of an API as a document of its own, made by `docs.view(options)`: it has what the docs have registered and its
 * `include` chooses, and of components, tags and security schemes what that uses.
 */
export class DocsView extends BuiltDocs {
  /** Its address below that of the docs. */
  readonly name: string;
  readonly #options: ViewOptions;
  readonly #all: () => Registered;
  #registered: Registered | undefined;

  /** @param all what the docs have registered */
  constructor(config: Config, options: ViewOptions, all: () => Registered) {
    super(viewConfig(config, options));
    this.name = options.name;
    this.#options = options;
    this.#all = all;
  }

  protected override readonly isPart = true;

  protected registered(): Registered {
    const all = this.#all();
    if (this.#registered?.revision !== all.revision)
      this.#registered = { ...selectForView(this.#options, all), revision: all.revision };
    return this.#registered;
  }
}
