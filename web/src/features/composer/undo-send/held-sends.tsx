import { lazy, Suspense, useState } from 'react'
import { useHeldSends } from '../../../api/held-sends.ts'

const HeldToasts = lazy(() => import('./held-toasts.tsx').then((m) => ({ default: m.HeldToasts })))

/** Offers to take back what was sent a moment ago, wherever one has gone since, and leads to what was started by it. */
export function HeldSends() {
  const held = useHeldSends()
  const [wanted, setWanted] = useState(false)
  if (held.length > 0 && !wanted) setWanted(true)
  return <Suspense>{wanted && <HeldToasts held={held} />}</Suspense>
}
