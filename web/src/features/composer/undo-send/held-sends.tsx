import { Suspense } from 'react'
import { useHeldSends } from '../../../api/held-sends.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { useEverTrue } from '../../../lib/use-ever-true.ts'

const HeldToasts = lazyPart(() => import('./held-toasts.tsx'), 'HeldToasts')

/** Offers to undo recent sends on every page, and links to conversations that they have started. */
export function HeldSends() {
  const held = useHeldSends()
  const isNeeded = useEverTrue(held.length > 0)
  return <Suspense>{isNeeded && <HeldToasts held={held} />}</Suspense>
}
