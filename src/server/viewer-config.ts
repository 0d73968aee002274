import type { JsonValue } from '../spec/config.js';
import type { UISettings } from './settings.js';
import { VIEWER_KINDS } from './viewer-kinds.js';

/** The configuration that the page hands to the viewer. */
export function viewerConfig(ui: UISettings): Record<string, JsonValue> {
  return { ...VIEWER_KINDS[ui.viewer].options(ui), ...ui.viewerOptions };
}
