import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { type MenuOpener, MenuOpenerContext } from './menu-opener.ts'

/** What a `MenuOnDemand` renders from the moment it is opened. */
export function OpenMenu({
  opener,
  open,
  onClose,
  children,
}: {
  opener: MenuOpener
  open: boolean
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <MenuOpenerContext value={opener}>{children}</MenuOpenerContext>
    </Base.Root>
  )
}
