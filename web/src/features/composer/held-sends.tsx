import { lazy, Suspense } from 'react'
import { useHeldSends } from '../../api/held-sends.ts'
import { useWaitingMacros } from '../../macros/waiting-macros.ts'
import { useMe } from '../../session/use-me.ts'

const HeldToasts = lazy(() => import('./held-toasts.tsx').then((m) => ({ default: m.HeldToasts })))

/** Offers to take back what was sent a moment ago, wherever one has gone since; what macros do follows once it is sent. */
export function HeldSends() {
  const held = useHeldSends()
  useWaitingMacros(useMe().id)
  if (held.length === 0) return null
  return (
    <Suspense>
      <HeldToasts held={held} />
    </Suspense>
  )
}
