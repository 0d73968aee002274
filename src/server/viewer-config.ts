import type { JsonValue } from '../spec/config.js';
import type { UISettings } from './settings.js';

/** What the viewer would do of its own accord for others than the reader (design 6). */
const QUIET: Readonly<Record<string, JsonValue>> = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};

/** The configuration that the page hands to the viewer (seed 2.7, 4.1). */
export function viewerConfig(ui: UISettings): Record<string, JsonValue> {
  const { theme, darkMode, layout, showSidebar } = ui;
  return { theme, darkMode, layout, showSidebar, ...QUIET, ...ui.viewerOptions };
}
