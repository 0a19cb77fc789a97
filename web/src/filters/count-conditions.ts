import { type FilterNode, isFilterGroup } from '@parley/contract/shared/filters'

/** The number of conditions, counting those inside groups. */
export const countConditions = (nodes: readonly FilterNode[]): number =>
  nodes.reduce(
    (sum, node) => sum + (isFilterGroup(node) ? countConditions('any' in node ? node.any : node.all) : 1),
    0,
  )
