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
    source: JSON.stringify(document),
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
    .filter((finding) => !isOfNamedMediaType(finding));
}

// OpenAPI 3.2 names Media Type Objects and lets `content` refer to one (4.8.7, 4.8.14), as its meta-schema says; Redocly
// 2.64 takes each for a whole `content` instead.
function isOfNamedMediaType({ place, rule }) {
  return (
    place.startsWith('#/components/mediaTypes/') ||
    (rule === 'spec-strict-refs' && /\/content\/[^/]+\/\$ref$/.test(place))
  );
}

/** A document of ours is complete in itself: a reference out of it is a mistake, and nothing is fetched for it. */
function withoutFiles(BaseResolver) {
  const resolver = new BaseResolver();
  resolver.loadExternalRef = (reference) =>
    Promise.reject(new Error(`reference out of the document: ${reference}`));
  return resolver;
}
