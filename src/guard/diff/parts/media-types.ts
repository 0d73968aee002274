/** The media type in lower case, without the parameter that says nothing of JSON or text that readers take as UTF-8. */
export function mediaTypeName(name: string): string {
  const [type = '', ...parameters] = name.split(';').map((part) => part.trim());
  const kept = parameters.filter((parameter) => parameter !== '' && !/^charset\s*=/i.test(parameter));
  return [type.toLowerCase(), ...kept].join('; ');
}

/** Whether values are written as text, so that the schema says what a number looks like. JSON says it itself. */
export function isTextMediaType(name: string): boolean {
  const [type = ''] = name.split(';');
  return !/[/+](json|yaml|x-yaml|jsonl|x-ndjson|json-seq|event-stream|cbor|msgpack)$|\*$/.test(type.trim());
}

/** The entry for a media type: its own, or the range that covers it (`application/*`, `*\/*`). */
export function coveredBy<T>(name: string, entries: ReadonlyMap<string, T>): T | undefined {
  const [bare = ''] = name.split(';');
  const [type = ''] = bare.split('/');
  return entries.get(name) ?? entries.get(bare) ?? entries.get(`${type}/*`) ?? entries.get('*/*');
}
