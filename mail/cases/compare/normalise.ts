/** Strings are compared after collapsing whitespace (NBSP, ZWSP and BOM count as whitespace) and trimming. */
export const collapse = (value: string): string => value.replace(/[\s\u00a0\u200b\ufeff]+/g, ' ').trim()

/** Names are also compared without quotes around them. */
export const bareName = (value: string): string => collapse(collapse(value).replace(/^["']+|["']+$/g, ''))

export const bareId = (value: string): string => value.trim().replace(/^<+|>+$/g, '')
