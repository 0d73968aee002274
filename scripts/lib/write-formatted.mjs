import { writeFile } from 'node:fs/promises';
import { bin, must } from './run.mjs';

/** Writes a file that is made, in the form that `npm run format` gives it. */
export async function writeFormatted(file, text) {
  await writeFile(file, text);
  await must('Formatting', process.execPath, [bin('oxfmt'), file]);
}
