/** Returns the media type in lower case, without `charset`, which means nothing for JSON and for UTF-8 text. */
export function mediaTypeName(name: string): string {
  const [type = '', ...parameters] = name.split(';').map((part) => part.trim());
  const kept = parameters.filter((parameter) => parameter !== '' && !/^charset\s*=/i.test(parameter));
  return [type.toLowerCase(), ...kept].join('; ');
}

export function isTextMediaType(name: string): boolean {
  const [type = ''] = name.split(';');
  return !/[/+](json|yaml|x-yaml|jsonl|x-ndjson|json-seq|event-stream|cbor|msgpack)$|\*$/.test(type.trim());
}
