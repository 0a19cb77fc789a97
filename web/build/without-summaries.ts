import type { Plugin } from 'vite'

const said = /^ {2}(?:tag|summary:\s+(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")),\n/gm

/** Leaves out of the browser what endpoints say of themselves to the API page: no call has a use for it, and the first load had 1 kB of it. */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts$/ },
      handler(code) {
        const rest = code.replaceAll(said, '')
        return rest === code ? null : { code: rest, map: null }
      },
    },
  }
}
