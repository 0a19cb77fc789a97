import { lazy, Suspense, useState } from 'react'
import { useHeldSends } from '../../../api/held-sends.ts'

const HeldToasts = lazy(() => import('./held-toasts.tsx').then((m) => ({ default: m.HeldToasts })))

/** Offers to undo recent sends on every page, and links to conversations that they have started. */
export function HeldSends() {
  const held = useHeldSends()
  const [wanted, setWanted] = useState(false)
  if (held.length > 0 && !wanted) setWanted(true)
  return <Suspense>{wanted && <HeldToasts held={held} />}</Suspense>
}
