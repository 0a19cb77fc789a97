import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { correspondenceQuery } from '../../api/conversation-queries.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { inboxesQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'

// Loads the template engine only when there is a signature.
const InboxSignature = lazyPart(() => import('./inbox-signature.tsx'), 'InboxSignature')

/** The signature of this conversation's replies, if its inbox or the agent has one. */
export function SignatureSlot({ uuid }: { uuid: string }) {
  const inbox_id = useQuery(correspondenceQuery(uuid)).data?.inbox_id
  const inbox = useQuery(inboxesQuery).data?.find(({ id }) => id === inbox_id)
  const ownSignature = useMe().signature ?? ''
  if (!inbox?.signature && !ownSignature) return null
  return (
    <Suspense fallback={null}>
      {inbox && <InboxSignature template={inbox.signature ?? ''} uuid={uuid} />}
    </Suspense>
  )
}
