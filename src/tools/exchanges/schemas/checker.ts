import { fullFormats } from 'ajv-formats/dist/formats.js';
import {
  Checker,
  checkFormat,
  type CompiledSchema,
  type CompileKeyword,
  ConfigError,
  type Direction,
  findUndecidable,
  type KeywordTable,
  lookUp,
  type OpenApiDocument,
  pointerTo,
  type Schema,
} from 'dtospec/internal';
import { contentReader } from './read-content.js';
import { translateDocument } from './translate.js';

export interface SchemaFault {
  readonly pointer: string;
  readonly rule: string;
  readonly message: string;
}

const MAX_FAULTS = 50;

/** Checks values against the schemas of a document, for one direction. */
export class SchemaChecker {
  readonly document: OpenApiDocument;
  readonly #checker: Checker;
  readonly #readable = new Set<unknown>();

  constructor(document: OpenApiDocument, direction: Direction, isClosed: boolean) {
    this.document = translateDocument(document, direction, isClosed);
    this.#checker = new Checker({
      resolve: this.resolve,
      format: hasFormat,
      keywords: (own) => [...own, ...(direction === 'response' ? [WRITE_ONLY] : []), CONTENT_SCHEMA],
    });
  }

  readonly faultsOf = (schema: unknown, value: unknown): readonly SchemaFault[] => {
    if (schema === undefined) return [];
    this.#requireReadable(schema as Schema);
    return this.#checker
      .faultsOf(schema as Schema, value, MAX_FAULTS)
      .map(({ path, keyword, message }) => ({ pointer: pointerTo(path), rule: keyword, message }));
  };

  readonly accepts = (schema: unknown, value: unknown): boolean => {
    this.#requireReadable(schema as Schema);
    return this.#checker.accepts(schema as Schema, value) !== false;
  };

  readonly resolve = (ref: string): Schema | undefined => lookUp(this.document, ref) as Schema | undefined;

  /** An invalid pattern accepts everything, since it may be one of another engine. */
  #requireReadable(schema: Schema | boolean): void {
    if (this.#readable.has(schema)) return;
    const fault = findUndecidable(schema, this.#checker, (keyword) => !keyword.startsWith('pattern'));
    if (fault !== undefined)
      throw new ConfigError(
        fault.keyword === '$ref'
          ? `A reference of the document has no target in it: ${fault.reason}. Bundle the document into one file first.`
          : `A schema of the document cannot be read: ${fault.reason}, at ${fault.pointer}. Validate the document.`,
      );
    this.#readable.add(schema);
  }
}

/** The property "SHOULD NOT be sent as part of the response" (OpenAPI 3.0.3). */
const WRITE_ONLY: KeywordTable[number] = [
  'writeOnly',
  (isWriteOnly: unknown) => ({
    test: () => isWriteOnly !== true,
    explain: (_, faults) => {
      faults.add('writeOnly', 'is write-only, and never sent');
    },
  }),
];

const compileContent: CompileKeyword = (argument: Schema, schema, within) => {
  const read = contentReader(schema, within.resolve);
  if (read === undefined) return ACCEPTED;
  let compiled: CompiledSchema | undefined;
  return {
    test: (text, run) => {
      if (typeof text !== 'string') return true;
      const content = read(text);
      return 'value' in content && (compiled ??= within.compile(argument)).test(content.value, run);
    },
    explain: (text, faults, run) => {
      const content = read(text as string);
      if ('fault' in content) faults.add('contentMediaType', content.fault);
      else (compiled ??= within.compile(argument)).explain(content.value, faults, run);
    },
  };
};

const ACCEPTED = { test: () => true, explain: () => undefined };

const CONTENT_SCHEMA: KeywordTable[number] = ['contentSchema', compileContent];

/** Formats to check as the standards have them. */
const STANDARD = [
  'date',
  'time',
  'date-time',
  'duration',
  'uuid',
  'ipv4',
  'ipv6',
  'json-pointer',
  'byte',
  'int32',
  'int64',
] as const;

/**
 * Formats to check, some by their shape only: services accept more than the standard, such as addresses
 * beyond ASCII. Other formats are not checked.
 */
const FORMATS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...STANDARD.map((name) => [name, fullFormats[name as keyof typeof fullFormats]] as const),
  ['email', /^.+@.+$/su],
  ['idn-email', /^.+@.+$/su],
  ['uri', /^[a-z][a-z0-9+.-]*:/i],
  ['iri', /^[a-z][a-z0-9+.-]*:/i],
]);

function hasFormat(name: string, value: unknown): boolean {
  return checkFormat(FORMATS.get(name), value);
}
