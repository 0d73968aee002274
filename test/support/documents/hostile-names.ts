/** Names with which the author of a document attacks those who read a report. Each has a line of its own, if it may. */
export const HOSTILE_NAMES = [
  'a\nNEWLINE of its own',
  'b\r\n::error file=x::COMMAND',
  '::add-mask::COMMAND',
  'c\n   ::set-output name=x::COMMAND',
  'd ##[add-mask]x',
  'e\n##vso[task.setvariable variable=x]y',
  'f\u001b[31m\u001b]8;;http://evil.example\u0007link',
  'g\u009b2J\u0085NEWLINE',
  'h\u202eevil\u2066x',
  'i\u2028NEWLINE\u2029NEWLINE',
  'j\rNEWLINE\u0000\b\b',
  'k<img src=x onerror=alert(1)>|x|\n# NEWLINE',
  '```\nNEWLINE\n```',
  ']]>"/><x a="',
  'l\n\n| NEWLINE | a |\n',
  'm\u{e0041}\ufeff\u200b',
];

type Json = Record<string, unknown>;

/** A document with these names everywhere where a document may have names, in the first or the second version. */
export function hostileDocument(names: readonly string[], version: 1 | 2): Json {
  const [first = {}, ...others] = names.map((name) => documentOf(name, version));
  return others.reduce(merge, first);
}

function merge(one: Json, other: Json): Json {
  const merged = Object.entries(other).map(([key, value]) => {
    const known = one[key];
    const areObjects = [known, value].every((each) => typeof each === 'object' && !Array.isArray(each));
    return [key, areObjects ? merge(known as Json, value as Json) : value] as const;
  });
  return { ...one, ...Object.fromEntries(merged) };
}

function documentOf(name: string, version: 1 | 2): Json {
  const isOld = version === 1;
  const value = (text: string): Json => ({
    type: 'string',
    enum: isOld ? [text, `${text}1`] : [text],
    default: text,
    description: text,
    pattern: isOld ? text : `${text}x`,
    [`x-${name}`]: name,
  });
  const schema = {
    type: 'object',
    required: isOld ? [] : [name],
    properties: { [name]: value(name), ...(isOld && { [`${name}2`]: { type: 'string' } }) },
    discriminator: { propertyName: name },
    additionalProperties: isOld ? { const: name } : { const: `${name}3` },
  };
  const content = {
    [name]: { schema },
    'application/json': { schema: { $ref: '#/components/schemas/Thing' } },
  };
  const operation = {
    operationId: `${name}${version}`,
    summary: name,
    tags: [name],
    parameters: [
      { name, in: 'query', required: !isOld, schema: value(name) },
      { name: `X-${name}`, in: 'header', schema: value(name) },
    ],
    requestBody: { required: !isOld, content },
    responses: {
      200: { description: name, content, headers: { [name]: { schema: value(name) } } },
      [name]: {},
    },
    security: [{ [name]: [isOld ? 'read' : name] }],
    callbacks: { [name]: { [name]: {} } },
  };
  return {
    openapi: '3.1.0',
    info: { title: name, version: `${name}${version}` },
    servers: [{ url: `https://a.example/${isOld ? '' : name}` }],
    tags: [{ name }],
    paths: {
      [`/${name}`]: { get: operation, ...(isOld && { delete: operation }) },
    },
    components: {
      schemas: { Thing: { type: 'object', properties: { [name]: value(name) } }, [name]: schema },
      securitySchemes: { [name]: { type: isOld ? 'http' : name, scheme: name } },
    },
    [name]: name,
  };
}

const UNPRINTABLE = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** Throws unless terminals, CI systems and readers of Markdown see a report as text. */
export function expectPrintable(text: string, format = 'text'): void {
  expect(UNPRINTABLE.exec(text)?.[0]).toBeUndefined();
  expect(text).not.toMatch(/##(?:vso|teamcity)?\[/);
  const lines = text.split('\n');
  const isFinding = (line: string): boolean => /^::(?:error|warning|notice) [^:]*::/.test(line);
  for (const line of lines) {
    expect(line).not.toMatch(/^[\s|#>*-]*NEWLINE/);
    if (/^\s*::/.test(line)) expect([line, format === 'github' && isFinding(line)]).toEqual([line, true]);
    if (format === 'github' && line !== '') expect([line, isFinding(line)]).toEqual([line, true]);
    if (format === 'junit') expect(line).toMatch(/^\s*<[^<>]*>(?:<[^<>]*>)*$|^$/);
    if (format === 'markdown' || format === 'changelog')
      expect(line.replace(/(`+)(?!`).*?(?<!`)\1(?!`)/g, '')).not.toMatch(
        /(?<!\\)<(?!\/?(?:details|summary))/,
      );
  }
}
