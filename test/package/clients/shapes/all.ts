import { COMPONENTS } from './components.js';
import { ENUMS } from './enums.js';
import { LISTS } from './lists.js';
import { NULLABLE, NULLABLE_REFS, NULLABLE_UNIONS } from './nullable.js';
import { REFS, SCALARS } from './scalars.js';
import { NEW, ref, type Shape, type Shapes, type Tool, type Version } from './shape.js';
import { UNIONS } from './unions.js';

export const SHAPES: Shapes = {
  ...NULLABLE_REFS,
  ...NULLABLE_UNIONS,
  ...NULLABLE,
  ...UNIONS,
  ...ENUMS,
  ...LISTS,
  ...REFS,
  ...SCALARS,
};

export const VERSIONS = { '3.0': '3.0.3', '3.1': '3.1.0', '3.2': '3.2.0' } as const;

/** The shapes that are asked in a version of OpenAPI. */
export function shapesOf(version: Version): [name: string, shape: Shape][] {
  return inVersion(SHAPES, version);
}

/**
 * What a version of OpenAPI has of a table. A schema of 3.1 is one of 3.2: without DTOSPEC_RUNS each is asked in one of them,
 * by turns.
 */
export function inVersion<T extends { readonly versions: readonly Version[] }>(
  table: Readonly<Record<string, T>>,
  version: Version,
): [name: string, entry: T][] {
  const all = Object.entries(table).filter(([, { versions }]) => versions.includes(version));
  const turn = NEW.indexOf(version);
  if (turn === -1 || process.env.DTOSPEC_RUNS !== undefined) return all;
  return all.filter((_, index) => index % NEW.length === turn);
}

/** A document with an operation for each shape, `POST /Name`, which takes and gives an object whose `value` has it. */
export function documentOf(version: Version, names: readonly string[]): object {
  const schemas = names.map((name) => [
    name,
    { type: 'object', required: ['value'], properties: { value: SHAPES[name]?.schema } },
  ]);
  return {
    openapi: VERSIONS[version],
    info: {
      title: 'Shapes',
      version: '1.0.0',
      description: 'Ways to write a schema',
      contact: { name: 'Nobody', url: 'https://shapes.example' },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: 'https://shapes.example' }],
    security: [],
    tags: [{ name: 'shapes', description: 'All of them' }],
    paths: Object.fromEntries(
      names.map((name) => [`/${name}`, { post: operationOf(name), get: listOf(name) }]),
    ),
    components: { schemas: { ...Object.fromEntries(schemas), ...referredTo(schemas) } },
  };
}

/** A component that nothing refers to is a finding of its own. */
function referredTo(schemas: unknown): object {
  const text = JSON.stringify(schemas);
  return Object.fromEntries(
    Object.entries(COMPONENTS).filter(([name]) => text.includes(`"${ref(name).$ref}"`)),
  );
}

function operationOf(name: string): object {
  const content = { 'application/json': { schema: ref(name) } };
  return {
    operationId: `post${name}`,
    summary: name,
    description: `Takes and gives ${name}.`,
    tags: ['shapes'],
    requestBody: { required: true, content },
    responses: {
      200: { description: 'What was sent', content },
      422: { description: 'What was sent has another shape' },
    },
  };
}

function listOf(name: string): object {
  const content = { 'application/json': { schema: { type: 'array', items: ref(name) } } };
  return {
    operationId: `list${name}`,
    summary: name,
    description: `Lists ${name}.`,
    tags: ['shapes'],
    responses: { 200: { description: 'All of them', content }, 422: { description: 'None' } },
  };
}

/** What the table says that a tool makes of the shapes that it does not read as the others do. */
export function expectedOf(tool: Tool, version: Version): Record<string, string> {
  return othersThanOk(
    Object.fromEntries(shapesOf(version).map(([name, { but }]) => [name, but[tool] ?? 'ok'])),
  );
}

/** Verdicts that say something. */
export function othersThanOk(verdicts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(verdicts).filter(([, verdict]) => verdict !== 'ok'));
}
