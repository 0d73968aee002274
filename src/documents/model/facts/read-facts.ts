import type fs from 'node:fs';
import { digestOf } from '../../../shared/digest.js';
import { nodeModule } from '../../../shared/node-modules.js';
import { ConfigError, messageOf } from '../../../shared/errors.js';
import { FACTS_VERSION, type FactsFile } from './facts-file.js';

/** The facts file of a project, if no option names another one. */
export const FACTS_FILE = 'dtospec-facts.json';

/** A facts file's path or content, or false for none. */
export type FactsInput = string | object | false | undefined;

/** A facts file, with the sources that changed after it was written. */
export interface ReadFacts {
  readonly file: FactsFile;
  /** The path of the file; undefined if an object was passed. */
  readonly path: string | undefined;
  /** Sources whose text differs from the one that the facts describe. */
  readonly changed: readonly string[];
}

/**
 * Reads the facts that an option names.
 *
 * @param facts a path relative to the working directory, the content, or false for none. @default
 *   `dtospec-facts.json`, if it exists
 * @throws ConfigError for a file that cannot be read
 */
export function readFacts(facts: FactsInput): ReadFacts | undefined {
  if (facts === false) return undefined;
  if (typeof facts === 'object') return { file: checked(facts, 'facts'), path: undefined, changed: [] };
  const files = nodeModule('fs');
  const paths = nodeModule('path');
  if (files === undefined || paths === undefined) {
    if (facts === undefined) return undefined;
    throw factsError(facts, 'this runtime has no file system. Import the file and pass its content');
  }
  const place = paths.resolve(facts ?? FACTS_FILE);
  if (facts === undefined && !isReadable(files, place)) return undefined;
  const file = checked(
    parse(() => files.readFileSync(place, 'utf8'), facts ?? FACTS_FILE),
    facts ?? FACTS_FILE,
  );
  const folder = paths.dirname(place);
  const changed = Object.entries(file.sources)
    .filter(([source, hash]) => {
      const content = paths.resolve(folder, source);
      // A deployed service may have no sources.
      return files.existsSync(content) && hashOfSource(files.readFileSync(content)) !== hash;
    })
    .map(([source]) => source);
  return { file, path: place, changed };
}

/** Deno throws for files that the program may not read. */
function isReadable(files: Pick<typeof fs, 'existsSync'>, place: string): boolean {
  try {
    return files.existsSync(place);
  } catch {
    return false;
  }
}

function parse(read: () => string, name: string): unknown {
  try {
    return JSON.parse(read()) as unknown;
  } catch (error) {
    throw factsError(name, messageOf(error));
  }
}

function checked(value: unknown, name: string): FactsFile {
  const { facts } = (value ?? {}) as { readonly facts?: unknown };
  if (facts === FACTS_VERSION) return value as FactsFile;
  throw factsError(
    name,
    facts === undefined
      ? 'it is not a facts file'
      : `it has version ${JSON.stringify(facts)} of the form, and this version of dtospec reads ${FACTS_VERSION}`,
  );
}

function factsError(name: string, reason: string): ConfigError {
  return new ConfigError(
    `The facts of ${name} cannot be read: ${reason}. Write them again: npx dtospec extract.`,
    { code: 'ERR_FACTS' },
  );
}

/** Returns the hash of a source. Line endings do not count, since a checkout may change them. */
export function hashOfSource(content: Uint8Array): string {
  const text = new TextDecoder().decode(content).replaceAll('\r\n', '\n');
  return digestOf(text, 'base64url').slice(0, 22);
}
