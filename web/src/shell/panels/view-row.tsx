import type { AnyView } from '@parley/contract/views/shared-views'
import { useParams } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Funnel } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSettled } from '../../commands/use-settled.ts'
import { mayChangeView } from '../../features/views/view-groups.ts'
import { ViewMenu } from '../../features/views/view-menu.tsx'
import { inboxPath } from '../../lib/inbox-list.ts'
import { useMe } from '../../session/use-me.ts'
import { PanelLink } from './panel-parts.tsx'

/** A view in the sidebar. Its menu replaces the count, its drag handle the icon. */
export function ViewRow({
  view,
  count,
  description,
  handle,
  row,
}: {
  view: AnyView
  count: number | null | undefined
  description?: string | undefined
  handle?: ReactNode
  /** Props of a sortable row. */
  row?: object
}) {
  const mayChange = mayChangeView(useMe(), view)
  const uuid = useSettled(useParams({ strict: false }).uuid ?? '') || undefined
  return (
    <div
      {...row}
      className={clsx(
        'group/view relative rounded-md data-dragging:bg-raised data-dragging:shadow-pop',
        mayChange &&
          '[&_.list-count+*]:hidden pointer-coarse:[&_.list-count+*]:block pointer-fine:focus-within:[&_.list-count]:opacity-0 pointer-fine:hover:[&_.list-count]:opacity-0',
        handle &&
          'pointer-fine:focus-within:[&_.lucide-funnel]:opacity-0 pointer-fine:hover:[&_.lucide-funnel]:opacity-0',
      )}
    >
      {handle && (
        <span className="absolute top-1/2 left-1 z-1 -translate-y-1/2 opacity-0 group-focus-within/view:opacity-100 group-hover/view:opacity-100 pointer-coarse:hidden">
          {handle}
        </span>
      )}
      <PanelLink
        path={inboxPath({ type: 'view', id: view.id }, uuid)}
        icon={<Funnel size={16} aria-hidden />}
        label={view.name}
        description={description}
        count={count}
        end={mayChange && <span className="w-5 shrink-0" />}
      />
      {mayChange && (
        <span className="absolute top-1/2 right-1 -translate-y-1/2 opacity-0 transition-opacity group-focus-within/view:opacity-100 group-hover/view:opacity-100 has-data-popup-open:opacity-100 pointer-coarse:opacity-100">
          <ViewMenu view={view} />
        </span>
      )}
    </div>
  )
}
