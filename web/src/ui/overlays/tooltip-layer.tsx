import { Tooltip as Base } from '@base-ui/react/tooltip'
import { useEffect, useState } from 'react'
import { KeyLabels } from '../display/kbd.tsx'
import type { ShownTooltip } from './tooltip.ts'
import { watchTooltips } from './watch-tooltips.ts'

/** Shows the tooltips of the whole app, one at a time. */
export function TooltipLayer() {
  const [open, setOpen] = useState(false)
  /** Stays while it fades out. */
  const [shown, setShown] = useState<ShownTooltip | null>(null)
  useEffect(
    () =>
      watchTooltips((next) => {
        setOpen(next !== null)
        if (next) setShown(next)
      }),
    [],
  )
  if (!shown) return null
  return (
    // Not hoverable: it has no controls, and may cover something the user needs, for example when focus returns.
    <Base.Root open={open} onOpenChange={setOpen} disableHoverablePopup>
      {/* Repeats the accessible name. */}
      <Base.Portal aria-hidden>
        <Base.Positioner
          anchor={shown.anchor}
          side={shown.side}
          sideOffset={6}
          collisionPadding={8}
          className="pointer-events-none z-60"
        >
          <Base.Popup className="flex max-w-72 origin-(--transform-origin) items-center gap-2 rounded-md bg-tooltip px-2 py-1 text-xs font-medium text-tooltip-ink transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {shown.label}
            {shown.keys && <KeyLabels keys={shown.keys} tone="inverse" />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
