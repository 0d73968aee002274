import { fileURLToPath } from 'node:url';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { navigation } from './navigation.mjs';
import { slug } from './slug.mjs';

const docs = fileURLToPath(new URL('..', import.meta.url));

/** What VitePress does not ask: pages that the navigation lacks, and links to headings that no page has. */
export function wrongPlaces() {
  const texts = new Map(
    readdirSync(docs)
      .filter((file) => file.endsWith('.md'))
      .map((file) => [
        file,
        readFileSync(path.join(docs, file), 'utf8').replaceAll(/^( *)(`{3,})[^]*?^\1\2$/gm, ''),
      ]),
  );
  const places = new Set(
    [...texts].flatMap(([file, text]) => [file, ...anchorsOf(text).map((id) => `${file}#${id}`)]),
  );
  const listed = navigation.flatMap(({ pages }) => pages.map(([, page]) => page));
  return [
    ...listed
      .map((page) => page.replace(/(#|$)/, '.md$1'))
      .filter((place) => !places.has(place))
      .map((place) => `The navigation leads to ${place}, which is not there.`),
    ...[...texts.keys()]
      .filter((file) => file !== 'index.md' && !listed.includes(file.replace('.md', '')))
      .map((file) => `No entry of docs/site/navigation.mjs leads to ${file}.`),
    ...[...texts].flatMap(([file, text]) =>
      linksOf(file, text)
        .filter((place) => !places.has(place))
        .map((place) => `${file} links to ${place}, which is not there.`),
    ),
  ];
}

/** What is wrong with the API's pages, which VitePress makes only of the whole site: links, and text that Vue would read as its own. */
export function wrongApiPages(folder, entryPoints) {
  const texts = new Map(
    readdirSync(folder, { recursive: true })
      .filter((file) => file.endsWith('.md'))
      .map((file) => [
        file,
        readFileSync(path.join(folder, file), 'utf8').replaceAll(/^```[^]*?^```$/gm, ''),
      ]),
  );
  const placesOf = memoize((file) => new Set(texts.has(file) ? anchorsOf(texts.get(file)) : []));
  return [
    ...entryPoints.filter((name) => !texts.has(`${name}/index.md`)).map((name) => `${name} has no page.`),
    ...[...texts].flatMap(([file, text]) => [
      ...[...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
        .map(([, page, id]) => [page === '' ? file : path.posix.join(path.posix.dirname(file), page), id])
        .filter(([page, id]) => !texts.has(page) || (id !== undefined && !placesOf(page).has(id)))
        .map(
          ([page, id]) => `${file} links to ${page}${id === undefined ? '' : `#${id}`}, which is not there.`,
        ),
      ...[
        ...text.replaceAll(/`[^`\n]*`/g, '').matchAll(/\{\{|(?<!\\)<(?!https?:|br|a id=)[a-z][^>\n]*/gi),
      ].map(([found]) => `${file} has ${found}, which Vue takes for its own: put it into backticks.`),
    ]),
  ];
}

/** Each answer once. */
function memoize(answer) {
  const known = new Map();
  return (key) => {
    if (!known.has(key)) known.set(key, answer(key));
    return known.get(key);
  };
}

/** Headings' anchors; of those that are alike the second and further ones are numbered, as GitHub does. */
function anchorsOf(text) {
  const seen = new Map();
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => {
    const id = slug(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
    const times = seen.get(id) ?? 0;
    seen.set(id, times + 1);
    return times === 0 ? id : `${id}-${times}`;
  });
}

/** Links with an anchor to this page or another one of docs/. */
function linksOf(file, text) {
  return [...text.matchAll(/\]\((?!https?:|\.\.\/)([^)#]*)#([^)]+)\)/g)].map(
    ([, page, id]) => `${page === '' ? file : path.posix.normalize(page)}#${id}`,
  );
}
