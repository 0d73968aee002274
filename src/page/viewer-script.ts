import type { PagePlaces } from './places.js';
import type { UISettings } from './settings.js';
import type { ViewerFile } from './viewer-file.js';
import { VIEWER_KINDS } from './viewer-kinds.js';

/** Where the page finds a viewer's script. */
export interface ViewerScript {
  /** Relative to the page for the local viewer, else absolute. */
  readonly url: string;
  readonly source: 'cdn' | 'local';
  /** Subresource integrity, or empty. */
  readonly integrity: string;
  /** Relative to the page, where its styles are apart. */
  readonly style?: string;
}

export function cdnScripts(ui: UISettings): ViewerScript[] {
  const { cdn } = VIEWER_KINDS[ui.viewer];
  if (cdn === undefined || ui.viewerSource !== 'cdn') return [];
  // Encoded, a version can neither leave the package's folder nor the policy's source list.
  const version = encodeURIComponent(ui.viewerVersion);
  return [{ url: cdn(version), source: 'cdn', integrity: ui.viewerIntegrity }];
}

export function localScript(places: PagePlaces, { version, integrity, style }: ViewerFile): ViewerScript {
  return {
    url: places.viewer(version),
    source: 'local',
    integrity,
    ...(style && { style: places.style(version) }),
  };
}

/** What admits a script to the page: the CDN's one address, or the content of our own file (CSP 3, 6.7.2.5). */
export function policySource({ source, url, integrity }: ViewerScript): string {
  return source === 'cdn' ? url : `'${integrity}'`;
}
