import type { MessageMeta } from '@parley/contract/messages/messages'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { readerLocale } from '../../format/locale.ts'
import { fullName } from '../../format/names.ts'
import { agentsQuery, teamsQuery } from '../../session/queries.ts'

/** Below a note: whom it mentions without notifying them, because they have no access to the conversation. */
export function UnreachedMentions({
  mentions,
}: {
  mentions: NonNullable<MessageMeta['unreached_mentions']>
}) {
  const { t } = useTranslation()
  const agents = useQuery(agentsQuery).data
  const teams = useQuery(teamsQuery).data
  const names = mentions.flatMap(({ type, id }) => {
    const agent = type === 'agent' ? agents?.find((one) => one.id === id) : undefined
    const name = agent ? fullName(agent) : teams?.find((one) => type === 'team' && one.id === id)?.name
    return name ? [name] : []
  })
  if (names.length === 0) return null
  return (
    <p className="mt-1.5 text-xs text-ink-2">
      {t('mention.unreached', {
        count: names.length,
        names: new Intl.ListFormat(readerLocale(), { type: 'conjunction' }).format(names),
      })}
    </p>
  )
}
