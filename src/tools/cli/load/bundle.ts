import path from 'node:path';
import { below, isRecord, lookUp, printable } from 'dtospec/internal';
import { InputError } from '../command.js';

type ReadPart = (source: string) => Promise<unknown>;

const FILES = 'x-files';

interface Reference {
  readonly holder: Record<string, unknown>;
  readonly key: string;
  readonly scope: string;
}

interface Part {
  readonly content: unknown;
  readonly pointer: string;
  readonly references: readonly Reference[];
  readonly named: ReadonlyMap<string, string>;
}

/**
 * Bundles the files that a document refers to under `x-files`, and rewrites references to pointers. Changes
 * the parsed files.
 * @param source path, `revision:path` or URL of the document; references are relative to it
 * @throws InputError for a file that cannot be read
 */
export async function bundle(
  document: Record<string, unknown>,
  source: string,
  read: ReadPart,
): Promise<Record<string, unknown>> {
  const parts = new Map<string, Part>([[source, describePart(document, '#')]]);
  const files: Record<string, unknown> = {};
  // The loop also visits files that are added during the loop.
  for (const [from, part] of parts) {
    const wanted = part.references.map(({ holder, key }) => fileOf(String(holder[key]), from, part));
    const missing = [...new Set(wanted)].filter((file) => file !== undefined && !parts.has(file));
    for (let first = 0; first < missing.length; first += AT_ONCE)
      await Promise.all(
        missing.slice(first, first + AT_ONCE).map(async (file = '') => {
          const name = componentName(file, source);
          files[name] = await readPart(file, from, read);
          parts.set(file, describePart(files[name], below('#', FILES, name)));
        }),
      );
  }
  for (const [from, part] of parts)
    for (const { holder, key, scope } of part.references) {
      const reference = String(holder[key]);
      const file = fileOf(reference, from, part);
      const target = file === undefined ? part : parts.get(file);
      if (target !== undefined) holder[key] = pointerTo(reference, target, file === undefined ? scope : '');
    }
  return parts.size === 1 ? document : { ...document, [FILES]: files };
}

export function originOf(pointer: string, source: string): { source: string; pointer: string } {
  const [, name, rest = ''] = /^#\/x-files\/([^/]+)(\/.*)?$/.exec(pointer) ?? [];
  if (name === undefined) return { source, pointer };
  return {
    source: resolveFile(name.replaceAll('~1', '/').replaceAll('~0', '~'), source),
    pointer: `#${rest}`,
  };
}

const AT_ONCE = 16;

async function readPart(file: string, from: string, read: ReadPart): Promise<unknown> {
  try {
    return await read(file);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${printable(from)} refers to ${printable(file)}. ${error.message}`, {
      cause: error,
    });
  }
}

function fileOf(reference: string, from: string, { named }: Part): string | undefined {
  const [file = ''] = reference.split('#');
  return file === '' || named.has(file) ? undefined : resolveFile(file, from);
}

function resolveFile(file: string, from: string): string {
  if (isUrl(file)) return file;
  if (isUrl(from)) return new URL(file, from).href;
  const decoded = decodeFile(file);
  const [, revision = '', base = from] = REVISION.exec(from) ?? [];
  return revision + path.posix.join(path.posix.dirname(base.replaceAll('\\', '/')), decoded);
}

export function isUrl(source: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(source);
}

/** Matches a path with a git revision, such as `main:openapi.yaml`. */
const REVISION = /^([^:]{2,}:)(.*)$/s;

function decodeFile(file: string): string {
  try {
    return decodeURIComponent(file);
  } catch {
    return file;
  }
}

/** Returns the path of a file relative to the document, which is the same in each revision. */
function componentName(file: string, source: string): string {
  const isNear = isUrl(file) && isUrl(source) && new URL(file).origin === new URL(source).origin;
  if (isUrl(file) && !isNear) return decodeFile(file);
  const bare = (name: string): string => (isNear ? new URL(name).pathname : name.replace(REVISION, '$2'));
  return decodeFile(path.posix.relative(path.posix.dirname(bare(source)), bare(file)));
}

function pointerTo(reference: string, { content, pointer, named }: Part, scope: string): string {
  const hash = reference.indexOf('#');
  const [file, fragment] = hash < 0 ? [reference, '#'] : [reference.slice(0, hash), reference.slice(hash)];
  const base = named.get(file) ?? scope;
  if (fragment !== '#' && !fragment.startsWith('#/'))
    return pointer + (named.get(base + fragment) ?? named.get(fragment) ?? fragment).slice(1);
  // A reference beside an $id is relative to the $id (JSON Schema 2020-12, 8.2.1). Many documents do not
  // follow this rule.
  const isInside = base !== '' && lookUp(content, base + fragment.slice(1)) !== undefined;
  return pointer + (isInside ? base.slice(1) : '') + fragment.slice(1);
}

function describePart(content: unknown, pointer: string): Part {
  const references: Reference[] = [];
  const named = new Map<string, string>();
  const seen = new Set<unknown>();
  const isOne = isRecord(content) && Object.keys(content).some((key) => FIELDS.has(key));
  const walk = (value: unknown, place: string, scope: string, areNames: boolean): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) walk(item, below(place, index), scope, false);
    else if (isRecord(value)) walkMembers(value, place, scope, areNames);
  };
  const walkMembers = (
    object: Record<string, unknown>,
    place: string,
    scope: string,
    areNames: boolean,
  ): void => {
    const hasId = !areNames && typeof object.$id === 'string';
    const innerScope = hasId ? place : scope;
    if (innerScope !== scope) named.set(String(object.$id).replace(/#$/, ''), place);
    // A file of several schemas may have a schema called `default`.
    const mayHoldData = !areNames && (place !== '#' || isOne);
    for (const [key, item] of Object.entries(object)) {
      if (mayHoldData && isData(key, item)) continue;
      if (areNames || typeof item !== 'string')
        walk(item, below(place, key), innerScope, !areNames && NAMED.has(key));
      else if (key === '$ref') references.push({ holder: object, key, scope: innerScope });
      else if (key === '$anchor' || key === '$dynamicAnchor') {
        named.set(`#${item}`, place);
        named.set(`${innerScope}#${item}`, place);
      }
    }
  };
  walk(content, '#', '', false);
  return { content, pointer, references, named };
}

/**
 * Returns whether a member is data, whose references mean
 * nothing. `examples` of a component are objects by name.
 */
function isData(key: string, item: unknown): boolean {
  if (key === 'examples') return !isRecord(item);
  return DATA.has(key) || key.startsWith('x-');
}

const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);

const FIELDS: ReadonlySet<string> = new Set([
  'openapi',
  'description',
  'summary',
  '$ref',
  'type',
  'properties',
  'items',
  'allOf',
  'anyOf',
  'oneOf',
  'enum',
  'schema',
  'content',
  'get',
  'put',
  'post',
  'patch',
  'delete',
]);

const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
  'examples',
  'paths',
  'webhooks',
  'schemas',
  'responses',
  'parameters',
  'requestBodies',
  'headers',
  'content',
  'links',
  'callbacks',
  'pathItems',
  'mediaTypes',
  'securitySchemes',
  'encoding',
  'additionalOperations',
]);
