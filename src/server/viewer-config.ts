import type { JsonValue } from '../spec/config.js';
import type { UISettings } from './settings.js';

/** What the viewer would do of its own accord for others than the reader. */
const QUIET: Readonly<Record<string, JsonValue>> = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};

/** A class's fields in the order in which they are declared. */
const ORDER: Readonly<Record<string, JsonValue>> = { orderSchemaPropertiesBy: 'preserve' };

/** The configuration that the page hands to the viewer. */
export function viewerConfig(ui: UISettings): Record<string, JsonValue> {
  const { theme, darkMode, layout, showSidebar } = ui;
  const mode: Record<string, JsonValue> = darkMode === undefined ? {} : { darkMode };
  return { theme, ...mode, layout, showSidebar, ...QUIET, ...ORDER, ...ui.viewerOptions };
}
