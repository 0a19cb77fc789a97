import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clampWidth, MAX_WIDTH, MIN_WIDTH } from './use-list-width.ts'

const STEP = 16

/** The separator between list and conversation. Drag it, or focus it and use the arrow keys; a double click resets it. */
export function ListResizer({
  pane,
  onWidth,
}: {
  pane: RefObject<HTMLElement | null>
  onWidth: (width: number | null) => void
}) {
  const { t } = useTranslation()
  const [valueNow, setValueNow] = useState<number>()
  const currentWidth = () => pane.current?.getBoundingClientRect().width ?? MIN_WIDTH
  const set = (width: number) => {
    setValueNow(clampWidth(width))
    onWidth(width)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !pane.current) return
    set(event.clientX - pane.current.getBoundingClientRect().left)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (step === undefined) return
    event.preventDefault()
    set(currentWidth() + step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator has a value, which hr can't have
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('inbox.list_width')}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      aria-valuenow={valueNow ?? MIN_WIDTH}
      onFocus={() => setValueNow(clampWidth(currentWidth()))}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => onWidth(null)}
      onKeyDown={onKeyDown}
      // Looks 1 px wide, with a 9 px hit area.
      className="relative z-10 w-px shrink-0 cursor-col-resize touch-none bg-line transition-colors before:absolute before:inset-y-0 before:-inset-x-1 hover:bg-line-strong focus-visible:bg-focus active:bg-focus"
    />
  )
}
