import type { Plugin } from 'vite'

const summaryFields = /^ {2}(?:tag|summary:\s+(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")),\n/gm

/**
 * Strips tags and summaries of endpoints from the browser bundle. Only the API page uses them, and they add 1 kB to the
 * first load.
 */
export function stripEndpointSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/[\w/-]+\.ts$/ },
      handler(code) {
        const stripped = code.replaceAll(summaryFields, '')
        return stripped === code ? null : { code: stripped, map: null }
      },
    },
  }
}
