import type { Finding } from '../shared/diagnostics.js';
import type { NestInside } from './nest-internals.js';
import { isResponseWatch } from './response-watch.js';

/** The calls on the application that decide the document, and what each of them sets. */
const SETTINGS: Readonly<Record<string, (config: NestInside['config']) => unknown>> = {
  setGlobalPrefix: prefixIn,
  enableVersioning: (config) => config.getVersioning(),
  useGlobalPipes: (config) => config.getGlobalPipes().length,
  useGlobalGuards: (config) => config.getGlobalGuards().length,
  useGlobalFilters: (config) => config.getGlobalFilters().length,
  useGlobalInterceptors: (config) =>
    config.getGlobalInterceptors().filter((interceptor) => !isResponseWatch(interceptor)).length,
};

/** Returns the prefix and the routes that it excludes, as one text. */
function prefixIn(config: NestInside['config']): string {
  const prefix = config.getGlobalPrefix();
  if (prefix === '') return '';
  const { exclude = [] } = config.getGlobalPrefixOptions();
  return [prefix, ...exclude.map(({ path, requestMethod }) => `${requestMethod} ${path}`)].join('\n');
}

/** Returns a function that reports the settings which the application has changed since. */
export function settingsWatch({ config }: NestInside): () => readonly Finding[] {
  const before = Object.entries(SETTINGS).map(([name, read]) => [name, read, read(config)] as const);
  return () =>
    before
      .filter(([, read, value]) => read(config) !== value)
      .map(([name]) => ({
        code: 'set-after-nest-docs',
        message: `app.${name}() was called after nestDocs(app), so the document lacks what it sets. Call nestDocs after it.`,
        place: 'nestDocs',
        detail: name,
      }));
}
