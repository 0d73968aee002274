import { accepts } from '../../../documents/json-schema/accepts.js';
import type { Schema } from '../../../documents/json-schema/schema.js';
import type { Schemas } from './schemas.js';
import { textForms } from './text-forms.js';
import type { Node } from './translate.js';

/** Formats that are asserted: those whose strings or numbers ajv-formats tells apart. */
export const ASSERTED_FORMATS: ReadonlySet<string> = new Set([
  ...['date', 'time', 'date-time', 'iso-time', 'iso-date-time', 'duration', 'uri', 'uri-reference'],
  ...['uri-template', 'url', 'email', 'hostname', 'ipv4', 'ipv6', 'regex', 'uuid', 'json-pointer'],
  ...['relative-json-pointer', 'byte', 'int32', 'int64'],
]);

/** Judges a value by a format; unknown formats accept all. */
export type FormatCheck = (format: string, value: unknown) => boolean;

/** Judges values by the schemas of one side. */
export class Validator {
  /** Values judged so far: the measure of work. */
  judged = 0;

  constructor(
    private readonly schemas: Schemas,
    private readonly format: FormatCheck,
  ) {}

  /**
   * @param isText whether the value is written as text, so that `5` may be read as a number as well as a string
   * @returns undefined where it cannot be told: a pattern that ECMAScript does not read, a schema that is its own alternative
   */
  accepts(node: Node, value: unknown, isText = false): boolean | undefined {
    this.judged += 1;
    const judge = (form: unknown): boolean | undefined => accepts(node, form, this.resolve, this.format);
    if (!isText) return judge(value);
    const verdicts = textForms(value).map(judge);
    return verdicts.includes(true) || (verdicts.includes(undefined) ? undefined : false);
  }

  private readonly resolve = (ref: string): Schema | undefined => {
    const target = this.schemas.target(ref);
    if (typeof target === 'object') return target;
    return target ? {} : { not: {} };
  };
}

/** Loads the formats of ajv-formats, which only a changed schema needs. */
export async function loadFormats(): Promise<FormatCheck> {
  const { fullFormats } = await import('ajv-formats/dist/formats.js');
  const formats = fullFormats as Readonly<Record<string, unknown>>;
  return (name, value) => {
    const format = Object.hasOwn(formats, name) ? formats[name] : true;
    const { type = 'string', validate = format } = format as { type?: string; validate?: unknown };
    if (typeof value !== type) return true;
    if (validate instanceof RegExp) return validate.test(value as string);
    return typeof validate === 'function' ? (validate as (value: unknown) => boolean)(value) : true;
  };
}
