import { appendFileSync, readFileSync } from 'node:fs';

/** Processor seconds of this process and of the children that it has waited for, since it began. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenTime();
}

/** Linux counts in hundredths of a second; elsewhere children stay uncounted. */
function childrenTime(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name, in parentheses, may hold blanks; cutime and cstime are the 14th and 15th of what follows it.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(13, 15);
    return (Number(user) + Number(system)) / 100;
  } catch {
    return 0;
  }
}

const before = processorTime();

// The reporter beside this file reads it.
afterAll(() => {
  const { DTOSPEC_COSTS } = process.env;
  const cost = { file: expect.getState().testPath, seconds: processorTime() - before };
  if (DTOSPEC_COSTS !== undefined) appendFileSync(DTOSPEC_COSTS, `${JSON.stringify(cost)}\n`);
});
