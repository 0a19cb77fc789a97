import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useState,
} from 'react'
import { whenIdle } from '../../lib/browser/when-idle.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import type { MenuOpener } from './menu-opener.ts'

const OpenMenu = lazyPart(() => import('./open-menu.tsx'), 'OpenMenu')

/**
 * A menu that is no more than its button until it is opened. Its code isn't part of the first load, and a list can have one in every row,
 * where a `Menu` for each would take longer to render than the row.
 */
export function MenuOnDemand({
  trigger,
  preload,
  children,
}: {
  /** The button. */
  trigger: ReactElement<ComponentProps<'button'>>
  /** Loads a lazy component in `children`; called when the browser is idle. Must not change. */
  preload?: () => void
  /** A `MenuPopup`, or a lazy component that renders one. */
  children: ReactNode
}) {
  const ownId = useId()
  const id = trigger.props.id ?? ownId
  const [open, setOpen] = useState(false)
  /** Stays set, so that a closing menu can play its animation. */
  const [opener, setOpener] = useState<MenuOpener | null>(null)
  useEffect(() => {
    if (!preload) return
    whenIdle(() => {
      OpenMenu.preload()
      preload()
    })
  }, [preload])
  const openFrom = (button: HTMLElement, isByKeyboard: boolean) => {
    setOpener({ button, isByKeyboard })
    setOpen(true)
  }
  // A click by keyboard has no count.
  const onClick = ({ currentTarget, detail }: MouseEvent<HTMLElement>) =>
    open ? setOpen(false) : openFrom(currentTarget, detail === 0)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    openFrom(event.currentTarget, true)
  }
  return (
    <>
      {cloneElement(trigger, {
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        ...(open && { 'data-popup-open': '' }),
        onClick,
        onKeyDown,
      })}
      {opener && (
        <Suspense>
          <OpenMenu opener={opener} open={open} onClose={() => setOpen(false)}>
            {children}
          </OpenMenu>
        </Suspense>
      )}
    </>
  )
}
