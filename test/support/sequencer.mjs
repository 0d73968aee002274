import Sequencer from '@jest/test-sequencer';

/**
 * What takes long starts first, so that no core idles at the end: a fresh clone has no times to go by. The law is before
 * them, because it needs nothing that would have to be installed first.
 */
const FIRST = [/\/law\//, /\/io\/browser\//, /\/io\/server\/soak/, /\/package\//, /\/io\//];

const rank = ({ path }) => {
  const place = FIRST.findIndex((pattern) => pattern.test(path));
  return place === -1 ? FIRST.length : place;
};

export default class extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
}
