import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import type { Schemas } from './schemas.js';
import { textForms } from './text-forms.js';
import type { Node } from './translate.js';

/** Formats that are asserted: those whose strings or numbers ajv-formats tells apart. */
export const ASSERTED_FORMATS: ReadonlySet<string> = new Set([
  ...[
    'date',
    'time',
    'date-time',
    'iso-time',
    'iso-date-time',
    'duration',
    'uri',
    'uri-reference',
    'uri-template',
  ],
  ...['url', 'email', 'hostname', 'ipv4', 'ipv6', 'regex', 'uuid', 'json-pointer', 'relative-json-pointer'],
  ...['byte', 'int32', 'int64'],
]);

/** Schemas as text, compiled; `undefined` of what cannot be. */
export type Compiled = Map<string, ValidateFunction | undefined>;

/** Says of values whether schemas accept them: ajv does. */
export class Validator {
  private readonly compiled = new WeakMap<object, ValidateFunction | undefined>();
  private readonly known = new Set<string>();

  /** @param byText what was compiled of the same ajv: most schemas of a document stand in many places of it */
  constructor(
    private readonly ajv: Ajv2020,
    private readonly schemas: Schemas,
    private readonly byText: Compiled = new Map(),
  ) {}

  /**
   * @param isText whether the value is written as text, so that `5` may be read as a number as well as a string
   * @returns undefined where it cannot be told: a pattern that ECMAScript does not read, a schema that is its own alternative
   */
  accepts(node: Node, value: unknown, isText = false): boolean | undefined {
    if (typeof node === 'boolean') return node;
    const validate = this.compile(node);
    if (validate === undefined) return undefined;
    try {
      return isText ? textForms(value).some((form) => validate(form)) : validate(value);
    } catch (error) {
      // A schema that leads back to itself for the same value.
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  private compile(node: object): ValidateFunction | undefined {
    if (this.compiled.has(node)) return this.compiled.get(node);
    // References name their document and direction: the same text is the same schema.
    const text = JSON.stringify(node);
    if (!this.byText.has(text)) this.byText.set(text, this.compileNew(node));
    const validate = this.byText.get(text);
    this.compiled.set(node, validate);
    return validate;
  }

  private compileNew(node: object): ValidateFunction | undefined {
    try {
      this.addReferences(node);
      return this.ajv.compile(node);
    } catch {
      return undefined;
    }
  }

  /** Makes known to ajv what the schema refers to, and what that refers to. */
  private addReferences(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key !== '$ref' || typeof value !== 'string') this.addReferences(value);
      else if (!this.known.has(value)) {
        this.known.add(value);
        const target = this.schemas.target(value);
        this.addReferences(target);
        this.ajv.addSchema({ $id: value, allOf: [target] });
      }
    }
  }
}

/** Loads ajv, which only a changed schema needs. */
export async function loadAjv(): Promise<Ajv2020> {
  const [{ Ajv2020: Ajv }, formats] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')]);
  const ajv = new Ajv({
    strict: false,
    meta: false,
    validateSchema: false,
    logger: false,
    unicodeRegExp: true,
    code: { optimize: false },
  });
  // What a CommonJS module exports as default stands one or two steps deep, by who loads it.
  const plugin = formats.default as unknown as { default?: AddFormats } & AddFormats;
  (plugin.default ?? plugin)(ajv, { keywords: false });
  return ajv;
}

type AddFormats = (ajv: Ajv2020, options: { keywords: boolean }) => unknown;
