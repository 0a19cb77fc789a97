import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { Redo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { heldSendsQuery } from '../api/held-sends.ts'
import { isMessageInFlight, messagesSettled } from '../api/in-flight-messages.ts'
import { type Command, displayKey } from '../commands/command.ts'
import { commandRendered, findCommand, useCommands } from '../commands/command-registry.ts'
import { dismissToast, showFailure, showToast, toast } from '../lib/toast.ts'
import { type LoggedAction, logAction, removeAction, useLoggedActions } from './action-log.ts'
import { ActionToast } from './action-toast.tsx'
import { describeAction } from './describe-action.ts'
import { redo, type Undone, undoLogged, undoNewest } from './undo-action.ts'
import { GROUP, undoCommands } from './undo-commands.ts'
import { inUndoOrder } from './undo-order.ts'

const TOAST = 'last-action'
const TOAST_MS = 8_000
const REFUSAL_MS = 10_000
/** Later changes wait for what is being undone, so nothing waits for ever. */
const RENDERED_WITHIN_MS = 2_000

/** The commands that undo and redo, and a toast for each action. `earlyPresses` were counted before it was loaded. */
export function UndoLayer({ earlyPresses = 0 }: { earlyPresses?: number }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [undone, setUndone] = useState<Undone | null>(null)
  const showAction = useActionToast()

  /** One of this tab, or the last one. */
  const undo = (chosen?: LoggedAction) =>
    inUndoOrder(async () => {
      if (chosen || !(await undoUnconfirmedSend(cache))) await undoNow(chosen)
    })
  const undoNow = async (chosen?: LoggedAction) => {
    const undoing = chosen ? undoLogged(cache, chosen) : undoNewest(cache)
    try {
      const result = await undoing
      if (result) finish(result)
      else if (!chosen) toast.info(t('undo.nothing'))
    } catch (error) {
      showFailure(error, () => void undo(chosen))
    }
  }
  const finish = (result: Undone) => {
    const refused = result.outcomes.filter(({ ok }) => !ok)
    if (refused.length > 0) toast.error(refusalText(result, t), { duration: REFUSAL_MS })
    if (result.return_to && refused.length < result.outcomes.length)
      void navigate({ to: result.return_to, search: true })
    if (result.redo_ids.length === 0) return dismissToast(TOAST)
    setUndone(result)
    const message = t('undo.undone', { action: describeAction(result, t) })
    showAction(message, { label: t('undo.redo'), command: 'undo.redo', run: () => redoLast(result) })
  }
  const redoLast = (last: Undone) =>
    inUndoOrder(async () => {
      setUndone(null)
      try {
        const result = await redo(cache, last.redo_ids)
        if (!result) return
        const again: LoggedAction = {
          kind: last.kind,
          what: last.what,
          count: last.count,
          event_ids: Promise.resolve(result.redo_ids),
          previous: new Map(),
        }
        logAction(again)
      } catch (error) {
        setUndone(last)
        showFailure(error, () => void redoLast(last))
      }
    })

  useNewActions((action) => {
    setUndone(null)
    showAction(describeAction(action, t), {
      label: t('undo.action'),
      command: 'undo.last',
      run: () => void undo(action),
    })
  })
  const undoEarly = useEffectEvent(() => {
    for (let press = 0; press < earlyPresses; press++) void undo()
  })
  useEffect(() => undoEarly(), [])
  useCommands([
    ...undoCommands(() => void undo(), t),
    ...redoCommands(undone && (() => void redoLast(undone))),
  ])
  return null
}

function redoCommands(redoLast: (() => void) | null): Command[] {
  const when = () => redoLast !== null
  const run = () => redoLast?.()
  // biome-ignore format: read as a table
  return [
    { id: 'undo.redo', label: 'command.redo', group: GROUP, keys: 'shift+z', icon: Redo2, when, run },
    { id: 'undo.redo_by_mod_z', label: 'command.redo', group: GROUP, keys: 'mod+shift+z', shortcutOnly: true, when, run },
  ]
}

/**
 * A reply that was still being sent when the key was pressed is the last action: undoes it as soon as it can be. False
 * if there is none, or if it can't be undone.
 */
async function undoUnconfirmedSend(cache: QueryClient): Promise<boolean> {
  if (!isMessageInFlight()) return false
  await messagesSettled()
  const held = cache.getQueryData(heldSendsQuery.queryKey) ?? []
  if (held.length === 0) return false
  const command = await Promise.race([commandRendered('composer.undo_send'), wait(RENDERED_WITHIN_MS)])
  command?.run?.()
  return true
}

const wait = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms))

/** Calls for each action of this tab, once the server has confirmed it. */
function useNewActions(onAction: (action: LoggedAction) => void) {
  const actions = useLoggedActions()
  const seen = useRef(new Set<LoggedAction>())
  const show = useEffectEvent((action: LoggedAction, ids: readonly number[]) => {
    if (ids.length === 0 && !action.undo) removeAction(action)
    else onAction(action)
  })
  useEffect(() => {
    for (const action of actions) {
      if (seen.current.has(action)) continue
      seen.current.add(action)
      void action.event_ids.then((ids) => show(action, ids))
    }
  }, [actions])
}

type ToastAction = { label: string; command: string; run: () => void }

/** One toast for the newest action. */
function useActionToast() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (message: string, { label, command, run }: ToastAction) => {
    clearTimeout(timer.current)
    const onClick = () => {
      void dismissToast(TOAST)
      run()
    }
    const keys = displayKey(findCommand(command))
    void showToast(TOAST, <ActionToast message={message} action={{ label, keys, onClick }} />)
    timer.current = setTimeout(() => void dismissToast(TOAST), TOAST_MS)
  }
}

const MAX_NAMED = 3

/** Names those that were refused, and each reason once. */
function refusalText({ outcomes, count }: Undone, t: TFunction): string {
  const refused = outcomes.filter(({ ok }) => !ok)
  const unnamed = refused.length - MAX_NAMED
  const names = refused
    .slice(0, MAX_NAMED)
    .map(({ reference_number }) => (reference_number ? `#${reference_number}` : t('undo.hidden')))
  return t('undo.refused', {
    count,
    refused: refused.length,
    names: [...names, ...(unnamed > 0 ? [t('bulk.more', { count: unnamed })] : [])].join(', '),
    reason: [...new Set(refused.map(({ reason }) => reason ?? ''))].join('. '),
  })
}
