import { createRequire } from 'node:module';

/** Returns the version of dtospec-tools, which is also that of dtospec. */
export function toolsVersion(): string {
  return (createRequire(__filename)('dtospec-tools/package.json') as { version: string }).version;
}
