import type { UISettings } from './settings.js';
import type { ViewerFile } from './viewer-file.js';

/** Where the page finds a viewer's script. */
export interface ViewerScript {
  /** Relative to the page for the local viewer, else absolute. */
  readonly url: string;
  readonly source: 'cdn' | 'local';
  /** Subresource integrity, or empty. */
  readonly integrity: string;
}

const CDN = 'https://cdn.jsdelivr.net/npm/@scalar/api-reference';

export function cdnScript(ui: UISettings): ViewerScript {
  // Encoded, a version can neither leave the package's folder nor the policy's source list.
  const version = encodeURIComponent(ui.viewerVersion);
  return {
    url: `${CDN}@${version}/dist/browser/standalone.js`,
    source: 'cdn',
    integrity: ui.viewerIntegrity,
  };
}

export function localScript(url: string, { integrity }: ViewerFile): ViewerScript {
  return { url, source: 'local', integrity };
}

/** What admits a script to the page: the CDN's one address, or the content of our own file (CSP 3, 6.7.2.5). */
export function policySource({ source, url, integrity }: ViewerScript): string {
  return source === 'cdn' ? url : `'${integrity}'`;
}
