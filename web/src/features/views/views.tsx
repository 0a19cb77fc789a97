import type { AnyView } from '@parley/contract/views/shared-views'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Funnel, type LucideIcon, Pencil, Plus, Trash2 } from 'lucide-react'
import { Suspense } from 'react'
import type { Command } from '../../commands/command.ts'
import { useCommands } from '../../commands/command-registry.ts'
import { BufferWhileLoading } from '../../commands/keystroke-buffer/buffer-while-loading.tsx'
import { inboxPath } from '../../lib/inbox-list.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { may } from '../../session/permissions.ts'
import { viewsQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'
import { useMoveView } from './use-move-view.ts'
import { openViewDialog, useViewDialog } from './view-dialog-state.ts'
import { mayChangeView, mayCreateViews, viewNeighbours } from './view-groups.ts'

const ViewDialog = lazyPart(() => import('./view-dialog.tsx'), 'ViewDialog')
const DeleteViewDialog = lazyPart(() => import('./delete-view-dialog.tsx'), 'DeleteViewDialog')

/** Commands and dialogs for views, for agents who can read conversations. */
export function Views() {
  return may(useMe(), 'conversations:read') ? <ViewCommands /> : null
}

function ViewCommands() {
  const me = useMe()
  const navigate = useNavigate()
  const { viewID, uuid } = useParams({ strict: false })
  const views = useQuery(viewsQuery).data ?? []
  const form = useViewDialog()
  const move = useMoveView()
  const current = views.find((view) => view.id === viewID)
  useCommands([
    ...(mayCreateViews(me) ? [newViewCommand] : []),
    ...(current && mayChangeView(me, current) ? changeCommands(current, views, move) : []),
    ...views.map((view) => ({
      id: `go.view.${view.id}`,
      label: 'command.named',
      labelValues: { name: view.name },
      group: 'commands.group.go',
      icon: Funnel,
      detail: me.teams.find(({ id }) => id === view.team_id)?.name ?? '',
      keywords: 'view',
      run: () => void navigate({ to: inboxPath({ type: 'view', id: view.id }, uuid) }),
    })),
  ])
  if (!form) return null
  const close = () => openViewDialog(null)
  return form.kind === 'delete' ? (
    <Suspense>
      <DeleteViewDialog view={form.view} onClose={close} />
    </Suspense>
  ) : (
    <Suspense fallback={<BufferWhileLoading />}>
      <ViewDialog form={form} onClose={close} />
    </Suspense>
  )
}

const newViewCommand: Command = {
  id: 'view.new',
  label: 'command.view_new',
  group: 'commands.group.list',
  icon: Plus,
  keywords: 'filter save share',
  run: () => openViewDialog({ kind: 'new', filters: [] }),
}

function changeCommands(
  view: AnyView,
  views: readonly AnyView[],
  move: ReturnType<typeof useMoveView>,
): Command[] {
  const { up, down } = viewNeighbours(views, view)
  const command = (id: string, icon: LucideIcon, run: () => void): Command => ({
    id: `view.${id}`,
    label: `command.view_${id}`,
    labelValues: { name: view.name },
    group: 'commands.group.list',
    icon,
    run,
  })
  return [
    command('edit', Pencil, () => openViewDialog({ kind: 'edit', view })),
    ...(up === undefined ? [] : [command('move_up', ArrowUp, () => move(view.id, up))]),
    ...(down === undefined ? [] : [command('move_down', ArrowDown, () => move(view.id, down))]),
    command('delete', Trash2, () => openViewDialog({ kind: 'delete', view })),
  ]
}
