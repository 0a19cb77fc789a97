import { Menu as Base } from '@base-ui/react/menu'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react'
import { MenuPopup } from './menu.tsx'

/**
 * A menu that is no more than its button until it is opened: for lists with one in every row, where a `Menu` for each takes longer to
 * render than the row. Children are the Menu… parts.
 */
export function MenuOnDemand({
  align,
  button,
  children,
}: {
  align?: ComponentProps<typeof MenuPopup>['align']
  /** Props of the button, with its accessible name. */
  button: ComponentProps<'button'> & { 'aria-label': string }
  children: ReactNode
}) {
  /** Stays set, so that a closing menu can play its animation. */
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const openAt = (target: HTMLElement) => {
    setAnchor(target)
    setOpen(true)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    openAt(event.currentTarget)
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        data-popup-open={open ? '' : undefined}
        onClick={(event) => openAt(event.currentTarget)}
        onKeyDown={onKeyDown}
        {...button}
      />
      {anchor && (
        <Base.Root open={open} onOpenChange={(next) => !next && setOpen(false)}>
          <MenuPopup
            anchor={anchor}
            align={align}
            sideOffset={4}
            label={button['aria-label']}
            finalFocus={() => anchor}
          >
            {children}
          </MenuPopup>
        </Base.Root>
      )}
    </>
  )
}
