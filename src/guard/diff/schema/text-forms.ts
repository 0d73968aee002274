import { isRecord } from '../../../shared/values.js';

/** How many readings of one text are tried. */
const MOST = 64;

/**
 * The values that a parameter or a form field may be read as: on the wire all is text, and the schema says what it is.
 */
export function textForms(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return product(value.map(textForms));
  if (isRecord(value)) {
    const names = Object.keys(value);
    return product(names.map((name) => textForms(value[name]))).map((items) =>
      Object.fromEntries(names.map((name, index) => [name, items[index]])),
    );
  }
  const text = textOf(value);
  const forms: unknown[] = [text];
  if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) forms.push(Number(text));
  if (text === 'true' || text === 'false') forms.push(text === 'true');
  if (text === 'null' || text === '') forms.push(null);
  return forms;
}

/** A scalar as it travels. */
export function textOf(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function product(choices: readonly (readonly unknown[])[]): unknown[][] {
  return choices.reduce<unknown[][]>(
    (rows, forms) => rows.flatMap((row) => forms.map((form) => [...row, form])).slice(0, MOST),
    [[]],
  );
}
