import { Suspense } from 'react'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { requestMerge, useMergeRequest } from '../../../lib/merge-request.ts'

// Rarely opened.
const MergeDialog = lazyPart(() => import('./merge-dialog.tsx'), 'MergeConversationsDialog')

/** Shows the merge dialog while one is requested. If the open conversation was merged, its target is opened. */
export function MergeSlot({
  openUuid,
  onOpen,
}: {
  openUuid: string | undefined
  onOpen: (uuid: string) => void
}) {
  const rows = useMergeRequest()
  if (!rows) return null
  return (
    <Suspense>
      <MergeDialog
        rows={rows}
        onClose={() => requestMerge(null)}
        onMerged={(target) => rows.some(({ uuid }) => uuid === openUuid) && onOpen(target)}
      />
    </Suspense>
  )
}
