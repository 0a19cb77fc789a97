/** A LIKE pattern for "contains". User input is never treated as a wildcard. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
