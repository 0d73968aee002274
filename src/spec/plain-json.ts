/**
 * A copy as plain JSON: dates as text, nothing undefined, a bigint as a number where one holds it exactly.
 * @throws TypeError for a value that contains itself
 */
export function plainJson<T>(value: T): T {
  const json = JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? plainBigint(member) : member,
  ) as string | undefined;
  return (json === undefined ? undefined : JSON.parse(json)) as T;
}

function plainBigint(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}
