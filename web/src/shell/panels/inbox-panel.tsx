import type { ListCounts } from '@parley/contract/conversations/conversation-lists'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Funnel, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { countsQuery } from '../../api/conversation-list-queries.ts'
import { inboxLists, orderedInboxLists } from '../../areas/inbox-lists.ts'
import { useRouteExists } from '../../areas/use-route-exists.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { useShortcutKey } from '../../commands/command-registry.ts'
import { ViewMenu } from '../../features/views/view-menu.tsx'
import { inboxPath } from '../../lib/inbox-list.ts'
import { may } from '../../session/permissions.ts'
import { viewsQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { PanelHeader, PanelLink, PanelSection } from './panel-parts.tsx'

export function InboxPanel() {
  const { t } = useTranslation()
  const me = useMe()
  // Switching lists keeps the open conversation.
  const { uuid } = useParams({ strict: false })
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
      <Views uuid={uuid} counts={counts?.views} />
    </>
  )
}

function Views({ uuid, counts }: { uuid: string | undefined; counts: ListCounts['views'] | undefined }) {
  const { t } = useTranslation()
  const me = useMe()
  const exists = useRouteExists()
  const shown = may(me, 'view:manage') && exists('/inboxes/views/$viewID')
  const views = useQuery({ ...viewsQuery, enabled: shown })
  if (!shown) return null
  return (
    <PanelSection
      rememberAs="panel.views"
      label={t('inbox.views')}
      action={<CommandButton command="view.new" size="sm" />}
    >
      {views.data?.map((view) => (
        // The menu replaces the count.
        <div
          key={view.id}
          className="group/view relative [&_.list-count+*]:hidden pointer-coarse:[&_.list-count+*]:block pointer-fine:focus-within:[&_.list-count]:opacity-0 pointer-fine:hover:[&_.list-count]:opacity-0"
        >
          <PanelLink
            path={inboxPath({ type: 'view', id: view.id }, uuid)}
            icon={<Funnel size={16} aria-hidden />}
            label={view.name}
            count={counts?.find(({ id }) => id === view.id)?.count}
            end={<span className="w-5 shrink-0" />}
          />
          <span className="absolute top-1/2 right-1 -translate-y-1/2 opacity-0 transition-opacity group-focus-within/view:opacity-100 group-hover/view:opacity-100 has-data-popup-open:opacity-100 pointer-coarse:opacity-100">
            <ViewMenu view={view} />
          </span>
        </div>
      ))}
      {views.isSuccess && views.data.length === 0 && (
        <p className="px-2 py-1 text-xs text-ink-3">{t('inbox.views.empty')}</p>
      )}
    </PanelSection>
  )
}

function SearchLink() {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('go.search')
  const exists = useRouteExists()
  if (!exists('/inboxes/search')) return null
  return (
    <Tooltip label={t('inbox.search')} shortcut={shortcut}>
      <Link
        to="/inboxes/search"
        aria-label={t('inbox.search')}
        className="grid size-7 place-items-center rounded-md text-ink-2 transition-colors hover:bg-hover"
      >
        <Search size={16} aria-hidden />
      </Link>
    </Tooltip>
  )
}
