const DAY = 86_400_000;
/** Of dates in one document or list many are of few days: some years of them are remembered, in 200 KB at most. */
const MAX_DAYS = 4096;
const days = new Map<number, string>();

/** The parts of a time of day, made with the first date. */
let clock: { readonly minutes: readonly string[]; readonly seconds: readonly string[] } | undefined;

/**
 * What `new Date(time).toISOString()` gives, ten times as fast: that one formats each of seven numbers anew.
 * @param time milliseconds since the epoch, of a valid date
 */
export function isoText(time: number): string {
  const { minutes, seconds } = (clock ??= makeClock());
  const day = Math.floor(time / DAY);
  const inDay = time - day * DAY;
  const minute = Math.floor(inDay / 60_000);
  const inMinute = inDay - minute * 60_000;
  const second = Math.floor(inMinute / 1000);
  const milli = inMinute - second * 1000;
  return `${textOfDay(day)}${minutes[minute]}${seconds[second]}${milli < 100 ? (milli < 10 ? '00' : '0') : ''}${milli}Z`;
}

/** `2026-11-22T`, with a sign and six digits for a year that four digits cannot say. */
function textOfDay(day: number): string {
  const known = days.get(day);
  if (known !== undefined) return known;
  if (days.size >= MAX_DAYS) days.clear();
  const text = new Date(day * DAY).toISOString().slice(0, -'00:00:00.000Z'.length);
  days.set(day, text);
  return text;
}

function makeClock(): NonNullable<typeof clock> {
  const two = (value: number): string => String(value).padStart(2, '0');
  return {
    minutes: Array.from(
      { length: 1440 },
      (_, minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}:`,
    ),
    seconds: Array.from({ length: 60 }, (_, second) => `${two(second)}.`),
  };
}
