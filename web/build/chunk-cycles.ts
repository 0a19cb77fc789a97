import type { Plugin } from 'vite'

/** The desk is cut out of the shell and the inbox, which import it; it uses them only once they have run. */
const allowed = /^(desk|shell|inbox-layout)$/

/**
 * Fails the build when chunks import each other: whichever runs first sees the constants of the others before they have
 * values, so a page depends on which one was opened before it.
 */
export function forbidChunkCycles(): Plugin {
  return {
    name: 'chunk-cycles',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const imports = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
      const inCycles = chunks.filter(
        ({ fileName, name }) => !allowed.test(name) && importsItself(fileName, imports),
      )
      if (inCycles.length > 0)
        this.error(`These chunks import each other: ${inCycles.map(({ fileName }) => fileName).join(', ')}`)
    },
  }
}

function importsItself(start: string, imports: ReadonlyMap<string, readonly string[]>): boolean {
  const reached = new Set<string>()
  const pending = [...(imports.get(start) ?? [])]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    pending.push(...(imports.get(next) ?? []))
  }
  return reached.has(start)
}
