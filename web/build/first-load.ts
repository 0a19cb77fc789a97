import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { firstParts } from './first-modules.ts'

const LIMIT_KB = 250

/** Says how much JavaScript the first load of the inbox takes, compressed, and fails the build above 250 kB. */
export function firstLoad(): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const wanted = new Set<string>()
      const want = (name: string) => {
        if (wanted.has(name)) return
        wanted.add(name)
        for (const next of chunks.find((chunk) => chunk.fileName === name)?.imports ?? []) want(next)
      }
      for (const part of firstParts) {
        const chunk = chunks.find(
          (one) => one.facadeModuleId?.endsWith(part) || one.moduleIds.some((id) => id.endsWith(part)),
        )
        if (!chunk) return this.error(`${part} is in no chunk: the first load cannot be measured`)
        want(chunk.fileName)
      }
      const code = chunks.filter((chunk) => wanted.has(chunk.fileName)).map((chunk) => chunk.code)
      const brotli = kilobytes(code.map((text) => brotliCompressSync(text).length))
      const gzip = kilobytes(code.map((text) => gzipSync(text, { level: 9 }).length))
      const sentence = `First load of the inbox: ${brotli} kB of JavaScript as brotli, ${gzip} kB as gzip, in ${code.length} files`
      if (brotli > LIMIT_KB) this.error(`${sentence}; the limit is ${LIMIT_KB} kB`)
      // For whoever asks later what this build takes: the benchmark.
      this.emitFile({ type: 'asset', fileName: 'first-load.json', source: JSON.stringify({ brotli, gzip }) })
      this.info(sentence)
    },
  }
}

const kilobytes = (sizes: number[]): number => Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1000)
