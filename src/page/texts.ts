import type { DocsTexts } from '../documents/openapi/docs-texts.js';

export const ENGLISH: DocsTexts = {
  loading: 'Loading the documentation',
  stillLoading: 'Still loading. The raw description is at hand: {json}.',
  needsScript:
    'The interactive documentation needs JavaScript. The API description itself does not: {json} or {yaml}.',
  failed: 'The documentation could not be shown',
  documentIsHere: 'The API description itself is here:',
  asJSON: 'OpenAPI as JSON',
  asYAML: 'OpenAPI as YAML',
  documentRefused: 'The server answered {status} to the request for the API description.',
  documentUnreachable: 'The API description could not be fetched from this server.',
  viewerBlocked:
    'The interactive viewer could not be loaded from {host}: it may be blocked, or this version of it may not exist.',
  viewerSilent: 'The interactive viewer does not come from {host}: it does not answer.',
  notTheViewer: 'What was loaded from {host} is not the viewer, or older than this page needs.',
  viewerScriptFailed: 'The viewerScript of this page has failed: {reason}',
  documents: 'Documents',
  signInHint: 'This documentation is protected. Enter the key that you were given.',
  keyLabel: 'Key',
  signIn: 'Sign in',
  keyRefused: 'That key does not open this documentation.',
  signOut: 'Sign out',
};
