import {
  type Follower,
  followConversation,
  listFollowers,
  unfollowConversation,
} from '@parley/contract/conversations/followers'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { fullName } from '../../format/names.ts'
import { AgentAvatar } from '../../session/agent-avatar.tsx'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { CollapsibleSection } from '../../ui/layout/collapsible-section.tsx'

const followersQuery = (uuid: string) =>
  queryOptions({
    queryKey: queryKeys.followers(uuid),
    queryFn: ({ signal }) => call(listFollowers, { params: { uuid }, signal }),
  })

/** Who follows the conversation, and a button to follow it. */
export function FollowerSection({ uuid }: { uuid: string }) {
  const { t } = useTranslation()
  const me = useMe()
  const cache = useQueryClient()
  const followers = useQuery(followersQuery(uuid)).data
  const isFollowing = followers?.some(({ id }) => id === me.id) ?? false
  const toggle = useApiMutation(
    (follow: boolean) => call(follow ? followConversation : unfollowConversation, { params: { uuid } }),
    {
      invalidateKey: queryKeys.followers(uuid),
      onMutate: (follow) =>
        cache.setQueryData(followersQuery(uuid).queryKey, (list: Follower[] | undefined) => [
          ...(list ?? []).filter(({ id }) => id !== me.id),
          ...(follow ? [{ ...me, followed_at: new Date().toISOString() }] : []),
        ]),
      onError: () => cache.invalidateQueries({ queryKey: queryKeys.followers(uuid) }),
    },
  )
  if (!followers) return null
  return (
    <CollapsibleSection storageKey="side.followers" title={t('side.followers')} count={followers.length}>
      <ul>
        {followers.map((one) => (
          <li key={one.id} className="flex min-h-7 items-center gap-2">
            <AgentAvatar agent={one} size="sm" />
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {fullName(one)}
            </span>
          </li>
        ))}
      </ul>
      <Button size="sm" variant="ghost" className="-ml-2" onClick={() => toggle.mutate(!isFollowing)}>
        {isFollowing ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
        {t(isFollowing ? 'command.unfollow' : 'command.follow')}
      </Button>
    </CollapsibleSection>
  )
}
