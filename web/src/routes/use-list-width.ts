import { useRemembered } from '../lib/remembered.ts'

export const NARROWEST = 340
export const WIDEST = 640

/** The list's width in pixels when the person has set one, else null: the layout then chooses. */
export function useListWidth() {
  const [text, setText] = useRemembered('list.width', '')
  const width = Number.parseInt(text, 10)
  return [
    Number.isFinite(width) ? boundedWidth(width) : null,
    (next: number | null) => setText(next === null ? '' : String(boundedWidth(next))),
  ] as const
}

export const boundedWidth = (width: number): number =>
  Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))
