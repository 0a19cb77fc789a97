import { lazy, Suspense, useState } from 'react'
import { useHeldSends } from '../../../api/held-sends.ts'

const HeldToasts = lazy(() => import('./held-toasts.tsx').then((m) => ({ default: m.HeldToasts })))

/** Offers to undo recent sends on every page, and links to conversations that they have started. */
export function HeldSends() {
  const held = useHeldSends()
  const [isNeeded, setNeeded] = useState(false)
  if (held.length > 0 && !isNeeded) setNeeded(true)
  return <Suspense>{isNeeded && <HeldToasts held={held} />}</Suspense>
}
