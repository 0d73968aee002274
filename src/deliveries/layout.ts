import type { StoredState } from '../webhooks/notifier/delivery.js';
import { SCRIPT_ELEMENT, STYLE_ELEMENT } from './assets.js';
import { html, type Markup } from './markup.js';

export interface View {
  readonly base: string;
  readonly title: string;
  readonly showBodies: boolean;
}

export function layout({ base, title }: View, content: Markup): string {
  const { text } = html`<!doctype html>
    <html lang="en" data-status="${base}/status.json">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${STYLE_ELEMENT}
      </head>
      <body>
        ${content} ${SCRIPT_ELEMENT}
      </body>
    </html> `;
  return text;
}

/** A form with one button. Its fields are hidden. */
export function button(
  label: string,
  action: string,
  fields: Readonly<Record<string, string | undefined>> = {},
): Markup {
  const inputs = Object.entries(fields).map(([name, value]) =>
    value === undefined ? undefined : html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<form method="post" action="${action}">${inputs}<button>${label}</button></form>`;
}

export function time(milliseconds: number | undefined): Markup {
  if (milliseconds === undefined) return html`–`;
  const iso = new Date(milliseconds).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

/** Returns milliseconds as the largest whole unit, and `–` for none. */
export function age(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  if (milliseconds === 0) return '–';
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3_600)} h`;
}

/** A table whose cells have their column's names, for narrow screens. */
export function table(columns: readonly string[], rows: readonly (readonly (Markup | string)[])[]): Markup {
  return html`<table>
    <thead>
      <tr>
        ${columns.map((name) => html`<th scope="col">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map(
              (cell, index) =>
                html`<td data-label="${columns[index]}" class="${cell === '–' ? 'none' : ''}">
                  <span>${cell}</span>
                </td>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

export function stateMark(state: StoredState): Markup {
  return html`<span class="state ${state}">${state}</span>`;
}
