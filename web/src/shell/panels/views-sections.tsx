import type { ListCounts } from '@parley/contract/conversations/conversation-lists'
import type { AnyView } from '@parley/contract/views/shared-views'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteExists } from '../../areas/use-route-exists.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import {
  groupViews,
  mayChangeView,
  mayCreateViews,
  type ViewGroup,
} from '../../features/views/view-groups.ts'
import { whenIdle } from '../../lib/browser/when-idle.ts'
import { may } from '../../session/permissions.ts'
import { teamsQuery, viewsQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'
import { PanelSection } from './panel-parts.tsx'
import type { SortableViews as SortableViewsType } from './sortable-views.tsx'
import { ViewRow } from './view-row.tsx'

/** The agent's own views, those of their teams, and those of everyone. */
export function ViewsSections({ counts }: { counts: ListCounts['views'] | undefined }) {
  const me = useMe()
  const exists = useRouteExists()
  const shown = may(me, 'conversations:read') && exists('/inboxes/views/$viewID')
  const views = useQuery({ ...viewsQuery, enabled: shown })
  if (!shown) return null
  return groupViews(views.data ?? [], me)
    .filter(({ kind }) => kind !== 'user' || mayCreateViews(me))
    .map((group) => <ViewsSection key={group.key} group={group} counts={counts} isLoaded={views.isSuccess} />)
}

function ViewsSection({
  group,
  counts,
  isLoaded,
}: {
  group: ViewGroup
  counts: ListCounts['views'] | undefined
  isLoaded: boolean
}) {
  const { t } = useTranslation()
  const { kind, key, views } = group
  const countOf = (id: number) => counts?.find((one) => one.id === id)?.count
  return (
    <PanelSection
      rememberAs={kind === 'user' ? 'panel.views' : `panel.views.${key}`}
      label={t(`inbox.views.${kind}`, { name: kind === 'team' ? group.team.name : '' })}
      isOpenAtFirst={kind !== 'others'}
      action={kind === 'user' && <CommandButton command="view.new" size="sm" />}
    >
      {kind === 'others' ? (
        <ViewsOfOtherTeams views={views} />
      ) : (
        <OrderedViews views={views} countOf={countOf} />
      )}
      {isLoaded && views.length === 0 && (
        <p className="px-2 py-1 text-xs text-ink-3">{t('inbox.views.empty')}</p>
      )}
    </PanelSection>
  )
}

type Views = { views: readonly AnyView[] }

/** Sorting is loaded when the browser is idle. Until then, and for those who may not, the rows look the same. */
function OrderedViews({ views, countOf }: Views & { countOf: (id: number) => number | null | undefined }) {
  const me = useMe()
  const list = useRef<HTMLDivElement>(null)
  const SortableViews = useSortableViews(list)
  const [first] = views
  return (
    <div ref={list} className="flex flex-col gap-px">
      {SortableViews && first && mayChangeView(me, first) ? (
        <SortableViews views={views} countOf={countOf} />
      ) : (
        views.map((view) => <ViewRow key={view.id} view={view} count={countOf(view.id)} />)
      )}
    </div>
  )
}

const RETRY_MS = 1_000

/** Null if it can't be loaded: the menu of each view still moves it. */
const loadSortableViews = () => import('./sortable-views.tsx').catch(() => null)

/** Null until it is loaded and the list is not in use: replaced rows lose the focus, their open menu, and a click. */
function useSortableViews(list: RefObject<HTMLElement | null>): typeof SortableViewsType | null {
  const [loaded, setLoaded] = useState<{ SortableViews: typeof SortableViewsType } | null>(null)
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout> | undefined
    let isMounted = true
    const load = async () => {
      const module = await loadSortableViews()
      const show = () => {
        if (!module || !isMounted) return
        if (isInUse(list.current)) retry = setTimeout(show, RETRY_MS)
        else setLoaded(module)
      }
      show()
    }
    whenIdle(() => void load())
    return () => {
      isMounted = false
      clearTimeout(retry)
    }
  }, [list])
  return loaded?.SortableViews ?? null
}

const isInUse = (list: HTMLElement | null): boolean =>
  list !== null &&
  (list.contains(document.activeElement) ||
    list.matches(':active') ||
    list.querySelector('[data-popup-open]') !== null)

function ViewsOfOtherTeams({ views }: Views) {
  const teams = useQuery(teamsQuery).data
  return views.map((view) => (
    <ViewRow
      key={view.id}
      view={view}
      count={null}
      description={teams?.find(({ id }) => id === view.team_id)?.name}
    />
  ))
}
