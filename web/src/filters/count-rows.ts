import { type FilterNode, isGroup } from '@parley/contract/filters'

/** How many conditions there are, groups counted by what is in them. */
export const countRows = (nodes: readonly FilterNode[]): number =>
  nodes.reduce((sum, node) => sum + (isGroup(node) ? countRows('any' in node ? node.any : node.all) : 1), 0)
