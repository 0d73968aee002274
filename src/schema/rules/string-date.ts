import type { Schema } from '../../json-schema/schema.js';
import { anyCase } from './letters.js';
import { always, atLeast, exactly, optionsOf, text } from './say.js';
import { timeZoneNames, timeZoneOffsets } from './time-zones.js';
import type { RuleContext, RuleSchema, RuleTable } from './types.js';

/** Dates and times as text. */
export const stringDateRules: RuleTable = {
  isIso8601: ([options]) => iso8601(optionsOf(options)),
  isDateString: ([options]) => iso8601(optionsOf(options)),
  isRFC3339: () => rfc3339(),
  isMilitaryTime: always(text('^(?:[01]\\d|2[0-3]):?[0-5]\\d$')),
  isTimeZone: (_, context) => timeZone(context),
};

/** Names of zones, declared in their own spelling; the validator takes any case. */
function timeZone({ contract, component }: RuleContext): RuleSchema {
  const offsets = timeZoneOffsets();
  if (contract === 'exact') {
    const names = timeZoneNames().map(anyCase);
    return exactly(component('TimeZone', text(`^(?:${[...names, ...offsets].join('|')})$`).schema));
  }
  const named: Schema = { type: 'string', enum: [...timeZoneNames()] };
  if (offsets.length === 0) return exactly(component('TimeZone', named));
  return exactly(component('TimeZone', { anyOf: [named, text(`^(?:${offsets.join('|')})$`).schema] }));
}

const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = '(?:0[1-9]|[12]\\d|3[01])';
const HOUR = '(?:[01]\\d|2[0-3])';
const SIXTY = '[0-5]\\d';

function rfc3339(): RuleSchema {
  const zone = `(?:[zZ]|[+-]${HOUR}:${SIXTY})`;
  const time = `${HOUR}:${SIXTY}:(?:${SIXTY}|60)(?:\\.\\d+)?`;
  return text(`^\\d{4}-${MONTH}-${DAY}[ tT]${time}${zone}$`, { format: 'date-time' });
}

/**
 * ISO 8601 as the validator reads it: a year alone, weeks and ordinal days pass, seconds may lack their
 * hours, and the blank of the separator may be any white space.
 */
function iso8601({ strict, strictSeparator }: Readonly<Record<string, unknown>>): RuleSchema {
  const ordinal = '(?:00[1-9]|0[1-9]\\d|[12]\\d{2}|3(?:[0-5]\\d|6[1-6]))';
  const week = 'W(?:[0-4]\\d|5[0-3])(?:-?[1-7])?';
  const date = `(?:-?(?:${MONTH}|${week}|${ordinal})|-${MONTH}-${DAY}|${MONTH}${DAY})`;
  const fraction = '(?:[.,]\\d+)';
  const colons = `${HOUR}:${SIXTY}(?:${fraction}|:${SIXTY}${fraction}?)?`;
  const seconds = `(?:${SIXTY}${fraction}?)?`;
  const compact = `(?:(?:${HOUR}(?:${SIXTY})?|24:?00)${fraction}?)?${seconds}`;
  const zone = `(?:[zZ]|[+-]${HOUR}:?(?:${SIXTY})?)?`;
  const time = `${strictSeparator ? 'T' : '[T\\s]'}(?:${colons}|${compact})${zone}`;
  const pattern = `[+-]?\\d{4}(?!\\d{2}\\b)(?:${date}(?:${time})?)?$`;
  if (!strict) return text(`^${pattern}`);
  return atLeast(
    { type: 'string', pattern: `^${IN_CALENDAR}${pattern}` },
    'early years and odd separators are judged by Date',
  );
}

const LEAP = '(?:\\d{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';
/** No 31st of a short month, no 30 February, no 29 February or 366th day in a common year. */
const IN_CALENDAR =
  '(?![+-]?\\d{4}-?(?:(?:0[469]|11)-?31|02-?3[01])(?!\\d))' +
  `(?![+-]?(?!${LEAP})\\d{4}-?02-?29(?!\\d))` +
  `(?!(?!${LEAP})\\d{4}-?366(?:[ T]|$))` +
  // Date moves whole dates of the first century into a later one.
  '(?!(?!\\d{4}-?\\d{3}(?:[ T]|$))[+-]?00\\d{2}-?(?:0[1-9]|1[0-2])-?0*[1-9])' +
  // Behind a sign an ordinal day is read as a month and a day of one digit.
  '(?![+-]\\d{4}-?(?:1[3-9]|[23]\\d)[1-9](?!\\d))';
