/** Secrets of the program. The pair of keys is that of RFC 8032, 7.1, test 1. */
export const SECRETS = {
  symmetric: `whsec_${btoa('0123456789abcdef01234567')}`,
  private: 'whsk_nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=',
  public: 'whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
};
