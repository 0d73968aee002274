import { createHash } from 'node:crypto';
import type { JsonValue } from '../spec/config.js';
import type { UISettings } from './settings.js';
import type { ViewerScript } from './viewer-script.js';

/** Hosts that an option of the viewer needs, once somebody switches it on. */
const SWITCHED_ON: readonly {
  readonly option: string;
  readonly isOn: (value: JsonValue) => boolean;
  readonly directive: string;
  readonly source: string;
}[] = [
  {
    option: 'withDefaultFonts',
    isOn: (value) => value === true,
    directive: 'font-src',
    source: 'https://fonts.scalar.com',
  },
  {
    option: 'telemetry',
    isOn: (value) => value === true,
    directive: 'connect-src',
    source: 'https://*.scalar.com',
  },
  {
    option: 'agent',
    isOn: (value) =>
      typeof value === 'object' && value !== null && !('disabled' in value && value.disabled === true),
    directive: 'connect-src',
    source: 'https://*.scalar.com',
  },
];

/** Parts of the page that the policy speaks of. */
export interface PolicySubject {
  readonly ui: UISettings;
  readonly viewer: ViewerScript;
  /** The page's own inline script. */
  readonly script: string;
  /** Origins and schemes that try-it may send to. */
  readonly servers: readonly string[];
}

/**
 * The page's Content-Security-Policy: scripts by hash and by the viewer's one address. Styles cannot
 * be listed: the viewer injects its own, and sets style attributes from scripts (test/browser/csp).
 */
export function contentSecurityPolicy({ ui, viewer, script, servers }: PolicySubject): string {
  const directives = new Map<string, Set<string>>(
    Object.entries({
      'default-src': ["'none'"],
      'script-src': [hashSource(script), viewer.source === 'local' ? "'self'" : viewer.url],
      'style-src': ["'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:', 'https:'],
      'media-src': ["'self'", 'blob:'],
      'font-src': ["'self'", 'data:'],
      'connect-src': ["'self'", ...servers],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'self'"],
    }).map(([name, sources]) => [name, new Set(sources)]),
  );
  for (const { option, isOn, directive, source } of SWITCHED_ON) {
    const value = ui.viewerOptions[option];
    if (value !== undefined && isOn(value)) directives.get(directive)?.add(source);
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}

function hashSource(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}
