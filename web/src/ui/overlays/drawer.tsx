import { Dialog as Base } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useEscapeLayer } from './escape-layer.ts'
import { useInitialFocus } from './use-initial-focus.ts'

const sides = {
  left: 'left-0 data-ending-style:-translate-x-full data-starting-style:-translate-x-full',
  right: 'right-0 data-ending-style:translate-x-full data-starting-style:translate-x-full',
}

/** A modal panel that slides in from the side, on narrow screens. */
export function Drawer({
  open,
  onOpenChange,
  side = 'right',
  label,
  className,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  side?: keyof typeof sides
  /** Accessible name. */
  label: string
  className?: string
  children: ReactNode
}) {
  const { popup, initialFocus } = useInitialFocus()
  const { layer, isForLayerAbove } = useEscapeLayer()
  return (
    <Base.Root open={open} onOpenChange={(next, details) => isForLayerAbove(details) || onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          {...layer}
          ref={popup}
          initialFocus={initialFocus}
          aria-label={label}
          className={clsx(
            'fixed inset-y-0 z-40 flex w-72 max-w-[90vw] flex-col bg-canvas shadow-pop outline-none transition-transform duration-180 ease-out',
            sides[side],
            className,
          )}
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
