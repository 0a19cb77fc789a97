/** Suggested for tomorrow until a time is chosen (spec section 9). */
export const DEFAULT_TIME = '12:00'
