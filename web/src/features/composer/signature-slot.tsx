import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { conversationQuery } from '../../api/conversation-queries.ts'
import { inboxesQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'

// Loads the template engine only when there is a signature.
const InboxSignature = lazy(() =>
  import('./inbox-signature.tsx').then((part) => ({ default: part.InboxSignature })),
)

/** The signature of this conversation's replies, if its inbox or the agent has one. */
export function SignatureSlot({ uuid }: { uuid: string }) {
  const inbox_id = useQuery(conversationQuery(uuid)).data?.inbox_id
  const inbox = useQuery(inboxesQuery).data?.find(({ id }) => id === inbox_id)
  const ownSignature = useMe().signature ?? ''
  if (!inbox?.signature && !ownSignature) return null
  return <Suspense fallback={null}>{inbox && <InboxSignature template={inbox.signature ?? ''} />}</Suspense>
}
