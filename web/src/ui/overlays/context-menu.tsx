import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { MenuPopup } from './menu.tsx'

/** In viewport pixels; `bottom` is the lower edge of the element that must stay visible. */
export type Point = { x: number; y: number; bottom?: number }

/** A menu at the pointer, or below the focused element. Children are the Menu… parts. */
export function ContextMenu({
  point,
  open,
  onClose,
  finalFocus,
  id,
  label,
  children,
}: {
  point: Point
  open: boolean
  onClose: () => void
  finalFocus: () => HTMLElement | null
  id: string
  label: string
  children: ReactNode
}) {
  const anchor = {
    getBoundingClientRect: () => new DOMRect(point.x, point.y, 0, (point.bottom ?? point.y) - point.y),
  }
  return (
    // Not modal, so that a right click on another row opens that row's menu.
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()} modal={false}>
      <MenuPopup
        anchor={anchor}
        side="bottom"
        align="start"
        sideOffset={2}
        className="w-60"
        label={label}
        finalFocus={finalFocus}
        id={id}
      >
        {children}
      </MenuPopup>
    </Base.Root>
  )
}
