import { ConfigError, messageOf } from '../../../shared/errors.js';
import type { buildConnector, EnvHttpProxyAgent, Pool } from 'undici';

interface Undici {
  readonly Pool: typeof Pool;
  readonly buildConnector: typeof buildConnector;
  readonly EnvHttpProxyAgent: typeof EnvHttpProxyAgent;
}

let undici: Undici | undefined;

/** Loads undici. */
export async function loadUndici(): Promise<Undici> {
  // Loads Node's own copy first. Otherwise its `fetch` would use the agent that undici sets at its import.
  Reflect.get(globalThis, 'Headers');
  // Bun replaces the package by its bare name with one that
  // sends nothing; `index.js` is the package's main file.
  undici ??= await import('undici/index.js').catch(explainBundle);
  if ((undici as Partial<Undici>).Pool !== undefined) return undici;
  throw new ConfigError(
    'The bundle of this program is for browsers, so it lacks undici, which sends webhooks in Node.js. Bundle for Node.js ' +
      "(esbuild's option platform: 'node').",
  );
}

/**
 * Explains the error of a bundle. esbuild and others replace
 * `require` in ES modules by a function that throws.
 * @throws ConfigError with the remedy, or the error itself
 */
function explainBundle(cause: unknown): never {
  if (!messageOf(cause).startsWith('Dynamic require of')) throw cause;
  throw new ConfigError(
    'The bundle of this program is an ES module without require, which undici needs. Bundle to CommonJS, or begin the ' +
      "bundle with: import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); " +
      "(esbuild's option banner)",
    { cause },
  );
}

/** @throws Error before `loadUndici` */
export function loadedUndici(): Undici {
  if (!undici) throw new Error('undici is not loaded: call open() of the channel first');
  return undici;
}
