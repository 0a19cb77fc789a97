/** Whether any part of a conversation's row is visible in its list. */
export function isRowVisible(uuid: string): boolean {
  const row = document.querySelector(`[data-row="${uuid}"]`)
  const list = row?.closest('[data-rows]')
  if (!row || !list) return false
  const { top, bottom } = row.getBoundingClientRect()
  const view = list.getBoundingClientRect()
  return bottom > view.top && top < view.bottom
}
