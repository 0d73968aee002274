const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';

/** Four decimal octets. */
export const IPV4 = `(?:${OCTET}\\.){3}${OCTET}`;

const GROUP = '[0-9A-Fa-f]{1,4}';

/** Eight groups, one run of them left out by `::`, the last two perhaps written as IPv4, and a zone. */
export function ipv6(): string {
  const shortened = [5, 4, 3, 2, 1].map(
    (before) =>
      `(?:${GROUP}:){${before}}(?:(?::${GROUP}){0,${5 - before}}:${IPV4}|(?::${GROUP}){1,${7 - before}}|:)`,
  );
  const forms = [
    `(?:${GROUP}:){7}(?:${GROUP}|:)`,
    `(?:${GROUP}:){6}(?:${IPV4}|:${GROUP}|:)`,
    ...shortened,
    `:(?:(?::${GROUP}){0,5}:${IPV4}|(?::${GROUP}){1,7}|:)`,
  ];
  return `(?:${forms.join('|')})(?:%[0-9a-zA-Z.]+)?`;
}
