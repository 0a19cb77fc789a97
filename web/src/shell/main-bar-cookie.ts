import { readCookie, writeCookie } from '../lib/browser/cookie.ts'

const NAME = 'sidebar:state'
export const SEVEN_DAYS = 7 * 24 * 60 * 60

/** Whether the main bar shows its labels. A cookie, because existing installations store it there. */
export const readMainBarExpanded = (): boolean => readCookie(NAME) === 'true'

export const rememberMainBarExpanded = (expanded: boolean) => writeCookie(NAME, String(expanded), SEVEN_DAYS)
