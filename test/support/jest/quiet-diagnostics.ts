/**
 * Hides the process warning of diagnostics: many tests serve docs with problems on purpose. A spy of a test on
 * `process.emitWarning` still receives it.
 */
const { emitWarning } = process;

process.emitWarning = ((warning: string | Error, options?: { code?: string }) => {
  if (options?.code !== 'DTOSPEC_DIAGNOSTICS') emitWarning.call(process, warning, options as never);
}) as typeof process.emitWarning;
