import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Schema } from '../../../../src/index.js';
import type { Dice } from './dice.js';

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly style?: string;
  readonly explode?: boolean;
}

/** A request of a URL, and the errors of the document for it; none if it accepts the request. */
export interface Asked {
  readonly url: string;
  readonly errors: readonly string[];
}

const TEXTS = ['seven', '7', '', 'true', '1.5', '-1', 'a,b', '1,2'];
const SEPARATORS: Readonly<Record<string, string>> = { pipeDelimited: '|', spaceDelimited: ' ' };

/** Returns a random request of an operation without a body. */
export function askByUrl(
  path: string,
  parameters: readonly Parameter[],
  judgeOf: (schema: Schema) => ValidateFunction,
  samplesOf: (schema: Schema) => readonly unknown[],
  dice: Dice,
): Asked {
  const query = new URLSearchParams();
  const errors: string[] = [];
  let url = path;
  for (const parameter of parameters) {
    const { name, required = false, schema } = parameter;
    const isInPath = parameter.in === 'path';
    const texts = isInPath || dice.chance(0.8) ? textsOf(dice.one([...samplesOf(schema), ...TEXTS])) : [];
    const sent = isInPath ? [pathText(texts[0])] : writtenAs(parameter, texts);
    for (const text of sent) if (!isInPath) query.append(name, text);
    if (isInPath) url = url.replace(`{${name}}`, encodeURIComponent(sent[0] ?? ''));
    if (sent.length === 0 ? required : !readingsOf(parameter, sent).some((one) => judgeOf(schema)(one)))
      errors.push(name);
  }
  const search = query.toString();
  return { url: search === '' ? url : `${url}?${search}`, errors };
}

function textsOf(value: unknown): string[] {
  return [value].flat().map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
}

/** URLs leave `.` and `..` out, and routers have limits of their own. */
function pathText(text = 'x'): string {
  return /^(?!\.{1,2}$)[^/\\\p{Surrogate}]{1,80}$/u.test(text) ? text : 'x';
}

function isList({ schema }: Parameter): boolean {
  return schema.type === 'array';
}

function separatorOf({ style = 'form' }: Parameter): string {
  return SEPARATORS[style] ?? ',';
}

function writtenAs(parameter: Parameter, texts: readonly string[]): readonly string[] {
  if (!isList(parameter)) return texts.slice(0, 1);
  return parameter.explode === false && texts.length > 0 ? [texts.join(separatorOf(parameter))] : texts;
}

/** Texts may be numbers or booleans, too. */
function readingsOf(parameter: Parameter, sent: readonly string[]): readonly unknown[] {
  if (!isList(parameter)) return readings(sent[0] ?? '');
  const isSplit = parameter.in === 'path' || parameter.explode === false;
  const list = isSplit ? (sent[0] ?? '').split(separatorOf(parameter)) : sent;
  return [list, list.map((text) => readings(text).at(-1))];
}

function readings(text: string): readonly unknown[] {
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  return /^-?\d+(\.\d+)?$/.test(text) ? [text, Number(text)] : [text];
}
