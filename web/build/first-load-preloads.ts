import type { HtmlTagDescriptor, Plugin } from 'vite'
import { firstLoadChunks } from './first-load-chunks.ts'

/** The font of most texts. Others load when a text needs them. */
const FONT = /inter-latin-wght-normal/

/**
 * Names the files of the inbox's first load in index.html. A browser would only find them in steps, each a round trip, after running
 * what it has found so far; and a late font lays out the whole page again.
 */
export function firstLoadPreloads(): Plugin {
  return {
    name: 'first-load-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const scripts = firstLoadChunks(bundle).filter(({ isEntry }) => !isEntry)
        const font = Object.keys(bundle).find((name) => FONT.test(name))
        if (!font) throw new Error('The font is missing from the build output')
        return [
          ...scripts.map(({ fileName }) => preload(fileName, { rel: 'modulepreload' })),
          preload(font, { rel: 'preload', as: 'font', type: 'font/woff2' }),
        ]
      },
    },
  }
}

const preload = (fileName: string, attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: true, href: `/${fileName}` },
  injectTo: 'head',
})
