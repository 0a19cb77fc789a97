import { lazy, Suspense } from 'react'
import { useConfirmationRequested } from '../../../api/confirmation.ts'

const ConfirmIdentityDialog = lazy(() =>
  import('./confirm-identity-dialog.tsx').then((m) => ({ default: m.ConfirmIdentityDialog })),
)

/** Over whatever form asked for it: once confirmed, its request is sent again by itself. */
export function ConfirmIdentity() {
  const requested = useConfirmationRequested()
  if (!requested) return null
  return (
    <Suspense>
      <ConfirmIdentityDialog />
    </Suspense>
  )
}
