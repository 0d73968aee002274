import { escapeHTML } from '../page/html/escape.js';

/** Text that is HTML. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | string | number | undefined | readonly Part[];

/** Returns HTML in which every inserted value is escaped, unless it is markup itself. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(texts.map((text, index) => text + render(parts[index])).join(''));
}

function render(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapeHTML(String(part));
  return part.map(render).join('');
}
