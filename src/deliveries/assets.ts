import { hashSource } from '../page/html/head.js';
import { Markup } from './markup.js';

const STYLE = `
:root { color-scheme: light dark; --text: #1c2024; --soft: #5b6470; --line: #d9dde3; --back: #fff; --field: #f5f6f8; --accent: #0b5cad; --bad: #b3261e; --good: #17693b; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8eaed; --soft: #a3abb6; --line: #3a4048; --back: #15181c; --field: #20242a; --accent: #7db4f0; --bad: #ff9a90; --good: #7bd09c; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 80rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); }
h1 { font-size: 1.4rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
a { color: var(--accent); }
header, form, .counts, .actions { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
form + form { margin-top: .75rem; }
form.block { display: block; }
form.block table { margin-bottom: .75rem; }
.actions { align-items: center; }
header { justify-content: space-between; align-items: center; margin-bottom: 1rem; }
.counts { margin: 0 0 1rem; }
.counts div { background: var(--field); border-radius: .4rem; padding: .4rem .8rem; min-width: 6rem; }
.counts dt { color: var(--soft); font-size: .85rem; }
.counts dd { margin: 0; font-size: 1.3rem; font-variant-numeric: tabular-nums; }
label { display: grid; font-size: .85rem; color: var(--soft); }
input, select, button { font: inherit; color: inherit; background: var(--field); border: 1px solid var(--line); border-radius: .4rem; padding: .4rem .7rem; min-height: 2.5rem; max-width: 100%; }
button { cursor: pointer; color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; padding: .4rem .6rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 500; font-size: .85rem; white-space: nowrap; }
.facts { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: .2rem 1rem; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .6rem .8rem; background: var(--field); border-radius: .4rem; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem; }
input[type=checkbox] { min-height: 0; width: 1.2rem; height: 1.2rem; margin: .15rem 0; accent-color: var(--accent); }
h3 { font-size: 1rem; margin: 0; }
article { border-bottom: 1px solid var(--line); padding: .6rem 0; }
article p { margin: .2rem 0; }
.soft { color: var(--soft); font-size: .85rem; }
.exchange { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2rem; }
.exchange > * { min-width: 0; }
code { overflow-wrap: anywhere; }
.state { white-space: nowrap; }
.paused { color: var(--soft); font-style: italic; }
.sent { color: var(--good); } .dead, .failed, .unreadable, .error { color: var(--bad); }
.notice { background: var(--field); border-left: .25rem solid var(--bad); padding: .5rem .8rem; }
@media (min-width: 60rem) {
  td[data-label=Event] { min-width: 12rem; }
  td[data-label=Time] { min-width: 8rem; }
  td[data-label=Delivery] { font-size: .85rem; line-height: 1.75; }
}
@media (max-width: 45rem) {
  .exchange { display: block; }
  thead { display: none; }
  tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--line); }
  td { display: grid; grid-template-columns: 7rem 1fr; padding: .1rem 0; border: 0; }
  td.none { display: none; }
  td::before { content: attr(data-label); color: var(--soft); font-size: .85rem; }
}
`;

/** Renews the counts every five seconds while the page is visible. */
const SCRIPT = `
const { status } = document.documentElement.dataset;
const renew = async () => {
  if (document.hidden) return;
  const response = await fetch(status).catch(() => undefined);
  if (!response?.ok) return;
  const counts = await response.json();
  for (const place of document.querySelectorAll('[data-count]')) place.textContent = counts[place.dataset.count];
};
setInterval(renew, 5_000);
addEventListener('visibilitychange', renew);
`;

// The elements hold exactly the text that has the hash.
export const STYLE_ELEMENT = new Markup(`<style>${STYLE}</style>`);
export const SCRIPT_ELEMENT = new Markup(`<script>${SCRIPT}</script>`);

/**
 * Everything is the page's own. Forms and the counts go to this origin only, and no other page may frame it.
 */
export const POLICY = [
  "default-src 'none'",
  `script-src ${hashSource(SCRIPT)}`,
  `style-src ${hashSource(STYLE)}`,
  'img-src data:',
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
