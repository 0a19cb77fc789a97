/** Rows that are chosen for one action. `base` is what was chosen when the anchor was set: a range grows and shrinks on top of it. */
export type Selection = {
  chosen: ReadonlySet<string>
  base: ReadonlySet<string>
  anchor: string | null
}

const none: ReadonlySet<string> = new Set()
export const nothingChosen: Selection = { chosen: none, base: none, anchor: null }

export function toggle({ chosen }: Selection, uuid: string): Selection {
  const next = new Set(chosen)
  if (!next.delete(uuid)) next.add(uuid)
  return { chosen: next, base: next, anchor: uuid }
}

/** Everything from the anchor to this row, as far as it was moved; without an anchor in the list from `from`. */
export function extend(
  selection: Selection,
  uuids: readonly string[],
  to: string,
  from: string = to,
): Selection {
  const kept = selection.anchor !== null && uuids.includes(selection.anchor)
  const anchor = kept && selection.anchor ? selection.anchor : from
  const base = kept ? selection.base : selection.chosen
  const [a, b] = [uuids.indexOf(anchor), uuids.indexOf(to)]
  return { chosen: new Set([...base, ...uuids.slice(Math.min(a, b), Math.max(a, b) + 1)]), base, anchor }
}

export const chooseAll = (uuids: readonly string[]): Selection => {
  const chosen = new Set(uuids)
  return { chosen, base: chosen, anchor: null }
}
