import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|json|css|svg)$/

/** Writes `.br` and `.gz` files next to every text file, so that the server never compresses at runtime. */
export function precompress(): Plugin {
  let directory = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      directory = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const names = await readdir(directory, { recursive: true })
      await Promise.all(
        names.filter((name) => compressible.test(name)).map((name) => compress(join(directory, name))),
      )
    },
  }
}

async function compress(path: string) {
  const bytes = await readFile(path)
  // Smaller than one packet: compression saves nothing.
  if (bytes.length < 1400) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await Promise.all([
    writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params })),
    writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 })),
  ])
}
