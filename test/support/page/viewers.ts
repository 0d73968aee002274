import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');

/** Old versions of the viewer's package, each with its tarball's integrity: the low end of the peer range first. */
const UNPACKED: Readonly<Record<string, string>> = {
  '1.28.1': 'sha512-axhOMIDcDkD7QlFoicfDfILOkEKSPS/P6oiTqnErkTvKifFFhMxzUY/gtjkkbpMmnEi9bnlbM8kPFeRgXiSISA==',
  '1.46.4': 'sha512-EpCcOG15Ry8DKNs/f5AdRA97s1B5kGPekzANpnK0j1IpyU4Sb/mfdyfB00WC+vUo7hfc4BFRSkkiPa5SSM7fng==',
};

/** The newest at the time of the lock file: the installed one. */
const INSTALLED = installedVersion();

export const VIEWER_VERSIONS: readonly string[] = [...Object.keys(UNPACKED), INSTALLED];

/** Unpacks what is not installed; needs the registry the first time, hence for `beforeAll`. */
export function prepareViewers(): void {
  execFileSync(process.execPath, [join(ROOT, 'scripts/prepare.mjs'), 'viewers', JSON.stringify(UNPACKED)]);
}

/** An application's folder in which the version is installed. */
export function viewerApplication(version: string): string {
  return version === INSTALLED ? ROOT : join(ROOT, 'build/viewers', version);
}

/** The script for browsers. */
export function viewerFile(version: string): string {
  return join(viewerApplication(version), 'node_modules/@scalar/api-reference/dist/browser/standalone.js');
}

export function viewerScript(version: string): Buffer {
  return readFileSync(viewerFile(version));
}

function installedVersion(): string {
  const manifest = join(ROOT, 'node_modules/@scalar/api-reference/package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
