/** Collapses whitespace (including NBSP, ZWSP and BOM) and trims, for comparisons. */
export const collapse = (value: string): string => value.replace(/[\s\u00a0\u200b\ufeff]+/g, ' ').trim()

/** Also strips surrounding quotes from a name. */
export const bareName = (value: string): string => collapse(collapse(value).replace(/^["']+|["']+$/g, ''))

export const bareId = (value: string): string => value.trim().replace(/^<+|>+$/g, '')
