import { SquarePen } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Command } from '../../commands/command.ts'
import { useCommands } from '../../commands/registry.ts'
import { useNewConversationAsked } from '../../lib/new-conversation-asked.ts'
import { may } from '../../session/may.ts'
import { useMe } from '../../session/use-me.ts'

const NewConversationDialog = lazy(() =>
  import('./new-conversation-dialog.tsx').then((m) => ({ default: m.NewConversationDialog })),
)

/** Offers to start a conversation, to agents who may. */
export function NewConversation() {
  const me = useMe()
  return may(me, 'conversations:write') ? <Offered /> : null
}

function Offered() {
  const [open, setOpen] = useState(false)
  const asked = useNewConversationAsked()
  const [granted, setGranted] = useState(asked)
  if (granted !== asked) {
    setGranted(asked)
    setOpen(true)
  }
  const commands: Command[] = [
    {
      id: 'conversation.new',
      label: 'command.new_conversation',
      group: 'commands.group.workspace',
      keys: 'c',
      icon: SquarePen,
      keywords: 'compose write email',
      run: () => setOpen(true),
    },
  ]
  useCommands(commands)
  if (!open) return null
  return (
    <Suspense>
      <NewConversationDialog key={asked} onClose={() => setOpen(false)} />
    </Suspense>
  )
}
