/** The parts of `globalThis` that show whether the runtime is supported. */
interface RuntimeGlobals {
  readonly File?: unknown;
  readonly process?: { readonly version?: string };
}

/**
 * Returns the error for a runtime that is too old, or undefined: Node.js 18 lacks `File`, which the modules
 * of this package use when they are imported.
 */
export function unsupportedRuntime(globals: RuntimeGlobals = globalThis): string | undefined {
  if (globals.File !== undefined) return undefined;
  const version = globals.process?.version;
  return `dtospec needs Node.js 20.18.1 or later${version === undefined ? '' : `, not ${version}`}.`;
}
