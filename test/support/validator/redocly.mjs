const core = () => import('@redocly/openapi-core');

/** What a ruleset of Redocly says against the document. */
export async function lint(document, ruleset) {
  const { BaseResolver, createConfig, detectSpec, lintFromString } = await core();
  try {
    detectSpec(document);
  } catch (error) {
    return [{ validator: 'redocly', place: '#/openapi', rule: 'spec', message: error.message }];
  }
  const problems = await lintFromString({
    source: JSON.stringify(withoutNamedMediaTypes(document), withoutNews),
    config: await createConfig({ extends: [ruleset] }),
    externalRefResolver: withoutFiles(BaseResolver),
  });
  return problems
    .filter((problem) => !problem.ignored)
    .map(({ ruleId, message, location }) => ({
      validator: 'redocly',
      place: location[0]?.pointer ?? '#/',
      rule: ruleId,
      message,
    }))
    .filter((finding) => !isOfNestedEncoding(finding));
}

// OpenAPI 3.2 names Media Type Objects and lets `content` refer to one (4.8.7, 4.8.14), as its meta-schema says; Redocly
// 2.64 takes each for a whole `content` instead. It gets them where they are used, and each as that of a response.
function withoutNamedMediaTypes(document) {
  const { mediaTypes, ...components } = document.components ?? {};
  if (mediaTypes === undefined) return document;
  const nameIn = ($ref) => /^#\/components\/mediaTypes\/(.+)$/.exec(String($ref))?.[1];
  const inline = (value) => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const named = nameIn(value.$ref);
    if (named !== undefined && named in mediaTypes) return mediaTypes[named];
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inline(inner)]));
  };
  const named = Object.entries(mediaTypes).map(([name, mediaType]) => [
    `mediaTypes.${name}`,
    { description: '', content: { 'application/json': mediaType } },
  ]);
  const responses = { ...components.responses, ...Object.fromEntries(named) };
  return inline({ ...document, components: { ...components, responses } });
}

// Encodings of what an encoding holds are of OpenAPI 3.2 (4.15), as its meta-schema says; Redocly 2.64 knows none.
function isOfNestedEncoding({ place, rule }) {
  return (
    rule === 'struct' &&
    /\/(?:encoding\/[^/]+|prefixEncoding\/\d+|itemEncoding)\/(?:encoding|prefixEncoding|itemEncoding)$/.test(
      place,
    )
  );
}

// Redocly 2.64 throws at each scope of that flow ("Unknown type name found: string"), and does not know the style of
// cookies; both are of OpenAPI 3.2 (4.29, 4.12).
function withoutNews(key, value) {
  if (key === 'deviceAuthorization' && typeof value?.scopes === 'object') return { ...value, scopes: {} };
  return key === 'style' && value === 'cookie' ? 'form' : value;
}

/** A document of ours is complete in itself: a reference out of it is a mistake, and nothing is fetched for it. */
function withoutFiles(BaseResolver) {
  const resolver = new BaseResolver();
  resolver.loadExternalRef = (reference) =>
    Promise.reject(new Error(`reference out of the document: ${reference}`));
  return resolver;
}
