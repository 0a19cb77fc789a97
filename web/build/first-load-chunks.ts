import type { Rolldown } from 'vite'
import { firstLoadEntries } from './first-load-modules.ts'

/** The chunks of the inbox's first load: its entries with their static imports. Throws if an entry is in none. */
export function firstLoadChunks(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const reached = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || reached.has(chunk)) return
    reached.add(chunk)
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name))
  }
  for (const entry of firstLoadEntries) {
    const chunk = chunks.find(
      ({ facadeModuleId, moduleIds }) =>
        facadeModuleId?.endsWith(entry) || moduleIds.some((id) => id.endsWith(entry)),
    )
    if (!chunk) throw new Error(`${entry} is in no chunk`)
    add(chunk)
  }
  return [...reached]
}
