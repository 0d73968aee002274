import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Converter, ReflectionKind } from 'typedoc';
import { bundledEntries, isPublic, PACKAGES } from '../../../scripts/lib/entry-points.mjs';

const at = (file) => fileURLToPath(new URL(`../../../${file}`, import.meta.url));

/** What users import from, by its declarations: half the work of reading the sources, and what editors show. */
const entryPoints = Object.entries(PACKAGES)
  .flatMap(([packageName, { folder }]) =>
    Object.keys(bundledEntries(packageName)).map((name) => [
      path.normalize(at(`${folder}/dist/${name}.d.ts`)),
      name === 'index' ? packageName : `${packageName}/${name}`,
    ]),
  )
  .filter(([, name]) => isPublic(name));

/** Modules are called as they are imported, not by where their declarations are. */
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
  tsconfig: at('docs/site/api/tsconfig.json'),
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
  logLevel: 'Warn',
  // Where a {@link} leads nowhere; types that the package keeps to itself have no page.
  validation: { invalidLink: true, notExported: false, notDocumented: false },
  treatWarningsAsErrors: true,
};
