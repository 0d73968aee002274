// `npm test -- src/webhooks`: the tests of a folder or file of the sources, which take less than a minute.
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

const SOURCES = /^(?:src|decorators)(?:\/|$)/;

/**
 * Returns the tests of places of the sources: `own` mirror them in `test/unit`, and `beside` generate values, or need
 * sockets, processes or stores. A place without a mirror has those of `beside`. Undefined if another place than sources is named.
 */
export function ownTests(selection) {
  const places = selection.map((place) => place.replace(/\/$/, ''));
  if (places.length === 0 || !places.every((place) => SOURCES.test(place))) return undefined;
  for (const place of places)
    if (!existsSync(path.join(root, place))) {
      console.error(`There is no ${place} to test.`);
      process.exit(1);
    }
  const own = new Set();
  const beside = new Set();
  for (const place of places) {
    const others = otherFolders(place);
    const mirror = mirrorOf(place);
    for (const folder of mirror === undefined ? others : [mirror]) own.add(folder);
    for (const folder of others) beside.add(folder);
  }
  return { places, own: [...own], beside: [...beside].filter((folder) => !own.has(folder)) };
}

/** The nearest folder of `test/unit` with the name of the place or of a folder around it. */
function mirrorOf(place) {
  for (let name = place.replace(/^src\//, ''); name !== '.'; name = path.dirname(name)) {
    const folder = `test/unit/${name}`;
    if (existsSync(path.join(root, folder)) && statSync(path.join(root, folder)).isDirectory())
      return `${folder}/`;
  }
  return undefined;
}

/** The folders of `test/law` and `test/io` that are named as a part of the path, or as a folder in the place. */
function otherFolders(place) {
  const names = new Set([...place.split('/'), ...foldersIn(place)]);
  return ['test/law', 'test/io'].flatMap((layer) =>
    foldersIn(layer)
      .filter((name) => names.has(name))
      .map((name) => `${layer}/${name}/`),
  );
}

function foldersIn(place) {
  const folder = path.join(root, place);
  if (!statSync(folder).isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
