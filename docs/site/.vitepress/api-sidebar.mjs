import { readdirSync } from 'node:fs';

const api = new URL('../../api/', import.meta.url);
const KINDS = ['classes', 'functions', 'interfaces', 'type-aliases', 'variables'];

/** The API's pages: a group for each entry point, in it one for each kind of export. */
export function apiSidebar() {
  const entries = namesIn('dtospec/').filter((name) => !KINDS.includes(name));
  return [['dtospec', 'dtospec/'], ...entries.map((name) => [`dtospec/${name}`, `dtospec/${name}/`])].map(
    ([text, folder]) => ({
      text,
      link: `/api/${folder}`,
      collapsed: true,
      items: KINDS.filter((kind) => namesIn(folder).includes(kind)).map((kind) => ({
        text: kind.replace('-', ' '),
        collapsed: true,
        items: namesIn(`${folder}${kind}/`, '.md').map((name) => ({
          text: name,
          link: `/api/${folder}${kind}/${name}`,
        })),
      })),
    }),
  );
}

/** Folders in a folder, or its files of that ending without it. */
function namesIn(folder, ending) {
  return readdirSync(new URL(folder, api), { withFileTypes: true })
    .filter((entry) => (ending ? entry.name.endsWith(ending) : entry.isDirectory()))
    .map(({ name }) => name.slice(0, ending ? -ending.length : undefined))
    .sort();
}
