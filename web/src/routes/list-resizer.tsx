import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { boundedWidth, NARROWEST, WIDEST } from './use-list-width.ts'

const STEP = 16

/** The line between list and conversation: drag it, or focus it and use the arrows; a double click goes back to automatic. */
export function ListResizer({
  pane,
  onWidth,
}: {
  pane: RefObject<HTMLElement | null>
  onWidth: (width: number | null) => void
}) {
  const { t } = useTranslation()
  const [now, setNow] = useState<number>()
  const widthNow = () => pane.current?.getBoundingClientRect().width ?? NARROWEST
  const set = (width: number) => {
    setNow(boundedWidth(width))
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
    set(widthNow() + step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between panes that moves is a separator with a value; hr has none
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('inbox.list_width')}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      aria-valuenow={now ?? NARROWEST}
      onFocus={() => setNow(boundedWidth(widthNow()))}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => onWidth(null)}
      onKeyDown={onKeyDown}
      // 1 px to look at, 9 px to catch.
      className="relative z-10 w-px shrink-0 cursor-col-resize touch-none bg-line transition-colors before:absolute before:inset-y-0 before:-inset-x-1 hover:bg-line-strong focus-visible:bg-focus active:bg-focus"
    />
  )
}
