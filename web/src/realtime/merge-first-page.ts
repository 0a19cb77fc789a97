import type { ListKey, ListPage, ListPages } from '../api/conversation-list-queries.ts'
import { belongsToList, compareRows } from './list-membership.ts'

/**
 * Merges a refetched first page into a list. Later pages stay, without rows that the new page shows or that have left
 * the list; rows that it pushed down continue on the second page, if there is one.
 */
export function mergeFirstPage(
  old: ListPages,
  firstPage: ListPage,
  list: ListKey,
  myId: number | undefined,
): ListPages {
  const last = firstPage.results.at(-1)
  if (old.pages.length < 2 || firstPage.next_cursor === null || !last)
    return { pages: [firstPage], pageParams: [undefined] }

  const shown = new Set(firstPage.results.map((row) => row.uuid))
  const below = (page: ListPage) =>
    page.results.filter(
      (row) =>
        !shown.has(row.uuid) && belongsToList(list, row, myId) !== false && compareRows(list, last, row) < 0,
    )
  const [first, second, ...rest] = old.pages.map((page) => ({ ...page, results: below(page) }))
  const pushedDown = first?.results ?? []
  const tail = second ? [{ ...second, results: [...pushedDown, ...second.results] }, ...rest] : []
  return { pages: [firstPage, ...tail], pageParams: old.pageParams }
}
