import { SquarePen } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { Command } from '../../commands/command.ts'
import { useCommands } from '../../commands/command-registry.ts'
import { startBuffering } from '../../commands/keystroke-buffer/text-buffer.ts'
import { whenIdle } from '../../lib/browser/when-idle.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useNewConversationRequests } from '../../lib/new-conversation-requests.ts'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'

const NewConversationDialog = lazyPart(() => import('./new-conversation-dialog.tsx'), 'NewConversationDialog')

/** The command to start a conversation, for agents with permission. */
export function NewConversation() {
  const me = useMe()
  return may(me, 'conversations:write') ? <NewConversationCommand /> : null
}

function NewConversationCommand() {
  const [open, setOpen] = useState(false)
  const requestCount = useNewConversationRequests()
  const [handledRequest, setHandledRequest] = useState(requestCount)
  if (handledRequest !== requestCount) {
    setHandledRequest(requestCount)
    setOpen(true)
  }
  // Load it while idle: the network may be gone when it is first needed.
  useEffect(() => whenIdle(() => NewConversationDialog.preload()), [])
  const show = () => {
    // Buffer keystrokes for the first field, so that they don't trigger shortcuts.
    if (!open) startBuffering(performance.now())
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
      run: show,
    },
  ]
  useCommands(commands)
  if (!open) return null
  return (
    <Suspense>
      <NewConversationDialog key={requestCount} onClose={() => setOpen(false)} />
    </Suspense>
  )
}
