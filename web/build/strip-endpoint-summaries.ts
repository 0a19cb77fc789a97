import type { Plugin } from 'vite'

const summaryFields = /^ {2}(?:tag|summary:\s+(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")),\n/gm

/** Leaves out of the browser what endpoints say of themselves to the API page: no call has a use for it, and the first load had 1 kB of it. */
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
