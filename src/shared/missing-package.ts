/**
 * Returns the name of the package that an import did not find:
 * a package may be installed without one that it needs itself.
 *
 * @param expected the package that was imported
 */
export function missingPackage(expected: string, error: unknown): string {
  const { message = '' } = (error ?? {}) as { readonly message?: string };
  return /^Cannot find (?:package|module) '((?:@[^/']+\/)?[^/'.][^/']*)/.exec(message)?.[1] ?? expected;
}
