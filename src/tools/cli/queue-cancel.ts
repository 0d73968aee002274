import { MessageWaitingError, type DurableEngine } from 'dtospec/internal';
import { EXIT, UsageError } from './command.js';
import { engineCommand, FILTER, filterOf } from './queue-command.js';

export const queueCancel = engineCommand({
  usage: '<module> [id...] [options]',
  help: 'Ends waiting and delayed deliveries without further attempts: by id, or with --all those that match the filter.',
  examples: [
    'dist/queue.js dlv_787517e750ce48d58069c29c2202a63e',
    'dist/queue.js --all --message order-42 --dry-run',
  ],
  options: {
    ...FILTER,
    '--since <time>': 'Only deliveries that were stored since: a date, or 90m, 12h, 7d ago',
    '--until <time>': 'Only deliveries that were stored before: a date, or 90m, 12h, 7d ago',
    '--limit <number>': 'How many deliveries at most, the latest first [all]',
    '--all': 'Cancel all that match the filter',
    '--dry-run': 'Print how many match, and cancel none',
  },
  most: Infinity,
  work: async (engine, ids, options, { print }) => {
    if (ids.length > 0 === (options.all === true))
      throw new UsageError(
        'dtospec queue cancel needs ids or --all, and not both. --all cancels those that match the filter.',
      );
    const isDry = options['dry-run'] === true;
    const countOf = async (filter: object): Promise<number> =>
      isDry
        ? (await engine.deliveries({ limit: Infinity, ...filter, state: 'waiting' })).length
        : engine.cancel({ ...filter, state: 'waiting' });
    const cancelled = isDry ? 'would be cancelled' : 'cancelled';
    const filter = filterOf(options);
    if (options.all === true) print(`${await countOf(filter)} ${cancelled}\n`);
    let isMissing = false;
    for (const id of ids) {
      const isKnown = (await countOf({ ...filter, id })) > 0;
      isMissing ||= !isKnown;
      print(
        isKnown ? `${id} ${isDry ? cancelled : 'is cancelled'}\n` : `No waiting delivery has the id ${id}\n`,
      );
    }
    return isMissing ? EXIT.found : EXIT.done;
  },
});

export const queueErase = engineCommand({
  usage: '<module> <message...> [options]',
  help: 'Removes the bodies, headers and responses of ended messages, by their ids. Their records stay.',
  examples: ['dist/queue.js order-42 order-43', 'dist/queue.js order-42 --dry-run'],
  options: { '--dry-run': 'Print how many deliveries each message has, and erase none' },
  most: Infinity,
  work: async (engine, messageIds, options, { print, note }) => {
    if (messageIds.length === 0) throw new UsageError('dtospec queue erase needs the ids of messages.');
    const isDry = options['dry-run'] === true;
    let isComplete = true;
    for (const messageId of messageIds) {
      try {
        const count = isDry ? await countErasable(engine, messageId) : await engine.erase({ messageId });
        isComplete &&= count > 0;
        print(`${messageId}: ${count} ${isDry ? 'would be erased' : 'erased'}\n`);
      } catch (error) {
        if (!(error instanceof MessageWaitingError)) throw error;
        isComplete = false;
        note(`${error.message}\n`);
      }
    }
    return isComplete ? EXIT.done : EXIT.found;
  },
});

/** @throws MessageWaitingError as `engine.erase` does */
async function countErasable(engine: DurableEngine, messageId: string): Promise<number> {
  const deliveries = await engine.deliveries({ limit: Infinity, messageId });
  const open = deliveries.filter(({ state }) => state === 'waiting' || state === 'unreadable');
  if (open.length === 0) return deliveries.length;
  throw new MessageWaitingError(
    messageId,
    open.map(({ id }) => id),
  );
}
