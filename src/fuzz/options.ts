import { ConfigError } from '../base/errors.js';
import { show } from '../base/values.js';
import type { FuzzOptions } from './types.js';

/** Options with their defaults. */
export interface ResolvedFuzz extends FuzzOptions {
  readonly seed: number;
  readonly runs: number;
  readonly time: number;
  readonly timeout: number;
  readonly concurrency: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly allowHosts: readonly string[];
  readonly inconclusive: readonly number[];
}

/** Numbers that are whole, with the least and the most that each may be. */
const NUMBERS = {
  seed: [0, 2 ** 31 - 1],
  runs: [1, 1_000_000],
  time: [1, 2 ** 31 - 1],
  timeout: [1, 2 ** 31 - 1],
  concurrency: [1, 32],
} as const satisfies Partial<Record<keyof FuzzOptions, readonly [number, number]>>;

/** @throws ConfigError for a number that is none, or out of its range */
export function resolveOptions(options: FuzzOptions): ResolvedFuzz {
  const resolved = {
    ...{ seed: 1, runs: 200, time: 60_000, timeout: 5_000, concurrency: 1, headers: {} },
    ...{ allowHosts: [], inconclusive: [] },
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
  } satisfies ResolvedFuzz;
  for (const [name, [least, most]] of Object.entries(NUMBERS)) {
    const value = resolved[name as keyof typeof NUMBERS];
    if (!Number.isInteger(value) || value < least || value > most)
      throw new ConfigError(`${name} is a whole number from ${least} to ${most}, not ${show(value)}.`);
  }
  return resolved;
}

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}

/** @throws ConfigError for what is no URL, or of a host that nobody allowed */
export function requireHost(given: string | URL, allowHosts: readonly string[]): URL {
  let url: URL;
  try {
    url = new URL(given);
  } catch (error) {
    throw new ConfigError(`${show(given)} is no URL: give http://localhost:3000, or an application.`, {
      cause: error,
    });
  }
  if (!/^https?:$/.test(url.protocol))
    throw new ConfigError(`${url.protocol}// is not spoken here: give a URL of http or https.`);
  if (isLoopback(url) || allowHosts.includes(url.hostname)) return url;
  throw new ConfigError(
    `${url.hostname} is not this machine: what is sent may change or break what it keeps. Where that may be, allow it: allowHosts: [${JSON.stringify(url.hostname)}], or --allow-host ${url.hostname} of the command.`,
  );
}
