/**
 * The browser's locale, for dates, times and numbers. Texts are in the catalogue's language, which the workspace
 * selects; `en` alone doesn't define a 12 or 24 hour clock or the order of day and month.
 */
export const readerLocale = (): string => globalThis.navigator?.language || 'en'
