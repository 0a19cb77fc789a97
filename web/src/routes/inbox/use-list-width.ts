import { useStoredValue } from '../../lib/browser/stored-value.ts'

export const MIN_WIDTH = 340
export const MAX_WIDTH = 640

/** The list's width in pixels if the user has set one, otherwise null for the automatic width. */
export function useListWidth() {
  const [text, setText] = useStoredValue('list.width', '')
  const width = Number.parseInt(text, 10)
  return [
    Number.isFinite(width) ? clampWidth(width) : null,
    (next: number | null) => setText(next === null ? '' : String(clampWidth(next))),
  ] as const
}

export const clampWidth = (width: number): number =>
  Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))
