import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { KeyLabels } from '../display/kbd.tsx'

export const TOOLTIP_DELAY_MS = 150

export type TooltipSide = 'top' | 'bottom' | 'left' | 'right'

/** Wraps the whole app: one delay, and none when moving from one tooltip to the next. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider delay={TOOLTIP_DELAY_MS} closeDelay={0}>
      {children}
    </Base.Provider>
  )
}

/** A label on hover and focus. The child needs its own accessible name: not all screen readers announce tooltips. */
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
    // Not hoverable: it has no controls, and may cover something the user needs, for example when focus returns.
    <Base.Root disabled={disabled} disableHoverablePopup>
      <Base.Trigger render={children} />
      {/* Repeats the accessible name. */}
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
