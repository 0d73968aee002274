/**
 * What a change means for whoever relied on the old document: `breaking` where something that it allowed is refused now,
 * or can come now that it ruled out; `unclear` where neither that nor the contrary could be shown.
 */
export type Verdict = 'breaking' | 'compatible' | 'unclear';

/** The least release that may carry the change, by semver.org. An unclear change counts as a breaking one. */
export type Semver = 'major' | 'minor' | 'patch';
