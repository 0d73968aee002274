const LOCAL = '#/components/securitySchemes/';

/**
 * Returns the name of the scheme that a requirement names: itself, or that of the component to which a URI
 * within the document leads (OpenAPI 3.2, 4.8.30). Names need no escapes.
 */
export function securitySchemeName(requirement: string): string {
  return requirement.startsWith(LOCAL) ? requirement.slice(LOCAL.length) : requirement;
}

/**
 * Returns whether a requirement is the URI of a scheme in another document, and not a misspelt name such as
 * `staff:admin`: a relative URI begins with a slash or a dot, or has a fragment.
 */
export function isSchemeUri(requirement: string): boolean {
  const isUri = /^(?:[a-z][a-z\d+.-]*:\/\/|urn:|\.{0,2}\/)|#/i.test(requirement);
  return isUri && !requirement.startsWith(LOCAL) && URL.canParse(requirement, 'https://document.example/');
}
