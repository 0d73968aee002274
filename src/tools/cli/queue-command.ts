import type { DurableEngine } from 'dtospec/internal';
import {
  countOf,
  type Command,
  type CommandContext,
  EXIT,
  type ExitCode,
  InputError,
  type OptionValues,
  UsageError,
} from './command.js';
import { loadModule } from './load/load-module.js';

const MODULE = `The module is built JavaScript that exports the engine as "engine", as in
export const engine = new SqliteEngine({ file: 'deliveries.sqlite' }).`;

const EXPORT = {
  '--export <name>': 'The export with the engine [engine]',
};

export const FILTER = {
  '--endpoint <id>': 'Only deliveries to this endpoint',
  '--event <name>': 'Only deliveries of this event',
  '--message <id>': 'Only deliveries of this message',
  '--since <time>': 'Only deliveries that ended since: a date, or 90m, 12h, 7d ago',
  '--until <time>': 'Only deliveries that ended before: a date, or 90m, 12h, 7d ago',
  '--limit <number>': 'How many deliveries at most, the latest first [100]',
};

interface EngineCommand {
  readonly usage?: string;
  readonly help: string;
  readonly examples: readonly string[];
  readonly options?: Command['options'];
  readonly most?: number;
  readonly work: (
    engine: DurableEngine,
    ids: readonly string[],
    options: OptionValues,
    context: CommandContext,
  ) => Promise<ExitCode | undefined> | Promise<void>;
}

/** A command that works on the engine of a module, and stops it at its end. */
export function engineCommand({
  usage = '<module> [options]',
  help,
  examples,
  options,
  most = 0,
  work,
}: EngineCommand): Command {
  return {
    usage,
    help: `${help}\n${MODULE}`,
    options: { ...EXPORT, ...options },
    examples,
    positionals: [1, 1 + most],
    run: async ([file = '', ...ids], values, context) => {
      const name = typeof values.export === 'string' ? values.export : 'engine';
      const engine = requireEngine((await loadModule(file, context.cwd))[name], name, file);
      try {
        return (await work(engine, ids, values, context)) ?? EXIT.done;
      } finally {
        await engine.stop();
      }
    },
  };
}

function requireEngine(value: unknown, name: string, file: string): DurableEngine {
  const engine = value as Partial<DurableEngine> | null | undefined;
  if (engine?.isDurable === true && typeof engine.status === 'function') return engine as DurableEngine;
  throw new InputError(
    `${file} exports no durable engine as ${JSON.stringify(name)}. Name its export with --export.`,
  );
}

export function filterOf(options: OptionValues): NonNullable<Parameters<DurableEngine['dead']>[0]> {
  const { endpoint, event, message, since, until } = options;
  const limit = countOf(options, 'limit', [1]);
  return {
    ...(typeof endpoint === 'string' && { endpoint }),
    ...(typeof event === 'string' && { event }),
    ...(typeof message === 'string' && { messageId: message }),
    ...(typeof since === 'string' && { since: parseTime('since', since) }),
    ...(typeof until === 'string' && { until: parseTime('until', until) }),
    ...(limit !== undefined && { limit }),
  };
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function parseTime(option: string, text: string): number {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const moment = count === undefined ? Date.parse(text) : Date.now() - Number(count) * (UNITS[unit] ?? 0);
  if (!Number.isNaN(moment)) return moment;
  throw new UsageError(
    `--${option} must be a date, or a duration such as 90m, 12h or 7d, not ${JSON.stringify(text)}.`,
  );
}
