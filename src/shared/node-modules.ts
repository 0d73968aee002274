import type assert from 'node:assert';
import type crypto from 'node:crypto';
import type dns from 'node:dns';
import type dnsPromises from 'node:dns/promises';
import type events from 'node:events';
import type fs from 'node:fs';
import type http from 'node:http';
import type https from 'node:https';
import type module from 'node:module';
import type net from 'node:net';
import type path from 'node:path';
import type stream from 'node:stream';
import type streamPromises from 'node:stream/promises';
import type tls from 'node:tls';
import type util from 'node:util';
import type v8 from 'node:v8';
import type zlib from 'node:zlib';
import { ConfigError } from './errors.js';

interface NodeModules {
  readonly assert: typeof assert;
  readonly crypto: typeof crypto;
  readonly dns: typeof dns;
  readonly 'dns/promises': typeof dnsPromises;
  readonly events: typeof events;
  readonly fs: typeof fs;
  readonly http: typeof http;
  readonly https: typeof https;
  readonly module: typeof module;
  readonly net: typeof net;
  readonly path: typeof path;
  readonly stream: typeof stream;
  readonly 'stream/promises': typeof streamPromises;
  readonly tls: typeof tls;
  readonly util: typeof util;
  readonly v8: typeof v8;
  readonly zlib: typeof zlib;
}

/**
 * Returns a module of Node.js, or undefined in a runtime without it, such as Workers and browsers. An import
 * would prevent that bundles load there.
 */
export function nodeModule<K extends keyof NodeModules>(name: K): NodeModules[K] | undefined {
  const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> };
  return process?.getBuiltinModule?.(`node:${name}`) as NodeModules[K] | undefined;
}

/** @throws ConfigError in a runtime without the module */
export function requireNodeModule<K extends keyof NodeModules>(name: K, what: string): NodeModules[K] {
  const module = nodeModule(name);
  if (module !== undefined) return module;
  throw new ConfigError(`${what} needs Node.js, Bun or Deno: this runtime has no node:${name}.`);
}
