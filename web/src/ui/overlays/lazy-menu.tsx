import { Menu as Base } from '@base-ui/react/menu'
import { type ReactElement, type ReactNode, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../../lib/browser/when-idle.ts'
import { useEverTrue } from '../../lib/use-ever-true.ts'

/**
 * A menu of the first load, which needs only its button. `children` is a lazy component that renders a `MenuPopup`. It
 * loads when the browser is idle, or when the menu is opened before that.
 */
export function LazyMenu({
  trigger,
  preload,
  children,
}: {
  trigger: ReactElement
  /** Loads the component in `children`. Must not change. */
  preload: () => void
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const wasOpened = useEverTrue(isOpen)
  useEffect(() => whenIdle(preload), [preload])
  return (
    <Base.Root onOpenChange={setOpen}>
      <Base.Trigger render={trigger} />
      {wasOpened && <Suspense>{children}</Suspense>}
    </Base.Root>
  )
}
