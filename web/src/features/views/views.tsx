import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Funnel, Pencil, Plus, Trash2 } from 'lucide-react'
import { Suspense } from 'react'
import type { Command } from '../../commands/command.ts'
import { useCommands } from '../../commands/command-registry.ts'
import { inboxPath } from '../../lib/inbox-list.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { may } from '../../session/permissions.ts'
import { viewsQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'
import { openViewDialog, useViewDialog } from './view-dialog-state.ts'

const ViewDialog = lazyPart(() => import('./view-dialog.tsx'), 'ViewDialog')
const DeleteViewDialog = lazyPart(() => import('./delete-view-dialog.tsx'), 'DeleteViewDialog')

/** Commands and dialogs for saved views, for agents with permission. */
export function Views() {
  return may(useMe(), 'view:manage') ? <ViewCommands /> : null
}

function ViewCommands() {
  const navigate = useNavigate()
  const { viewID, uuid } = useParams({ strict: false })
  const views = useQuery(viewsQuery).data ?? []
  const form = useViewDialog()
  const current = views.find((view) => view.id === viewID)
  const commands: Command[] = [
    {
      id: 'view.new',
      label: 'command.view_new',
      group: 'commands.group.list',
      icon: Plus,
      keywords: 'filter save',
      run: () => openViewDialog({ kind: 'new', filters: [] }),
    },
    ...(current
      ? [
          {
            id: 'view.edit',
            label: 'command.view_edit',
            labelValues: { name: current.name },
            group: 'commands.group.list',
            icon: Pencil,
            run: () => openViewDialog({ kind: 'edit', view: current }),
          },
          {
            id: 'view.delete',
            label: 'command.view_delete',
            labelValues: { name: current.name },
            group: 'commands.group.list',
            icon: Trash2,
            run: () => openViewDialog({ kind: 'delete', view: current }),
          },
        ]
      : []),
    ...views.map((view) => ({
      id: `go.view.${view.id}`,
      label: 'command.named',
      labelValues: { name: view.name },
      group: 'commands.group.go',
      icon: Funnel,
      keywords: 'view',
      run: () => void navigate({ to: inboxPath({ type: 'view', id: view.id }, uuid) }),
    })),
  ]
  useCommands(commands)
  if (!form) return null
  return (
    <Suspense>
      {form.kind === 'delete' ? (
        <DeleteViewDialog view={form.view} onClose={() => openViewDialog(null)} />
      ) : (
        <ViewDialog form={form} onClose={() => openViewDialog(null)} />
      )}
    </Suspense>
  )
}
