import type { Format } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';

/** Formats that are read as their standards have them. */
const STANDARD = [
  ...['date', 'time', 'date-time', 'duration', 'uuid', 'ipv4', 'ipv6', 'json-pointer'],
  ...['byte', 'int32', 'int64'],
] as const;

/**
 * Formats that services read more widely than the standard (addresses beyond ASCII, URLs as browsers take them) are
 * asked for their shape only; all others are annotations.
 */
export const FORMATS: Readonly<Record<string, Format>> = {
  ...Object.fromEntries(STANDARD.map((name) => [name, fullFormats[name]])),
  email: /^.+@.+$/su,
  'idn-email': /^.+@.+$/su,
  uri: /^[a-z][a-z0-9+.-]*:/i,
  iri: /^[a-z][a-z0-9+.-]*:/i,
};
