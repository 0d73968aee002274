import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuiltDocs, type DocsView, OPENAPI_VERSIONS } from 'dtospec/internal';
import { choiceOf, InputError, type OptionValues } from '../command.js';
import { isApplication, loadExport, make, NEST_EXPORTS } from './load-module.js';
import { parseJson } from './read-source.js';

/** Export names in order of preference. `makeDocs` precedes `docs`, which may lack operations. */
export const DOCS_EXPORTS = ['makeDocs', 'docs', ...NEST_EXPORTS];

export const DOCS_OPTIONS = {
  '--export <name>': `The export [${DOCS_EXPORTS.join(', ')}]`,
  '--openapi <3.0|3.1|3.2>': "The version of OpenAPI [the module's]",
  '--view <name>': 'A view of the docs instead of the whole',
};

export async function loadDocs(file: string, options: OptionValues, cwd: string): Promise<BuiltDocs> {
  const openapi = choiceOf(options, 'openapi', OPENAPI_VERSIONS);
  const docs = await exportedDocs(file, options.export as string | undefined, cwd);
  const wanted = typeof options.view === 'string' ? viewOf(docs, options.view, file) : docs;
  return openapi === undefined ? wanted : wanted.inVersion(openapi);
}

export const REMEDY = `no docs. Export docs from a module that does not listen:
  export const docs = new Docs({ … });
For a Nest application, export a function that makes it: export async function createApp(options) { … }.`;

async function exportedDocs(file: string, name: string | undefined, cwd: string): Promise<BuiltDocs> {
  const exported = await loadExport(file, name, DOCS_EXPORTS, REMEDY, cwd);
  const value = await make(exported, file, cwd);
  if (isDocs(value)) return value;
  if (isApplication(value)) {
    const { docsOfModule } = await import('dtospec/internal/nest');
    return docsOfModule(value, await packageInfo(path.resolve(cwd, file)));
  }
  throw new InputError(
    `${exported.name} of ${file} must be a Docs, a Nest application, or a function that returns one.`,
  );
}

/**
 * Returns name and version of the package that contains a file. A compiler may write package.json files
 * without a name.
 */
export async function packageInfo(file: string): Promise<{ title: string; version: string }> {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const manifest = path.join(folder, 'package.json');
    const text = await readFile(manifest, 'utf8').catch(() => '{}');
    const { name, version = '1.0.0' } = parseJson(text, manifest) as Partial<
      Record<'name' | 'version', string>
    >;
    if (name !== undefined) return { title: name, version };
    if (folder === path.dirname(folder)) return { title: 'api', version };
  }
}

export function isDocs(value: unknown): value is BuiltDocs {
  const { buildSpec, specJSON, inVersion } = (value ?? {}) as Partial<Record<string, unknown>>;
  return [buildSpec, specJSON, inVersion].every((method) => typeof method === 'function');
}

export function viewOf(docs: BuiltDocs, name: string, file: string): BuiltDocs {
  const { views = [] } = docs as { readonly views?: readonly DocsView[] };
  const view = views.find((view) => view.name === name);
  if (view !== undefined) return view;
  const names = views.map((view) => view.name).join(', ');
  throw new InputError(
    `The docs of ${file} have no view ${JSON.stringify(name)}. Views: ${names || 'none'}.`,
  );
}
