import { Suspense } from 'react'
import { useConfirmationRequested } from '../../../api/confirmation.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'

const ConfirmIdentityDialog = lazyPart(() => import('./confirm-identity-dialog.tsx'), 'ConfirmIdentityDialog')

/** Shown over the form whose request needs it. Once confirmed, the request is retried automatically. */
export function ConfirmIdentity() {
  const requested = useConfirmationRequested()
  if (!requested) return null
  return (
    <Suspense>
      <ConfirmIdentityDialog />
    </Suspense>
  )
}
