import type { SystemNode } from '@parley/contract/system/system-status'

/** Nodes that ended without a word, except those that one with the same roles has replaced since. */
export function listLostNodes(nodes: readonly SystemNode[]): SystemNode[] {
  const replacements = nodes.filter(({ is_alive }) => is_alive)
  return nodes
    .filter(({ is_alive }) => !is_alive)
    .filter((lost) => {
      const index = replacements.findIndex(
        ({ roles, started_at }) => started_at > lost.seen_at && sameRoles(roles, lost.roles),
      )
      if (index === -1) return true
      // Each replaces only one.
      replacements.splice(index, 1)
      return false
    })
}

const sameRoles = (a: readonly string[], b: readonly string[]) =>
  [...a].sort().join() === [...b].sort().join()
