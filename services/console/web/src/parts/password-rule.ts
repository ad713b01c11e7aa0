/** What the console asks of a new password, in words. */
export const PASSWORD_RULE = 'At least 10 characters. A few words are easier to keep than a code.';
