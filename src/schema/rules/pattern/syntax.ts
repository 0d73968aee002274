/** A regular expression, as far as its translation needs to know it. */
export type PatternNode =
  | { readonly kind: 'alternatives'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  /** `opening` is `(`, `(?:` or `(?<name>`. */
  | { readonly kind: 'group'; readonly opening: string; readonly body: PatternNode }
  | { readonly kind: 'look'; readonly opening: '(?=' | '(?!' | '(?<=' | '(?<!'; readonly body: PatternNode }
  | {
      readonly kind: 'repeat';
      readonly body: PatternNode;
      readonly min: number;
      readonly max: number;
      readonly lazy: boolean;
    }
  /** `^`, `$`, `\b` or `\B`. */
  | { readonly kind: 'assertion'; readonly source: '^' | '$' | '\\b' | '\\B' }
  | { readonly kind: 'backreference'; readonly source: string }
  /** One character, escape, class or dot: consumes exactly one unit (code point with the `u` flag). */
  | { readonly kind: 'atom'; readonly source: string };

/** Thrown inside the parser for what it does not know; the translation then leaves the pattern open. */
export class UnknownSyntax extends Error {
  constructor(
    readonly source: string,
    readonly offset: number,
  ) {
    super(`Unknown syntax at offset ${offset} of the regular expression /${source}/.`);
    this.name = 'UnknownSyntax';
  }
}
