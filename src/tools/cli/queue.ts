import { setTimeout as wait } from 'node:timers/promises';
import { ENDED_STATES, printable } from 'dtospec/internal';
import { choiceOf, EXIT, UsageError } from './command.js';
import { engineCommand, FILTER, filterOf } from './queue-command.js';
import { countByEndpoint, describe, describeAll, describeEndpoint } from './queue-texts.js';

const JSON_OPTION = { '--json': 'Print JSON, one line for each' };

/** Milliseconds between two reports of `--watch`. */
const WATCH = 1_000;

export const queueStatus = engineCommand({
  help: 'Prints how many deliveries wait, are due and are dead, and whether the queue is paused.',
  examples: ['dist/queue.js', 'dist/queue.js --json'],
  options: { '--json': 'Print JSON' },
  work: async (engine, _ids, options, { print }) => {
    const status = await engine.status();
    const { isPaused, waiting, due, oldestDue, dead, paused, pausedEndpoints } = status;
    const oldest = oldestDue > 0 ? `, the oldest for ${Math.round(oldestDue / 1_000)} s` : '';
    const kept = paused > 0 ? `, ${paused} kept for paused endpoints` : '';
    const endpoints =
      pausedEndpoints.length > 0 ? `, paused endpoints: ${pausedEndpoints.map(printable).join(', ')}` : '';
    const text = `${waiting} waiting (${due} due${oldest}), ${dead} dead${kept}${isPaused ? ', paused' : ''}${endpoints}`;
    print(`${options.json === true ? JSON.stringify(status) : text}\n`);
  },
});

export const queueDead = engineCommand({
  help: 'Lists dead deliveries: those without further attempts.',
  examples: ['dist/queue.js --since 12h --json'],
  options: { ...FILTER, ...JSON_OPTION },
  work: async (engine, _ids, options, { print }) => {
    const dead = await engine.dead(filterOf(options));
    for (const one of dead) print(`${options.json === true ? JSON.stringify(one) : describe(one)}\n`);
    if (dead.length === 0 && options.json !== true) print('No dead deliveries.\n');
  },
});

export const queueShow = engineCommand({
  usage: '<module> <id> [options]',
  help: 'Shows a delivery and its attempts, or all deliveries of a message.',
  examples: ['dist/queue.js dlv_787517e750ce48d58069c29c2202a63e', 'dist/queue.js order-shipped-42'],
  options: { '--json': 'Print JSON' },
  most: 1,
  work: async (engine, [id], options, { print }) => {
    if (id === undefined) throw new UsageError('dtospec queue show needs the id of a delivery or a message.');
    const [delivery] = await engine.deliveries({ id });
    const deliveries = delivery ? [delivery] : await engine.deliveries({ messageId: id });
    if (deliveries.length === 0) {
      print(`No delivery and no message has the id ${id}\n`);
      return EXIT.found;
    }
    if (options.json === true) for (const shown of deliveries) print(`${JSON.stringify(shown)}\n`);
    else print(deliveries.map(describeAll).join('\n'));
    return EXIT.done;
  },
});

export const queueEndpoints = engineCommand({
  help: 'Counts deliveries by endpoint and state, with the last error. With --watch it prints what changes, each second.',
  examples: ['dist/queue.js --since 1h --watch', 'dist/queue.js --endpoint ada --json'],
  options: {
    ...FILTER,
    '--limit <number>': 'How many deliveries at most, the latest first [10000]',
    ...JSON_OPTION,
    '-w, --watch': 'Continue until you interrupt it',
  },
  work: async (engine, _ids, options, { print, stop }) => {
    const printed = new Map<string, string>();
    do {
      for (const row of countByEndpoint(await engine.deliveries({ limit: 10_000, ...filterOf(options) }))) {
        const line = options.json === true ? JSON.stringify(row) : describeEndpoint(row);
        if (printed.get(row.endpoint) !== line) print(`${line}\n`);
        printed.set(row.endpoint, line);
      }
      if (options.watch === true) await wait(WATCH, undefined, { signal: stop }).catch(() => undefined);
    } while (options.watch === true && !stop.aborted);
  },
});

export const queueRedeliver = engineCommand({
  usage: '<module> [id...] [options]',
  help: 'Restarts deliveries with all their attempts, by default dead ones: by id, or with --all those that match the filter.',
  examples: [
    'dist/queue.js dlv_787517e750ce48d58069c29c2202a63e',
    'dist/queue.js --all --endpoint ada --state sent --since 2h',
  ],
  options: {
    ...FILTER,
    '--limit <number>': 'How many deliveries at most, the latest first [all]',
    '--all': 'Restart all that match the filter',
    '--state <state>': `How they ended: ${ENDED_STATES.join(', ')} [dead]`,
  },
  most: Infinity,
  work: async (engine, ids, options, { print }) => {
    if (ids.length > 0 === (options.all === true))
      throw new UsageError(
        'dtospec queue redeliver needs ids or --all, and not both. --all restarts those that match the filter.',
      );
    const state = choiceOf(options, 'state', ENDED_STATES) ?? 'dead';
    if (options.all === true)
      print(`${await engine.redeliverAll({ ...filterOf(options), state })} queued again\n`);
    let isMissing = false;
    for (const id of ids) {
      const isKnown = await engine.redeliver(id, state);
      isMissing ||= !isKnown;
      print(isKnown ? `${id} is queued again\n` : `No ${state} delivery has the id ${id}\n`);
    }
    return isMissing ? EXIT.found : EXIT.done;
  },
});

export const queuePause = engineCommand({
  help: 'Stops attempts in all processes, to all endpoints or to one. Messages are still stored.',
  examples: ['dist/queue.js', 'dist/queue.js --endpoint ada'],
  options: { '--endpoint <id>': 'Pause this endpoint only' },
  work: async (engine, _ids, { endpoint }, { print }) => {
    if (typeof endpoint === 'string') await engine.pauseEndpoint(endpoint);
    else await engine.pause();
    print('paused\n');
  },
});

export const queueResume = engineCommand({
  help: 'Starts attempts again after pause: to all endpoints, or to one, whose messages were kept.',
  examples: ['dist/queue.js', 'dist/queue.js --endpoint ada --skip'],
  options: {
    '--endpoint <id>': 'Resume this endpoint, and send what was kept for it',
    '--skip': 'With --endpoint: delete what was kept',
  },
  work: async (engine, _ids, { endpoint, skip }, { print }) => {
    const isSkipping = skip === true;
    if (typeof endpoint === 'string') {
      const count = await engine.resumeEndpoint(endpoint, { skip: isSkipping });
      print(`resumed, ${count} ${isSkipping ? 'deleted' : 'queued again'}\n`);
      return;
    }
    if (isSkipping) throw new UsageError('--skip needs --endpoint, whose messages it deletes.');
    await engine.resume();
    print('resumed\n');
  },
});
