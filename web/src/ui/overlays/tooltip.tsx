import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { KeyLabels } from '../display/kbd.tsx'

export const TOOLTIP_DELAY_MS = 150

export type TooltipSide = 'top' | 'bottom' | 'left' | 'right'

/** Wraps the whole application: one delay, and no delay when moving from one tooltip to the next. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider delay={TOOLTIP_DELAY_MS} closeDelay={0}>
      {children}
    </Base.Provider>
  )
}

/** A label on hover and focus. The child keeps its own accessible name: tooltips are not announced by all readers. */
export function Tooltip({
  label,
  shortcut,
  side = 'bottom',
  disabled = false,
  children,
}: {
  label: ReactNode
  shortcut?: string | undefined
  side?: TooltipSide | undefined
  disabled?: boolean
  children: ReactElement
}) {
  return (
    // Nothing to press in it, and what lies below may be wanted: a tooltip also shows where the focus came back to.
    <Base.Root disabled={disabled} disableHoverablePopup>
      <Base.Trigger render={children} />
      {/* It repeats a name that is heard already. */}
      <Base.Portal aria-hidden>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-60">
          <Base.Popup className="flex max-w-72 origin-(--transform-origin) items-center gap-2 rounded-md bg-tooltip px-2 py-1 text-xs font-medium text-tooltip-ink transition-opacity data-ending-style:opacity-0 data-instant:duration-0 data-starting-style:opacity-0">
            {label}
            {shortcut && <KeyLabels keys={shortcut} tone="inverse" />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
