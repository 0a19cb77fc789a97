import type { ListKey, ListPage, ListPages } from '../api/conversation-list-queries.ts'
import { belongsToList, compareRows } from './list-membership.ts'

/**
 * A list whose first page was fetched again. The other loaded pages stay as they are, without what the new head shows
 * or what has left the list; what the head pushed down goes on in the second page, when there is one.
 */
export function mergeFirstPage(
  old: ListPages,
  head: ListPage,
  list: ListKey,
  myId: number | undefined,
): ListPages {
  const last = head.results.at(-1)
  if (old.pages.length < 2 || head.next_cursor === null || !last)
    return { pages: [head], pageParams: [undefined] }

  const shown = new Set(head.results.map((row) => row.uuid))
  const below = (page: ListPage) =>
    page.results.filter(
      (row) =>
        !shown.has(row.uuid) && belongsToList(list, row, myId) !== false && compareRows(list, last, row) < 0,
    )
  const [first, second, ...rest] = old.pages.map((page) => ({ ...page, results: below(page) }))
  const pushedDown = first?.results ?? []
  const tail = second ? [{ ...second, results: [...pushedDown, ...second.results] }, ...rest] : []
  return { pages: [head, ...tail], pageParams: old.pageParams }
}
