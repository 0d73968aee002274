import Sequencer from '@jest/test-sequencer';

/** What takes long starts first, so that no core idles at the end: a fresh clone has no times to go by. */
const FIRST = [/\/law\//, /\/io\/browser\//, /\/io\/server\/soak/, /\/package\//, /\/io\//];

const rank = ({ path }) => {
  const place = FIRST.findIndex((pattern) => pattern.test(path));
  return place === -1 ? FIRST.length : place;
};

/** These wait for sockets, pages and clocks half of their time. */
const waits = ({ path }) => path.includes('/io/');

/** By turns one that waits and one that computes, so that each core has something to do all the time. */
export default class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests).sort((a, b) => rank(a) - rank(b));
    const waiting = sorted.filter(waits);
    const computing = sorted.filter((test) => !waits(test));
    return sorted.flatMap((_, turn) => [computing[turn], waiting[turn]]).filter((test) => test !== undefined);
  }
}
