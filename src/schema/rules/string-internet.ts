import { email } from './email.js';
import { hostName, type Options } from './host.js';
import { optionsOf, text, textAtLeast } from './say.js';
import type { RuleSchema, RuleTable } from './types.js';
import { url } from './url.js';

/** Host names, e-mail addresses and URLs. */
export const stringInternetRules: RuleTable = {
  isFqdn: ([options]) => fqdn(optionsOf(options)),
  isEmail: ([options]) => email(optionsOf(options)),
  isUrl: ([options]) => url(optionsOf(options)),
};

function fqdn(options: Options): RuleSchema {
  const wildcard = options.allow_wildcard === true ? '(?:\\*\\.)?' : '';
  const dot = options.allow_trailing_dot ? '\\.?' : '';
  const pattern = `^${wildcard}${hostName(options, `${dot}$`)}${dot}$`;
  if (options.ignore_max_length) return text(pattern);
  // The 63 characters of a label are counted in UTF-16 units.
  return textAtLeast(pattern, 'characters beyond U+FFFF count twice in the length of a label');
}
