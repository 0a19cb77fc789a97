/**
 * How the reader's browser writes dates, times and numbers. Words come from the catalogue, whose language the workspace
 * chooses; `en` says nothing about 12 or 24 hours or the order of day and month.
 */
export const readerLocale = (): string => globalThis.navigator?.language || 'en'
