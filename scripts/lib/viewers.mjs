import { alone } from './prepare.mjs';
import { unpack } from './unpack.mjs';

const PACKAGE = '@scalar/api-reference';

/**
 * Unpacks versions of the viewer's package as an application has them: `build/viewers/VERSION/node_modules/…`.
 * The package alone: what it depends on is 70 MB for each, and its script for browsers needs none of it.
 *
 * @param versions each with the integrity that the registry's tarball has
 */
export async function unpackViewers(versions) {
  await alone(async () => {
    for (const [version, integrity] of Object.entries(versions)) {
      const place = { folder: `build/viewers/${version}`, inner: `node_modules/${PACKAGE}` };
      await unpack(`${PACKAGE}@${version}`, { integrity, ...place });
    }
  }, 'viewers');
}
