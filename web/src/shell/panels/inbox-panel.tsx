import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { countsQuery } from '../../api/conversation-list-queries.ts'
import { inboxLists, orderedInboxLists } from '../../areas/inbox-lists.ts'
import { useRouteExists } from '../../areas/use-route-exists.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { useShortcutKey } from '../../commands/command-registry.ts'
import { useSettled } from '../../commands/use-settled.ts'
import { inboxPath } from '../../lib/inbox-list.ts'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'
import { tooltip } from '../../ui/overlays/tooltip.ts'
import { PanelHeader, PanelLink, PanelSection } from './panel-parts.tsx'
import { ViewsSections } from './views-sections.tsx'

export function InboxPanel() {
  const { t } = useTranslation()
  const me = useMe()
  // Switching lists keeps the open conversation. The links follow after it is shown.
  const uuid = useSettled(useParams({ strict: false }).uuid ?? '') || undefined
  const counts = useQuery(countsQuery).data
  return (
    <>
      <PanelHeader title={t('inbox.title')}>
        <SearchLink />
        <CommandButton command="conversation.new" />
      </PanelHeader>
      <div className="mt-2 flex flex-col gap-px">
        {inboxLists
          .filter((list) => may(me, list.permission))
          .map(({ type, icon: Icon }) => (
            <PanelLink
              key={type}
              path={inboxPath({ type }, uuid)}
              icon={<Icon size={16} aria-hidden />}
              label={t(`inbox.${type}`)}
              count={type === 'all' ? null : counts?.[type]}
            />
          ))}
      </div>
      {may(me, 'conversations:read_team_inbox') && me.teams.length > 0 && (
        <PanelSection rememberAs="panel.teams" label={t('inbox.teams')}>
          {me.teams.map((team) => (
            <PanelLink
              key={team.id}
              path={inboxPath({ type: 'team', id: team.id }, uuid)}
              icon={
                <span aria-hidden className="w-4 text-center text-sm">
                  {team.emoji || '·'}
                </span>
              }
              label={team.name}
              count={counts?.teams.find(({ id }) => id === team.id)?.count}
            />
          ))}
        </PanelSection>
      )}
      <PanelSection rememberAs="panel.more_lists" label={t('inbox.more')}>
        {orderedInboxLists
          .filter((list) => may(me, list.permission))
          .map(({ type, icon: Icon }) => (
            <PanelLink
              key={type}
              path={inboxPath({ type }, uuid)}
              icon={<Icon size={16} aria-hidden />}
              label={t(`inbox.${type}`)}
            />
          ))}
      </PanelSection>
      <ViewsSections counts={counts?.views} />
    </>
  )
}

function SearchLink() {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('go.search')
  const exists = useRouteExists()
  if (!exists('/inboxes/search')) return null
  return (
    <Link
      {...tooltip(t('inbox.search'), { shortcut })}
      to="/inboxes/search"
      aria-label={t('inbox.search')}
      className="grid size-7 place-items-center rounded-md text-ink-2 transition-colors hover:bg-hover"
    >
      <Search size={16} aria-hidden />
    </Link>
  )
}
