import { type FilterNode, isFilterGroup } from '@parley/contract/shared/filters'

/** How many conditions there are, groups counted by what is in them. */
export const countConditions = (nodes: readonly FilterNode[]): number =>
  nodes.reduce(
    (sum, node) => sum + (isFilterGroup(node) ? countConditions('any' in node ? node.any : node.all) : 1),
    0,
  )
