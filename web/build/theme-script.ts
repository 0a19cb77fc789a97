import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const source = readFileSync(new URL('theme.js', import.meta.url), 'utf8')

/**
 * Injects theme.js as the first, blocking script, so that a dark theme never flashes white. In a build it is a file
 * with a hash in its name: our CSP forbids inline scripts, and assets are cached for a year.
 */
export function themeScript(): Plugin {
  let reference: string | undefined
  return {
    name: 'theme-script',
    buildStart() {
      if (this.environment.mode !== 'build') return
      reference = this.emitFile({ type: 'asset', name: 'theme.js', source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        if (!bundle || !reference) return [{ tag: 'script', children: source, injectTo: 'head-prepend' }]
        const file = Object.values(bundle).find(
          (asset) => asset.type === 'asset' && asset.names.includes('theme.js'),
        )
        if (!file) throw new Error('theme.js is missing from the build output')
        return [{ tag: 'script', attrs: { src: `/${file.fileName}` }, injectTo: 'head-prepend' }]
      },
    },
  }
}
