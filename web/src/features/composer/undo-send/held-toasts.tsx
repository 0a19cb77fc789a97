import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { SendHorizontal, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { TimedHeldSend } from '../../../api/held-sends.ts'
import type { Command } from '../../../commands/command.ts'
import { useCommands } from '../../../commands/command-registry.ts'
import { requestComposerFocus } from '../../../lib/composer-focus.ts'
import { inboxPath } from '../../../lib/inbox-list.ts'
import { dismissToast, showToast } from '../../../lib/toast.ts'
import { may } from '../../../session/permissions.ts'
import { useMe } from '../../../session/use-me.ts'
import { HeldToast } from './held-toast.tsx'
import { refreshHeldSends, sendNow, undoSend } from './undo-send.ts'
import { useConversationStarted } from './use-conversation-started.ts'

const GROUP = 'commands.group.conversation'
/** The server releases due messages once a second. */
const RELEASED_AFTER_MS = 2_000

/** A toast with a countdown for each held message, and shortcuts for the latest. */
export function HeldToasts({ held }: { held: readonly TimedHeldSend[] }) {
  const cache = useQueryClient()
  const me = useMe()
  const router = useRouter()
  const navigate = useNavigate()
  const { uuid: openUuid } = useParams({ strict: false })
  const [latest] = held

  const open = (uuid: string) => {
    const list = /^\/inboxes\/(?:assigned|unassigned|all|(?:teams|views)\/\d+)/.exec(
      router.latestLocation.pathname,
    )
    const path = list?.[0] ?? inboxPath({ type: may(me, 'conversations:read_all') ? 'all' : 'assigned' })
    void navigate({ to: `${path}/conversation/${uuid}` })
  }
  const onUndone = useConversationStarted(held, open)
  const undo = async (one: TimedHeldSend) => {
    dismissToast(one.uuid)
    onUndone(one)
    if (!(await undoSend(cache, me.id, one))) return
    if (one.start || openUuid === one.conversation_uuid) return
    requestComposerFocus(one.conversation_uuid, 'reply')
    open(one.conversation_uuid)
  }
  const sendImmediately = (one: TimedHeldSend) => {
    dismissToast(one.uuid)
    void sendNow(cache, one)
  }

  const commands: Command[] = latest
    ? [
        {
          id: 'composer.undo_send',
          label: 'command.undo_send',
          group: GROUP,
          keys: 'z',
          icon: Undo2,
          keywords: 'recall unsend take back',
          run: () => void undo(latest),
        },
        {
          id: 'composer.undo_send_by_mod_z',
          label: 'command.undo_send',
          group: GROUP,
          keys: 'mod+z',
          shortcutOnly: true,
          run: () => void undo(latest),
        },
        {
          id: 'composer.send_now',
          label: 'command.send_now',
          group: GROUP,
          icon: SendHorizontal,
          run: () => sendImmediately(latest),
        },
      ]
    : []
  useCommands(commands)

  const show = useEffectEvent((one: TimedHeldSend) =>
    showToast(
      one.uuid,
      <HeldToast held={one} onUndo={() => void undo(one)} onSendNow={() => sendImmediately(one)} />,
    ),
  )
  const refetch = useEffectEvent((one: TimedHeldSend) => refreshHeldSends(cache, one))
  const ids = held.map(({ uuid }) => uuid).join()
  // Toasts and timers are outside React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each fetch creates new objects for the same sends
  useEffect(() => {
    const timers = held.flatMap((one) => {
      const remaining = one.undoDeadline - Date.now()
      if (remaining > 0) show(one)
      return [
        setTimeout(() => dismissToast(one.uuid), Math.max(0, remaining)),
        setTimeout(() => refetch(one), Math.max(0, remaining) + RELEASED_AFTER_MS),
      ]
    })
    return () => {
      for (const timer of timers) clearTimeout(timer)
      for (const one of held) dismissToast(one.uuid)
    }
  }, [ids])
  return null
}
