/** A rule about which members a request has. */
export interface MemberRule {
  readonly kind: MemberRuleKind;
  /** The members that it names; `requiredWith` requires the first one if the second one was sent. */
  readonly keys: readonly string[];
}

export type MemberRuleKind = 'atLeastOneOf' | 'exactlyOneOf' | 'requiredWith';

/**
 * Begins the keys of rules about members in class-validator's storage. No documented member has such a name.
 */
export const MEMBER_RULE_PREFIX = 'dtospec:';

export function isMemberRule(key: string): boolean {
  return key.startsWith(MEMBER_RULE_PREFIX);
}

/**
 * Returns the member that a `requiredWith` rule requires;
 * undefined for a rule that different members can fulfil.
 */
export function missingMember(key: string): string | undefined {
  return /^dtospec:requiredWith\((.*?), /u.exec(key)?.[1];
}
