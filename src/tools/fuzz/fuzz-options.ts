import { validateHeaderValue } from 'node:http';
import {
  type Check,
  ConfigError,
  FUNCTION,
  isToken,
  OBJECT,
  type OptionChecks,
  requireKnownOptions,
  show,
  STRING,
  STRINGS,
  withDefaults,
} from 'dtospec/internal';
import type { FuzzOptions } from './types.js';

export interface ResolvedFuzzOptions extends FuzzOptions {
  readonly seed: number;
  readonly runs: number;
  readonly time: number;
  readonly timeout: number;
  readonly concurrency: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly allowHosts: readonly string[];
  readonly inconclusive: readonly number[];
}

const STATUSES: Check = { what: 'an array of statuses, as in [422]', holds: Array.isArray };

const whole = (least: number, most: number): Check => ({
  what: `a whole number from ${least} to ${most}`,
  holds: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
});

const MAX_INTEGER = 2 ** 31 - 1;

const CHECKS: OptionChecks<FuzzOptions> = {
  docs: OBJECT,
  operations: STRINGS,
  methods: STRINGS,
  headers: OBJECT,
  allowHosts: STRINGS,
  basePath: STRING,
  inconclusive: STATUSES,
  signal: OBJECT,
  onProgress: FUNCTION,
  seed: whole(0, MAX_INTEGER),
  runs: whole(1, 1_000_000),
  time: whole(1, MAX_INTEGER),
  timeout: whole(1, MAX_INTEGER),
  concurrency: whole(1, 32),
};

export function resolveFuzzOptions(options: FuzzOptions): ResolvedFuzzOptions {
  requireKnownOptions('fuzz', options, CHECKS);
  const resolved: ResolvedFuzzOptions = withDefaults(options, {
    seed: 1,
    runs: Infinity,
    time: 60_000,
    timeout: 5_000,
    concurrency: 1,
    headers: {},
    allowHosts: [],
    inconclusive: [],
  });
  for (const [name, value] of Object.entries(resolved.headers)) checkHeader(name, value);
  for (const status of resolved.inconclusive)
    if (!Number.isInteger(status) || status < 400 || status > 599)
      throw new ConfigError(
        `inconclusive: ${show(status)} is not an error status. Use numbers from 400 to 599.`,
      );
  if (resolved.basePath !== undefined && !/^(?:\/|$)/.test(resolved.basePath))
    throw new ConfigError(
      `basePath: ${show(resolved.basePath)} has no slash at its start. Write ${show(`/${resolved.basePath}`)}.`,
    );
  return resolved;
}

/** Checks a header. The message does not contain the value, which may be a credential. */
function checkHeader(name: string, value: string): void {
  if (!isToken(name)) throw new ConfigError(`headers: ${show(name)} is not a valid header name.`);
  try {
    validateHeaderValue(name, value);
  } catch {
    throw new ConfigError(
      `headers: ${name} has an invalid value. Remove line breaks and other characters that HTTP forbids.`,
    );
  }
}

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}

export function requireHost(address: string | URL, allowHosts: readonly string[]): URL {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    // The cause would contain the password, too.
    const shown = show(String(address).replace(/\/\/[^/]*@/, '//…@'));
    throw new ConfigError(
      `${shown} is not a URL. Pass one such as http://localhost:3000, or an application.`,
    );
  }
  if (!/^https?:$/.test(url.protocol))
    throw new ConfigError(`${url.protocol}// is not supported. Use a URL with http or https.`);
  if (isLoopback(url) || allowHosts.includes(url.hostname)) return url;
  throw new ConfigError(
    `${url.hostname} is not this machine, and the requests may change or delete its data. To allow it, set allowHosts: [${JSON.stringify(url.hostname)}], or --allow-host ${url.hostname} of the command.`,
  );
}
