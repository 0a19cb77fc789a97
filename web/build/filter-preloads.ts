/** Chunks of the pages that agents use all day. */
const coreChunks =
  /\/(inbox-layout|shell|palette|conversation-page|composer|use-rich-text|contact-page|contacts-page|search-page)/

/**
 * Filters the preload lists that Vite writes into the first load. They cost 2 kB of file names, mostly for pages that
 * few people open. Only core chunks keep their full list. Others keep just their style sheets, which nothing else would
 * fetch; their imports load after them.
 */
export const filterPreloads = (chunk: string, dependencies: string[]): string[] =>
  coreChunks.test(chunk) ? dependencies : dependencies.filter((file) => file.endsWith('.css'))
