import { Suspense, useState } from 'react'
import { useHeldSends } from '../../../api/held-sends.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'

const HeldToasts = lazyPart(() => import('./held-toasts.tsx'), 'HeldToasts')

/** Offers to undo recent sends on every page, and links to conversations that they have started. */
export function HeldSends() {
  const held = useHeldSends()
  const [isNeeded, setNeeded] = useState(false)
  if (held.length > 0 && !isNeeded) setNeeded(true)
  return <Suspense>{isNeeded && <HeldToasts held={held} />}</Suspense>
}
