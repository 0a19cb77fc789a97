/** The host of a URL, or the text itself if it isn't one. */
export const urlHost = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
