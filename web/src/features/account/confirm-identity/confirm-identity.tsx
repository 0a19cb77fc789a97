import { lazy, Suspense } from 'react'
import { useConfirmationRequested } from '../../../api/confirmation.ts'

const ConfirmIdentityDialog = lazy(() =>
  import('./confirm-identity-dialog.tsx').then((m) => ({ default: m.ConfirmIdentityDialog })),
)

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
