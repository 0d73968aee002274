import { isTimeZone } from 'class-validator';

/**
 * Names of time zones beside those that `Intl` lists itself, by their area: links of the time zone database,
 * which one version of `Intl` lists and another only takes, and the abbreviations of ICU.
 */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  '':
    'ACT AET AGT ART AST BET BST CAT CET CNT CST CST6CDT CTT Cuba EAT ECT EET EST EST5EDT Egypt ' +
    'Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong IET IST Iceland Iran Israel ' +
    'JST Jamaica Japan Kwajalein Libya MET MIT MST MST7MDT NET NST NZ NZ-CHAT Navajo PLT PNT ' +
    'PRC PRT PST PST8PDT Poland Portugal ROC ROK SST Singapore Turkey UCT UTC Universal VST ' +
    'W-SU WET Zulu',
  Africa: 'Asmara Asmera Timbuktu',
  'America/Argentina': 'Buenos_Aires Catamarca ComodRivadavia Cordoba Jujuy Mendoza',
  America:
    'Atikokan Atka Buenos_Aires Catamarca Coral_Harbour Cordoba Ensenada Fort_Wayne Godthab ' +
    'Indianapolis Jujuy Knox_IN Kralendijk Louisville Lower_Princes Marigot Mendoza Montreal ' +
    'Nipigon Nuuk Pangnirtung Porto_Acre Rainy_River Rosario Santa_Isabel Shiprock ' +
    'St_Barthelemy Thunder_Bay Virgin Yellowknife',
  'America/Indiana': 'Indianapolis',
  'America/Kentucky': 'Louisville',
  Antarctica: 'South_Pole',
  Arctic: 'Longyearbyen',
  Asia:
    'Ashkhabad Calcutta Choibalsan Chongqing Chungking Dacca Harbin Ho_Chi_Minh Istanbul ' +
    'Kashgar Kathmandu Katmandu Kolkata Macao Rangoon Saigon Tel_Aviv Thimbu Ujung_Pandang ' +
    'Ulan_Bator Yangon',
  Atlantic: 'Faeroe Faroe Jan_Mayen',
  Australia: 'ACT Canberra Currie LHI NSW North Queensland South Tasmania Victoria West Yancowinna',
  Brazil: 'Acre DeNoronha East West',
  Canada: 'Atlantic Central East-Saskatchewan Eastern Mountain Newfoundland Pacific Saskatchewan ' + 'Yukon',
  Chile: 'Continental EasterIsland',
  Etc:
    'GMT GMT+0 GMT+1 GMT+10 GMT+11 GMT+12 GMT+2 GMT+3 GMT+4 GMT+5 GMT+6 GMT+7 GMT+8 GMT+9 GMT-0 ' +
    'GMT-1 GMT-10 GMT-11 GMT-12 GMT-13 GMT-14 GMT-2 GMT-3 GMT-4 GMT-5 GMT-6 GMT-7 GMT-8 GMT-9 ' +
    'GMT0 Greenwich UCT UTC Universal Zulu',
  Europe:
    'Belfast Bratislava Busingen Kiev Kyiv Mariehamn Nicosia Podgorica San_Marino Tiraspol ' +
    'Uzhgorod Vatican Zaporozhye',
  Mexico: 'BajaNorte BajaSur General',
  Pacific: 'Chuuk Enderbury Johnston Kanton Pohnpei Ponape Samoa Truk Yap',
  SystemV: 'AST4 AST4ADT CST6 CST6CDT EST5 EST5EDT HST10 MST7 MST7MDT PST8 PST8PDT YST9 YST9YDT',
  US:
    'Alaska Aleutian Arizona Central East-Indiana Eastern Hawaii Indiana-Starke Michigan ' +
    'Mountain Pacific Pacific-New Samoa',
};

let names: readonly string[] | undefined;

/** All names of time zones that the installed `Intl` takes, in their own spelling; found once, when first needed. */
export function timeZoneNames(): readonly string[] {
  const others = Object.entries(OTHER_NAMES).flatMap(([area, list]) =>
    list.split(' ').map((name) => (area === '' ? name : `${area}/${name}`)),
  );
  return (names ??= [...new Set([...Intl.supportedValuesOf('timeZone'), ...others])]
    .filter(isTimeZone)
    .sort());
}

const HOUR = '[+-](?:[01]\\d|2[0-3])';
const MINUTE = '[0-5]\\d';
const OFFSETS: readonly (readonly [probe: string, pattern: string])[] = [
  ['+01', HOUR],
  ['+0100', HOUR + MINUTE],
  ['+01:00', `${HOUR}:${MINUTE}`],
];

/** Patterns of the offsets that the installed `Intl` takes: none before ECMA-262 of 2024. */
export function timeZoneOffsets(): readonly string[] {
  return OFFSETS.filter(([probe]) => isTimeZone(probe)).map(([, pattern]) => pattern);
}
