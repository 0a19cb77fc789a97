/** The selected rows. `base` is what was selected when the anchor was set: a range grows and shrinks on top of it. */
export type Selection = {
  selected: ReadonlySet<string>
  base: ReadonlySet<string>
  anchor: string | null
}

const noRows: ReadonlySet<string> = new Set()
export const emptySelection: Selection = { selected: noRows, base: noRows, anchor: null }

export function toggleRow({ selected }: Selection, uuid: string): Selection {
  const next = new Set(selected)
  if (!next.delete(uuid)) next.add(uuid)
  return { selected: next, base: next, anchor: uuid }
}

/** Selects the range from the anchor to this row; without an anchor in the list, from `from`. */
export function extendSelection(
  selection: Selection,
  uuids: readonly string[],
  to: string,
  from: string = to,
): Selection {
  const isAnchorListed = selection.anchor !== null && uuids.includes(selection.anchor)
  const anchor = isAnchorListed && selection.anchor ? selection.anchor : from
  const base = isAnchorListed ? selection.base : selection.selected
  const [a, b] = [uuids.indexOf(anchor), uuids.indexOf(to)]
  return { selected: new Set([...base, ...uuids.slice(Math.min(a, b), Math.max(a, b) + 1)]), base, anchor }
}

export const selectAll = (uuids: readonly string[]): Selection => {
  const chosen = new Set(uuids)
  return { selected: chosen, base: chosen, anchor: null }
}
