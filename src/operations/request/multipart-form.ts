import { concatBytes, utf8Length } from '../../shared/bytes.js';
import type { FileForm } from '../../../decorators/type-input.js';
import type { Conversions } from './conversions.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import { parseJson } from '../../shared/values.js';
import type { Fault } from '../reader/faults.js';
import type { Reading } from '../reader/read-instance.js';
import type { ValueReader } from '../reader/value-reader.js';
import { isJson, mediaTypeCovers, OCTETS } from '../../shared/media-types.js';
import type { FilePart, Part, TextPart } from './multipart-parts.js';
import { Refusal } from '../problem.js';
import { FileStream } from '../../documents/model/type/type-functions.js';

export interface FormField {
  readonly name: string;
  readonly schema: Schema | boolean;
  readonly isList: boolean;
  /** True for objects, which are sent as JSON (OpenAPI 3.1, 4.8.14.4). */
  readonly isObject: boolean;
  readonly file: FileField | undefined;
}

export interface FileField {
  readonly key: string;
  readonly as: FileForm;
  readonly required: boolean;
  readonly contentTypes: readonly string[];
  /** The documented maximum size, in bytes. */
  readonly maxBytes: number | undefined;
}

export class MultipartForm {
  constructor(
    readonly fields: Readonly<Record<string, unknown>>,
    readonly files: ReadonlyMap<string, unknown>,
    readonly faults: readonly Fault[],
    readonly late: ReadonlyMap<string, Fault>,
    readonly finish: () => void,
  ) {}
}

/**
 * Reads a multipart form: the schema and class-validator
 * decide about its fields, and the form about its files.
 */
export async function readFields(
  { fields, files, faults, late }: MultipartForm,
  reader: ValueReader,
): Promise<Reading> {
  const reading = await reader.read(fields, files);
  const refusedFields = new Set(faults.map(({ path: [first] }) => first));
  const others = (reading.faults ?? []).filter(({ path: [first] }) => !refusedFields.has(first));
  const named = new Set(others.map((fault) => late.get(`${fault.path[0]}`) ?? fault));
  return faults.length + named.size > 0 ? { faults: [...faults, ...named] } : reading;
}

interface FormContext {
  readonly fields: readonly FormField[];
  readonly limit: number;
  readonly conversions: Conversions;
}

/**
 * Reads a form to its end, or to the first file that the handler reads as a stream.
 * @throws Refusal
 */
export async function readMultipart(
  parts: AsyncGenerator<Part, void, undefined>,
  context: FormContext,
): Promise<MultipartForm> {
  const form = new FormBuilder(context);
  for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
    const part = next.value;
    if ('text' in part) form.addText(part);
    else {
      const { file, isList } = form.fieldOf(part);
      if (file?.as === 'stream' && part.filename !== undefined) {
        const started = await startedPart(part);
        if (started === undefined) continue;
        form.addStream(file, started, isList ? streamsOf(started, parts) : streamOf(started, parts));
        break;
      }
      await form.addFile(part);
    }
  }
  return form.build(() => void parts.return());
}

type PartValue = { readonly text: string } | { readonly json: unknown };

class FormBuilder {
  readonly #byName: ReadonlyMap<string, FormField>;
  readonly #texts = new Map<string, PartValue[]>();
  readonly #files = new Map<string, unknown[]>();
  /** Files that were sent as text: a file has a filename (RFC 7578, 4.2). */
  readonly #unnamed = new Set<string>();
  #stream: readonly [string, unknown] | undefined;
  #streamName: string | undefined;
  readonly #faults: Fault[] = [];
  #size = 0;

  constructor(private readonly context: FormContext) {
    this.#byName = new Map(context.fields.map((field) => [field.name, field]));
  }

  fieldOf({ name }: Part): Pick<FormField, 'file' | 'isList'> {
    return this.#byName.get(name) ?? { file: undefined, isList: false };
  }

  addText({ name, text, contentType }: TextPart): void {
    this.#count(utf8Length(text) + utf8Length(name));
    const field = this.#byName.get(name);
    const isTyped = isJson(contentType);
    push(this.#texts, name, isTyped || field?.isObject === true ? parsed(text, isTyped) : { text });
  }

  async addFile(part: FilePart): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of part.content) {
      this.#count(chunk.byteLength);
      chunks.push(chunk);
    }
    const { file } = this.fieldOf(part);
    if (file === undefined || (!hasName(part.filename) && chunks.length === 0)) return;
    if (part.filename === undefined) {
      this.#unnamed.add(part.name);
      return;
    }
    this.#checkType(part, file);
    push(this.#files, part.name, HELD[file.as](concatBytes(chunks), part));
  }

  addStream(file: FileField, part: FilePart, value: unknown): void {
    this.#checkType(part, file);
    this.#stream = [file.key, value];
    this.#streamName = part.name;
  }

  build(finish: () => void): MultipartForm {
    const late = this.#late();
    for (const name of this.#unnamed)
      this.#faults.push({ path: [name], detail: withoutFilename(name), rule: 'filename' });
    const files = this.#filesByKey(late);
    return new MultipartForm(this.#values(), files, this.#faults, late, finish);
  }

  /** Returns the files of the fields, and adds a fault for each field that lacks its files or has too many. */
  #filesByKey(late: ReadonlyMap<string, Fault>): ReadonlyMap<string, unknown> {
    const files = new Map<string, unknown>(this.#stream && [this.#stream]);
    for (const { name, isList, file } of this.context.fields) {
      if (file === undefined || files.has(file.key) || this.#unnamed.has(name)) continue;
      const uploads = this.#files.get(name);
      if (uploads === undefined) this.#addMissing(name, file, late);
      else if (isList || uploads.length === 1) files.set(file.key, isList ? uploads : uploads[0]);
      else this.#faults.push({ path: [name], detail: `${name} must be one file`, rule: 'oneFile' });
    }
    return files;
  }

  #addMissing(name: string, { required }: FileField, late: ReadonlyMap<string, Fault>): void {
    if (!required) return;
    const missing: Fault = { path: [name], detail: `${name} must be a file`, rule: 'required' };
    this.#faults.push(late.get(name) ?? missing);
  }

  #late(): ReadonlyMap<string, Fault> {
    const last = this.#streamName;
    if (last === undefined) return new Map();
    const absent = [...this.#byName.keys()].filter(
      (name) => name !== last && !this.#texts.has(name) && !this.#files.has(name),
    );
    return new Map(
      absent.map((name) => {
        const detail = `${name} is missing. Send ${last} last: parts after it are not read`;
        return [name, { path: [name], detail, rule: 'required' }];
      }),
    );
  }

  #values(): Record<string, unknown> {
    const entries = [...this.#texts].map(([name, values]): [string, unknown] => {
      const field = this.#byName.get(name);
      const isList = field?.isList === true;
      const texts = values.map((value) => ('json' in value ? '' : value.text));
      const coerced = this.#coerced(texts, field);
      const read = values.map((value, index) => ('json' in value ? value.json : coerced[index]));
      const [only] = read;
      // One part may hold the whole list as JSON.
      if (read.length === 1 && (!isList || Array.isArray(only))) return [name, only];
      return [name, read];
    });
    return Object.fromEntries(entries);
  }

  #coerced(texts: readonly string[], field: FormField | undefined): readonly unknown[] {
    if (field === undefined) return texts;
    const { schema, isList } = field;
    const convert = this.context.conversions.of(schema);
    // The items of a tuple have a schema for each place.
    if (isList) return convert([...texts]) as unknown[];
    return texts.map(convert);
  }

  #count(bytes: number): void {
    this.#size += bytes;
    if (this.#size > this.context.limit)
      throw new Refusal(413, `The body is longer than ${this.context.limit} bytes.`);
  }

  #checkType({ name, contentType }: FilePart, { contentTypes }: FileField): void {
    const known = contentTypes.some((type) => type === OCTETS || mediaTypeCovers(type, contentType));
    if (!known)
      this.#faults.push({
        path: [name],
        detail: `${name} must have the content type ${contentTypes.join(' or ')}`,
        rule: 'contentType',
      });
  }
}

function push<T>(lists: Map<string, T[]>, name: string, value: T): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [value]);
  else list.push(value);
}

const HELD: Readonly<Record<FileForm, (bytes: Uint8Array<ArrayBuffer>, part: FilePart) => unknown>> = {
  Buffer: (bytes) => bytes,
  ArrayBuffer: (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  File: (bytes, { filename, contentType }) => new File([bytes], filename ?? '', { type: contentType }),
  stream: () => undefined,
};

/** Parses JSON. Without its content type, a number or a boolean remains a text, which the schema converts. */
function parsed(text: string, isTyped: boolean): PartValue {
  const json = parseJson(text);
  if (json === undefined) return { text };
  const isScalar = typeof json.value === 'number' || typeof json.value === 'boolean';
  return isScalar && !isTyped ? { text } : { json: json.value };
}

/**
 * Waits for the first bytes of a part. Returns undefined for a file input in which the user chose no file: it
 * has no name and no bytes.
 */
async function startedPart(part: FilePart): Promise<FilePart | undefined> {
  if (hasName(part.filename)) return part;
  const rest = part.content[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done === true) return undefined;
  async function* content(): AsyncGenerator<Uint8Array, void, undefined> {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return { ...part, content: content() };
}

function hasName(filename: string | undefined): boolean {
  return filename !== undefined && filename !== '';
}

function streamOf(part: FilePart, parts: AsyncGenerator<Part, void, undefined>): FileStream {
  return fileStream(part, async () => {
    const { done, value } = await parts.next();
    if (done !== true) throw late(part.name, value);
  });
}

async function* streamsOf(
  first: FilePart,
  parts: AsyncGenerator<Part, void, undefined>,
): AsyncGenerator<FileStream, void, undefined> {
  let part = first;
  for (;;) {
    yield fileStream(part, () => Promise.resolve());
    const { done, value } = await parts.next();
    if (done === true) return;
    if (!('content' in value) || value.name !== first.name) throw late(first.name, value);
    if (value.filename === undefined) throw new Refusal(400, `${withoutFilename(first.name)}.`);
    part = value;
  }
}

function fileStream(part: FilePart, atEnd: () => Promise<void>): FileStream {
  async function* bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    yield* part.content;
    await atEnd();
  }
  return new FileStream(bytes(), part.filename, part.contentType);
}

function withoutFilename(name: string): string {
  return `${name} must be a file, and a part that was sent has no filename`;
}

function late(stream: string, { name }: Part): Refusal {
  return new Refusal(400, `The form has ${name} after ${stream}, which must be the last part.`);
}
