import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { conversationQuery } from '../../api/conversation.ts'
import { inboxesQuery } from '../../session/queries.ts'

// Brings the template engine: only where there is a signature.
const InboxSignature = lazy(() =>
  import('./inbox-signature.tsx').then((part) => ({ default: part.InboxSignature })),
)

/** The signature that this conversation's replies end with, where its inbox has one. */
export function SignatureSlot({ uuid }: { uuid: string }) {
  const inbox_id = useQuery(conversationQuery(uuid)).data?.inbox_id
  const template = useQuery(inboxesQuery).data?.find(({ id }) => id === inbox_id)?.signature
  if (!template) return null
  return (
    <Suspense fallback={null}>
      <InboxSignature template={template} />
    </Suspense>
  )
}
