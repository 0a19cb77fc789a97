import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { firstLoadChunks } from './first-load-chunks.ts'

const LIMIT_KB = 250

/** Measures the JavaScript of the inbox's first load, compressed, and fails the build above 250 kB. */
export function firstLoadBudget(): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    generateBundle(_, bundle) {
      const code = firstLoadChunks(bundle).map((chunk) => chunk.code)
      const brotli = totalKilobytes(code.map((text) => brotliCompressSync(text).length))
      const gzip = totalKilobytes(code.map((text) => gzipSync(text, { level: 9 }).length))
      const summary = `First load of the inbox: ${brotli} kB of JavaScript as brotli, ${gzip} kB as gzip, in ${code.length} files`
      if (brotli > LIMIT_KB) this.error(`${summary}; the limit is ${LIMIT_KB} kB`)
      // Read by the benchmark.
      this.emitFile({ type: 'asset', fileName: 'first-load.json', source: JSON.stringify({ brotli, gzip }) })
      this.info(summary)
    },
  }
}

const totalKilobytes = (sizes: number[]): number =>
  Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1000)
