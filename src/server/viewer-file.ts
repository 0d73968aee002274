import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The viewer as one script for browsers, among the files that the package exports. */
const BUNDLE = '@scalar/api-reference/browser/standalone.js';

/** `ui.viewerSource` is `'local'`, and the viewer's package is not there. */
export class ViewerNotInstalledError extends Error {
  constructor(cause: unknown) {
    super(
      "ui.viewerSource is 'local', but @scalar/api-reference is not installed: " +
        "run `npm install @scalar/api-reference`, or leave ui.viewerSource at 'cdn'.",
      { cause },
    );
    this.name = 'ViewerNotInstalledError';
  }
}

/** The installed viewer. */
export interface ViewerFile {
  /** Below the docs' base; changes with the content, so it may be cached for ever. */
  readonly path: string;
  readonly body: Uint8Array;
}

/** Finds the installed viewer's file, as seen from this package, then from the application. */
export function findViewer(): string {
  const places = [__filename, join(process.cwd(), 'package.json')];
  let cause: unknown;
  for (const place of places) {
    try {
      return createRequire(place).resolve(BUNDLE);
    } catch (error) {
      cause = error;
    }
  }
  throw new ViewerNotInstalledError(cause);
}

export function readViewer(file: string): ViewerFile {
  const body = readFileSync(file);
  const version = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return { path: `/viewer/${version}/standalone.js`, body };
}
