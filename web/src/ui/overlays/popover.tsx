import { Popover as Base } from '@base-ui/react/popover'
import { clsx } from 'clsx'
import type { ComponentProps, ReactElement, ReactNode } from 'react'

type Placement = Pick<ComponentProps<typeof Base.Positioner>, 'side' | 'align' | 'sideOffset'>

/** A popover anchored to `trigger`. `label` names it if it has no visible title. */
export function Popover({
  trigger,
  label,
  title,
  children,
  open,
  onOpenChange,
  side = 'bottom',
  align = 'start',
  sideOffset = 4,
  className,
}: Placement & {
  trigger: ReactElement
  label?: string
  title?: ReactNode
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
}) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          side={side}
          align={align}
          sideOffset={sideOffset}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            aria-label={label}
            className={clsx('floating max-h-(--available-height) overflow-y-auto p-3', className)}
          >
            {title && <Base.Title className="mb-2 font-semibold">{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
