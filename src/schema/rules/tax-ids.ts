/** What the validator drops from a tax number before it looks at it. */
const SIGNS = '[-\\\\/!@#$%^&*()+=[\\]]*';

/** Tax numbers by locale, without their check digits. */
export const TAX_IDS: Readonly<Record<string, RegExp>> = {
  'bg-BG': /^\d{10}$/,
  'cs-CZ': /^\d{6}\/?\d{3,4}$/,
  'de-AT': spaced(SIGNS, '\\d', 9),
  'de-DE': spaced('[\\\\/]*', '\\d', 10, '[1-9]'),
  'dk-DK': /^\d{6}-?\d{4}$/,
  'el-CY': /^[09]\d{7}[A-Z]$/,
  'el-GR': /^[0-47-9]\d{8}$/,
  'en-CA': /^\d{9}$/,
  'en-GB': /^(?:\d{10}|(?!GB|NK|TN|ZZ)[ABCEGHJ-PRSTW-Z][ABCEGHJ-NPRSTW-Z]\d{6}[ABCD ])$/i,
  'en-IE': /^\d{7}[A-W][A-IW]?$/i,
  // The validator's own expression is open at both ends, but its check digit fails for any other length.
  'es-AR': /^(?:2[0347]|3[034])\d{9}$/,
  'es-ES': /^(?:\d{0,8}|[XYZKLM]\d{7})[A-HJ-NP-TV-Z]$/i,
  'et-EE': /^[1-6]\d{6}(?!000|71[1-9]|7[2-9]|[89])\d{4}$/,
  'fi-FI': /^\d{6}[-+A]\d{3}[0-9A-FHJ-NPR-Y]$/i,
  'fr-BE': spaced(SIGNS, '\\d', 11),
  'fr-CA': /^\d{9}$/,
  'fr-FR': /^[0-3]\d(?:\d{11}|\s\d{2}(?:\s\d{3}){3})$/,
  'fr-LU': /^\d{13}$/,
  'hr-HR': /^\d{11}$/,
  'hu-HU': /^8\d{9}$/,
  'it-IT': /^[A-Z]{6}[L-NP-V\d]{2}[A-EHLMPRST][L-NP-V\d]{2}[A-ILMZ][L-NP-V\d]{3}[A-Z]$/i,
  'lb-LU': /^\d{13}$/,
  'lt-LT': /^[1-6]\d{6}(?!000|71[1-9]|7[2-9]|[89])\d{4}$/,
  'lv-LV': /^\d{6}-?\d{5}$/,
  'mt-MT': /^(?:\d{3,7}[ABGHLMPZabghlmpz]|([1-8])\1\d{7})$/,
  'nl-BE': spaced(SIGNS, '\\d', 11),
  'nl-NL': /^\d{9}$/,
  'pl-PL': /^\d{10,11}$/,
  'pt-BR': /^(?:\d{3}\.\d{3}\.\d{3}-\d{2}|\d{11}|[A-Z\d]{12}\d{2})$/i,
  'pt-PT': /^\d{9}$/,
  'ro-RO': /^\d{13}$/,
  'sk-SK': /^\d{6}\/?\d{3,4}$/,
  'sl-SI': /^[1-9]\d{7}$/,
  'sv-SE': /^(?:(?:18|19|20)\d{6}|\d{6})[-+]?\d{4}$/,
  'uk-UA': /^\d{10}$/,
};

function spaced(gap: string, atom: string, count: number, first = ''): RegExp {
  return new RegExp(`^${gap}${first === '' ? '' : first + gap}(?:${atom}${gap}){${count}}$`);
}
