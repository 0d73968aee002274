import Sequencer from '@jest/test-sequencer';

/** What takes long starts first, so that no core idles at the end: a fresh clone has no times to go by. */
const FIRST = [/\/io\/browser\//, /\/io\/server\/soak/, /\/package\//, /\/law\//, /\/io\//];

const rank = ({ path }) => {
  const place = FIRST.findIndex((pattern) => pattern.test(path));
  return place === -1 ? FIRST.length : place;
};

export default class extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
}
