import { createInvitationLink } from '@parley/contract/agents/agents'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'

/** Creates a link to hand over, for agents who can't get email. */
export function useInvitationLink() {
  return useApiMutation((id: number) => call(createInvitationLink, { params: { id: String(id) } }), {
    // The link grants access, so it is not cached.
    gcTime: 0,
    invalidateKey: queryKeys.agents,
  })
}
