import type * as Yaml from 'yaml';
import type { CST, Document, Node, Scalar } from 'yaml';
import { setMember } from 'dtospec/internal';

/**
 * Maximum depth of a document, in objects and lists. The
 * readers of a document call themselves for each level.
 */
export const MAX_DEPTH = 500;

/** Maximum number of characters that aliases may add to a document. */
const MAX_ADDED = 10_000_000;

/** Text that is no YAML, or that is too large as a value. */
export class YamlError extends Error {
  override readonly name = 'YamlError';

  constructor(
    message: string,
    /** The same without any text of the document. */
    readonly withoutContent: string,
  ) {
    super(message);
  }
}

/**
 * Reads YAML 1.2 in time and memory that grow with the length of the text: aliases are shared values, and
 * their number, the depth and duplicate keys are checked in one walk.
 *
 * @throws YamlError
 */
export async function readYaml(text: string): Promise<unknown> {
  const yaml = await import('yaml');
  const counter = new yaml.LineCounter();
  const tokens = [...new yaml.Parser(counter.addNewLine).parse(text)];
  // The composer calls itself for each level. A stack overflow
  // inside a regular expression would end the process.
  requireShallow(tokens);
  const options = { version: '1.2', uniqueKeys: false, logLevel: 'silent', prettyErrors: false } as const;
  const [document] = new yaml.Composer(options).compose(tokens, true, text.length);
  const placeOf = (offset: number): string => {
    const { line, col } = counter.linePos(offset);
    return `at line ${line}, column ${col}`;
  };
  const [error] = document?.errors ?? [];
  if (error !== undefined) {
    const place = placeOf(error.pos[0]);
    throw new YamlError(`${error.message} ${place}`, `${error.code} ${place}`);
  }
  return document === undefined ? null : new Reader(yaml, placeOf).read(document);
}

/** A value, with the number of characters that it has without aliases. */
interface Read {
  readonly value: unknown;
  readonly length: number;
}

class Reader {
  readonly #anchors = new Map<string, Read | undefined>();
  #added = 0;

  constructor(
    private readonly yaml: typeof Yaml,
    private readonly placeOf: (offset: number) => string,
  ) {}

  read({ contents }: Document): unknown {
    return this.#read(contents).value;
  }

  #read(node: Node | null): Read {
    const { isAlias, isMap, isSeq, isScalar } = this.yaml;
    if (isAlias(node)) return this.#readAlias(node.source, node);
    if (isScalar(node)) return this.#named(node, { value: node.value, length: lengthOf(node) });
    if (!isMap(node) && !isSeq(node)) return { value: null, length: 1 };
    // An alias inside of its own anchor would make a value that contains itself.
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, undefined);
    let length = 1;
    if (isSeq(node)) {
      const list = (node.items as Node[]).map((item) => {
        const read = this.#read(item);
        length += read.length;
        return read.value;
      });
      return this.#named(node, { value: list, length });
    }
    const object: Record<string, unknown> = {};
    for (const { key, value } of node.items as { key: Node; value: Node | null }[]) {
      const name = this.#readKey(key);
      if (Object.hasOwn(object, name)) throw this.#error('a key occurs twice', key, name);
      const read = this.#read(value);
      length += name.length + read.length;
      setMember(object, name, read.value);
    }
    return this.#named(node, { value: object, length });
  }

  #readKey(key: Node | null): string {
    const value = this.#read(key).value as string | number | boolean | object | null;
    if (value === null) return '';
    if (typeof value === 'object') throw this.#error('a key is not text', key);
    return String(value);
  }

  #readAlias(name: string, node: Node): Read {
    const read = this.#anchors.get(name);
    if (read === undefined)
      throw this.#error(
        this.#anchors.has(name) ? 'an alias is inside of its own anchor' : 'an alias has no anchor before it',
        node,
        name,
      );
    this.#added += read.length;
    if (this.#added > MAX_ADDED)
      throw this.#error(
        `its aliases add more than ${MAX_ADDED} characters. Write the values out, or use $ref`,
        node,
      );
    return read;
  }

  #named(node: Node & { anchor?: string }, read: Read): Read {
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, read);
    return read;
  }

  #error(reason: string, node: Node | null, name?: string): YamlError {
    const place = this.placeOf(node?.range?.[0] ?? 0);
    const shown = name === undefined ? '' : `, ${JSON.stringify(name)},`;
    return new YamlError(`${reason}${shown} ${place}`, `${reason} ${place}`);
  }
}

function lengthOf({ source, value }: Scalar): number {
  return source?.length ?? String(value).length;
}

function requireShallow(tokens: readonly CST.Token[]): void {
  const open = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next;
    if (depth > MAX_DEPTH) {
      const message = `it is nested more than ${MAX_DEPTH} levels deep`;
      throw new YamlError(message, message);
    }
    for (const inside of tokensIn(token)) open.push({ token: inside, depth: depth + 1 });
  }
}

function tokensIn(token: CST.Token): readonly CST.Token[] {
  const items = 'items' in token ? token.items.flatMap(({ key, value }) => [key, value]) : [];
  const value = token.type === 'document' ? token.value : undefined;
  return [...items, value].filter((part) => part !== null && part !== undefined);
}
