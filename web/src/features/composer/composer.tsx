import type { Agent } from '@parley/contract/people'
import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { NotebookPen, Reply } from 'lucide-react'
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Command } from '../../commands/command.ts'
import { useCommands, useKey } from '../../commands/registry.ts'
import { consumeComposerFocus, requestedComposerMode } from '../../lib/composer-focus.ts'
import { readDraft } from '../../lib/drafts.ts'
import { templateValues } from '../../macros/template-values.ts'
import { useMacroCommand } from '../../macros/use-macro-command.tsx'
import { may } from '../../session/may.ts'
import { useMe } from '../../session/use-me.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import type { Mode } from './mode.ts'
import { phaseKey, usePhase } from './sending.ts'
import { nothingTyped, type TypedAhead } from './typed-ahead.ts'

// The editor is the largest part of the desk; the thread does not wait for it.
const ComposerForm = lazy(() => import('./composer-form.tsx').then((m) => ({ default: m.ComposerForm })))

const GROUP = 'commands.group.conversation'

/** Where a conversation is answered, or noted down for colleagues. Absent for agents who may not write. */
export function Composer({ uuid }: { uuid: string }) {
  const me = useMe()
  return may(me, 'messages:write') ? <WritingComposer uuid={uuid} me={me} /> : null
}

function WritingComposer({ uuid, me }: { uuid: string; me: Agent }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const replyPlace = phaseKey({ agent_id: me.id, uuid, mode: 'reply' })
  const [requested] = useState(() => requestedComposerMode(uuid))
  // Used up only once it is on the page: what React renders and throws away while data loads must not consume it.
  useEffect(() => {
    consumeComposerFocus(uuid)
  }, [uuid])
  const [mode, setMode] = useState<Mode>(() => requested ?? begunMode(me.id, uuid))
  /** Grows when the editor is asked to take the focus. */
  const [focusAsked, setFocusAsked] = useState(requested ? 1 : 0)
  const typedAhead = useRef<TypedAhead>(nothingTyped)
  const show = (next: Mode) => {
    setMode(next)
    setFocusAsked((count) => count + 1)
  }
  const write = (next: Mode) => {
    // What was sent as a note must not become a reply.
    if (next !== mode) typedAhead.current = { ...typedAhead.current, sent: null }
    show(next)
  }
  const phase = usePhase(replyPlace)
  const [step, setStep] = useState(phase.step)
  if (step !== phase.step) {
    setStep(phase.step)
    if (phase.kind === 'restored') show('reply')
  }
  const commands: Command[] = [
    {
      id: 'composer.reply',
      label: 'command.reply',
      group: GROUP,
      keys: 'r',
      icon: Reply,
      run: () => write('reply'),
    },
    {
      id: 'composer.note',
      label: 'command.note',
      group: GROUP,
      keys: 'n',
      icon: NotebookPen,
      run: () => write('note'),
    },
  ]
  useCommands(commands)
  const macroAsked = useMacroCommand({
    id: 'apply-macro-to-existing-conversation',
    place: mode === 'reply' ? 'replying' : 'adding_private_note',
    keys: 'm',
    values: () => templateValues(cache, me, uuid),
    onPick: () => write(mode),
  })

  return (
    <section
      aria-label={t('composer.label')}
      className={clsx(
        '@container relative mx-2 mb-2 shrink-0 rounded-sheet border md:mx-4 md:mb-4',
        'focus-within:border-ink-3',
        mode === 'note' ? 'border-note-line bg-note' : 'border-line-strong bg-surface',
      )}
    >
      <Suspense
        fallback={
          <ComposerSkeleton
            key={mode}
            tabs={<ModeTabs mode={mode} onMode={write} />}
            label={t(mode === 'reply' ? 'composer.reply_text' : 'composer.note_text')}
            typedAhead={focusAsked > 0 ? typedAhead : null}
          />
        }
      >
        <ComposerForm
          key={mode}
          uuid={uuid}
          mode={mode}
          focusAsked={focusAsked}
          typedAhead={typedAhead}
          macroAsked={macroAsked}
          tabs={<ModeTabs mode={mode} onMode={write} />}
        />
      </Suspense>
    </section>
  )
}

/** Where something was begun. */
const begunMode = (agent_id: number, uuid: string): Mode =>
  !readDraft({ agent_id, uuid, mode: 'reply' }) && readDraft({ agent_id, uuid, mode: 'note' })
    ? 'note'
    : 'reply'

function ModeTabs({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const { t } = useTranslation()
  const shortcuts = { reply: useKey('composer.reply'), note: useKey('composer.note') }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') onMode(mode === 'reply' ? 'note' : 'reply')
  }
  return (
    <div role="tablist" aria-label={t('composer.mode')} className="flex shrink-0 gap-0.5">
      {(['reply', 'note'] as const).map((one) => (
        <Tooltip key={one} label={t(`command.${one}`)} shortcut={shortcuts[one]} side="top">
          <button
            type="button"
            role="tab"
            aria-selected={mode === one}
            tabIndex={mode === one ? 0 : -1}
            onClick={() => onMode(one)}
            onKeyDown={onKeyDown}
            className={clsx(
              'h-6.5 rounded-md px-2.25 font-medium transition-colors hover:text-ink aria-selected:text-ink',
              mode === 'note' ? 'text-ink-2 aria-selected:bg-note-line' : 'text-ink-3 aria-selected:bg-hover',
            )}
          >
            {t(`composer.${one}`)}
          </button>
        </Tooltip>
      ))}
    </div>
  )
}

/** Once writing is asked for, it takes the keys that the editor, still on its way, would have got: they must not be shortcuts. */
function ComposerSkeleton({
  tabs,
  label,
  typedAhead,
}: {
  tabs: ReactNode
  label: string
  typedAhead: RefObject<TypedAhead> | null
}) {
  const [sent, setSent] = useState(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!typedAhead || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    typedAhead.current = { ...typedAhead.current, sent: { shift: event.shiftKey } }
    setSent(true)
  }
  return (
    <div aria-busy>
      <div className="flex px-1.5 pt-1.5">{tabs}</div>
      <div className="h-18.5 px-3.5 py-3">
        {typedAhead ? (
          <textarea
            // biome-ignore lint/a11y/noAutofocus: it was asked for by key or click
            autoFocus
            aria-label={label}
            defaultValue={typedAhead.current.text}
            readOnly={sent}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              typedAhead.current = { ...typedAhead.current, text: event.target.value }
            }}
            className="size-full resize-none bg-transparent text-md outline-none"
          />
        ) : (
          <Skeleton className="h-3 w-2/5" />
        )}
      </div>
      <div className="h-10" />
    </div>
  )
}
