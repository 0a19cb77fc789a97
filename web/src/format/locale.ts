import { i18n } from '../lib/i18n.ts'

/**
 * The browser's locale, for dates, times and numbers. Texts are in the catalogue's language, which the workspace
 * selects; `en` alone doesn't define a 12 or 24 hour clock or the order of day and month.
 */
export const readerLocale = (): string => globalThis.navigator?.language || 'en'

/** The catalogue's language, for durations and relative times, which are parts of its sentences. Its English is British. */
export const catalogueLocale = (): string =>
  !i18n.language || i18n.language === 'en' ? 'en-GB' : i18n.language
