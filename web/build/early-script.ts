import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const source = readFileSync(new URL('early.js', import.meta.url), 'utf8')

/**
 * Injects early.js as the first, blocking script, so that a dark theme never flashes white and the first requests don't wait for code. In a build it is a file
 * with a hash in its name: our CSP forbids inline scripts, and assets are cached for a year.
 */
export function earlyScript(): Plugin {
  let reference: string | undefined
  return {
    name: 'early-script',
    buildStart() {
      if (this.environment.mode !== 'build') return
      reference = this.emitFile({ type: 'asset', name: 'early.js', source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        if (!bundle || !reference) return [{ tag: 'script', children: source, injectTo: 'head-prepend' }]
        const file = Object.values(bundle).find(
          (asset) => asset.type === 'asset' && asset.names.includes('early.js'),
        )
        if (!file) throw new Error('early.js is missing from the build output')
        return [{ tag: 'script', attrs: { src: `/${file.fileName}` }, injectTo: 'head-prepend' }]
      },
    },
  }
}
