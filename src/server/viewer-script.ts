import type { UISettings } from './settings.js';

/** Where the page finds the viewer's script. */
export interface ViewerScript {
  /** Relative to the page for the local viewer, else absolute. */
  readonly url: string;
  readonly source: UISettings['viewerSource'];
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

export function localScript(ui: UISettings, path: string): ViewerScript {
  return { url: `.${path}`, source: 'local', integrity: ui.viewerIntegrity };
}
