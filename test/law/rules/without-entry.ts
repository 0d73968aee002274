interface RuleWithoutEntry {
  readonly statedBy: 'presence' | 'type' | 'registerRule' | 'nobody';
  readonly reason: string;
}

/** The decorators of class-validator without an entry in the table of rules, by their exported names. */
export const rulesWithoutEntry: Readonly<Record<string, RuleWithoutEntry>> = {
  Allow: {
    statedBy: 'presence',
    reason: 'It checks nothing; it only keeps the property when others are stripped.',
  },
  IsOptional: {
    statedBy: 'presence',
    reason: 'It exempts null and absence from the other rules of the property.',
  },
  ValidateNested: { statedBy: 'type', reason: 'The nested class has a schema of its own.' },
  ValidatePromise: {
    statedBy: 'type',
    reason: 'A promise never travels as JSON; what it resolves to has its own rules.',
  },
  ValidateIf: {
    statedBy: 'nobody',
    reason:
      'Its condition is a function of the whole object; the property’s rules hold only if it returns true.',
  },
  Validate: { statedBy: 'registerRule', reason: 'The constraint class is the application’s code.' },
  ValidateBy: { statedBy: 'registerRule', reason: 'The validator is the application’s code.' },
};
