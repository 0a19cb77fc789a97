import { lazy, Suspense } from 'react'
import { useHeldSends } from '../../api/held-sends.ts'

const HeldToasts = lazy(() => import('./held-toasts.tsx').then((m) => ({ default: m.HeldToasts })))

/** Offers to take back what was sent a moment ago, wherever one has gone since. */
export function HeldSends() {
  const held = useHeldSends()
  if (held.length === 0) return null
  return (
    <Suspense>
      <HeldToasts held={held} />
    </Suspense>
  )
}
