/** Chunks that agents go to all day. */
const coreChunks =
  /\/(inbox-layout|shell|palette|conversation-page|composer|use-rich-text|contact-page|contacts-page|search-page)/

/**
 * What a lazy chunk needs is fetched along with it, and so is listed in the first load: 2 kB of file names for pages that most people never
 * open. Only the desk's keep their lists; of the others styles alone, which nothing else fetches, and what they import follows them.
 */
export const filterPreloads = (chunk: string, dependencies: string[]): string[] =>
  coreChunks.test(chunk) ? dependencies : dependencies.filter((file) => file.endsWith('.css'))
