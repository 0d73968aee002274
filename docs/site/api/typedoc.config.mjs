import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Converter, ReflectionKind } from 'typedoc';
import build from '../../../tsdown.config.mjs';

const at = (file) => fileURLToPath(new URL(`../../../${file}`, import.meta.url));

/** What users import from, by source file; the command is described by a guide. */
const entryPoints = Object.entries(build.format.cjs.entry).map(([name, file]) => [
  at(file),
  name === 'index' ? 'dtospec' : `dtospec/${name}`,
]);

/** Modules are called as they are imported, not by where their sources are. */
function nameModules({ converter }) {
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
      const source = project.getSymbolIdFromReflection(module)?.fileName;
      const found = entryPoints.find(([file]) => source && path.resolve(source) === file);
      if (found) module.name = found[1];
    }
  });
}

export default {
  plugin: ['typedoc-plugin-markdown', nameModules],
  tsconfig: at('tsconfig.json'),
  entryPoints: entryPoints.map(([file]) => file),
  out: at('docs/api'),
  entryFileName: 'index',
  readme: 'none',
  excludeInternal: true,
  excludePrivate: true,
  excludeExternals: true,
  disableSources: true,
  skipErrorChecking: true,
  hideBreadcrumbs: true,
  hidePageHeader: true,
  logLevel: 'Error',
};
