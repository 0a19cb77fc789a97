import { lazy, Suspense } from 'react'
import { useHeldSends } from '../../api/held-sends.ts'

const HeldToasts = lazy(() => import('./held-toasts.tsx').then((m) => ({ default: m.HeldToasts })))
const WaitingMacros = lazy(() =>
  import('../../macros/waiting-macros.ts').then((m) => ({ default: m.WaitingMacros })),
)

/** Offers to take back what was sent a moment ago, wherever one has gone since; what macros do follows once it is sent. */
export function HeldSends() {
  const held = useHeldSends()
  return (
    <Suspense>
      <WaitingMacros />
      {held.length > 0 && <HeldToasts held={held} />}
    </Suspense>
  )
}
