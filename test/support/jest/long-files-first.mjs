import path from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** Folders of short files. */
const SHORT = ['test/unit', 'test/seed'];

/**
 * Starts files that wait for servers, browsers and processes before the short ones. Without the durations of a run before,
 * jest starts the largest file first, so a long file of few lines would run last and alone.
 */
export default class LongFilesFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    return [...sorted.filter((test) => !isShort(test)), ...sorted.filter(isShort)];
  }
}

function isShort({ path: file, context }) {
  return SHORT.some((folder) => file.startsWith(path.join(context.config.rootDir, folder)));
}
