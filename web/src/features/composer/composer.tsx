import type { Agent } from '@parley/contract/agents/agent'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Forward, NotebookPen, Reply, TextQuote } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { draftsQuery } from '../../api/drafts.ts'
import type { Command } from '../../commands/command.ts'
import { useCommands, useShortcutKey } from '../../commands/command-registry.ts'
import {
  bufferedText,
  type ComposerBuffer,
  emptyComposerBuffer,
} from '../../commands/keystroke-buffer/composer-buffer.ts'
import { startBuffering } from '../../commands/keystroke-buffer/text-buffer.ts'
import { consumeComposerFocus, requestedComposerMode } from '../../lib/composer-focus.ts'
import { readDraft } from '../../lib/drafts.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import {
  type SideComposerTarget,
  showSideComposer,
  sideDraftTarget,
  useSideComposerTarget,
} from '../../lib/side-composer-target.ts'
import { templateValues } from '../../macros/template-values.ts'
import { useMacroCommand } from '../../macros/use-macro-command.tsx'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { tooltip } from '../../ui/overlays/tooltip.ts'
import { BufferField } from './buffer-field.tsx'
import type { ComposerMode } from './composer-mode.ts'
import { quoteSelection, selectedMessageText } from './quote-selection.ts'
import { phaseKey, useSendPhase } from './sending/send-phase.ts'
import { useComposerBuffers } from './use-composer-buffers.ts'

// The editor is the largest chunk; the thread doesn't wait for it.
const ComposerForm = lazyPart(() => import('./composer-form.tsx'), 'ComposerForm')

// Only for emails to third parties.
const SideComposer = lazyPart(() => import('./side-thread/side-composer.tsx'), 'SideComposer')

const GROUP = 'commands.group.conversation'

/** The composer for replies and notes. Not rendered for agents without write permission. */
export function Composer({ uuid }: { uuid: string }) {
  const me = useMe()
  // The first messages are painted before the editor is created. Later ones are, too: see `useSettled`.
  const showsForm = useDeferredValue(true, false)
  return may(me, 'messages:write') ? (
    <EditableComposer key={uuid} uuid={uuid} me={me} showsForm={showsForm} />
  ) : null
}

function EditableComposer({ uuid, me, showsForm }: { uuid: string; me: Agent; showsForm: boolean }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const replyPhaseKey = phaseKey({ agent_id: me.id, uuid, mode: 'reply' })
  const [requestedMode] = useState(() => requestedComposerMode(uuid))
  // Consumed on mount only: a render that React discards while data loads must not consume it.
  useEffect(() => {
    consumeComposerFocus(uuid)
  }, [uuid])
  const [mode, setMode] = useState<ComposerMode>(() => requestedMode ?? initialMode(cache, me.id, uuid))
  /** Incremented to request the focus. */
  const [focusRequests, setFocusRequests] = useState(requestedMode ? 1 : 0)
  const buffers = useComposerBuffers({ agent_id: me.id, uuid })
  const bufferRef = buffers[mode]
  const side = useSideComposerTarget(uuid)
  const openMode = (next: ComposerMode) => {
    setMode(next)
    setFocusRequests((count) => count + 1)
  }
  const startWriting = (next: ComposerMode) => {
    showSideComposer(null)
    // What was sent before the editor had loaded is not sent when its author comes back to it.
    if (next !== mode) bufferRef.current = { ...emptyComposerBuffer, text: bufferedText(bufferRef.current) }
    openMode(next)
  }
  const phase = useSendPhase(replyPhaseKey)
  const [shownRevision, setShownRevision] = useState(phase.revision)
  if (shownRevision !== phase.revision) {
    setShownRevision(phase.revision)
    if (phase.kind === 'restored') openMode('reply')
  }
  const commands: Command[] = [
    {
      id: 'composer.reply',
      label: 'command.reply',
      group: GROUP,
      keys: 'r',
      icon: Reply,
      run: () => startWriting('reply'),
    },
    {
      id: 'composer.note',
      label: 'command.note',
      group: GROUP,
      keys: 'n',
      icon: NotebookPen,
      run: () => startWriting('note'),
    },
    {
      id: 'composer.quote',
      label: 'command.quote',
      group: GROUP,
      keys: '>',
      icon: TextQuote,
      when: () => selectedMessageText() !== null,
      run: () => {
        showSideComposer(null)
        quoteSelection(me.id, uuid)
      },
    },
    {
      id: 'composer.forward',
      label: 'command.forward',
      group: GROUP,
      keys: 'shift+f',
      icon: Forward,
      keywords: t('command.forward.keywords'),
      when: () => may(me, 'conversations:forward') && may(me, 'messages:read'),
      run: () => {
        const target: SideComposerTarget = { uuid, kind: 'forward', message_uuid: null }
        // Buffer keystrokes for its first field, so that they don't trigger shortcuts.
        if (!side || sideDraftTarget(side) !== sideDraftTarget(target)) startBuffering(performance.now())
        showSideComposer(target)
      },
    },
  ]
  useCommands(commands)
  const pendingMacro = useMacroCommand({
    id: 'apply-macro-to-existing-conversation',
    place: mode === 'reply' ? 'replying' : 'adding_private_note',
    keys: 'm',
    values: () => templateValues(cache, me, uuid),
    onPick: () => startWriting(mode),
  })

  const skeleton = (
    <ComposerSkeleton
      key={mode}
      tabs={<ModeTabs mode={mode} onMode={startWriting} />}
      label={t(mode === 'reply' ? 'composer.reply_text' : 'composer.note_text')}
      canSchedule={mode === 'reply'}
      bufferRef={focusRequests > 0 ? bufferRef : null}
      bufferRevision={buffers.revision}
    />
  )

  return (
    <section
      aria-label={t('composer.label')}
      className={clsx(
        '@container relative mx-2 mb-2 shrink-0 rounded-sheet border md:mx-4 md:mb-4',
        'focus-within:border-ink-3',
        side
          ? 'border-side-line bg-side'
          : mode === 'note'
            ? 'border-note-line bg-note'
            : 'border-line-strong bg-surface',
      )}
    >
      {side ? (
        <Suspense
          fallback={
            <ComposerSkeleton
              tabs={null}
              label={t('composer.label')}
              canSchedule={false}
              bufferRef={null}
              bufferRevision={0}
            />
          }
        >
          <SideComposer key={sideDraftTarget(side)} target={side} me={me} pendingMacro={pendingMacro} />
        </Suspense>
      ) : (
        <Suspense fallback={skeleton}>
          {showsForm ? (
            <ComposerForm
              key={mode}
              uuid={uuid}
              mode={mode}
              focusRequests={focusRequests}
              bufferRef={bufferRef}
              onLoaded={buffers.keepOther}
              pendingMacro={pendingMacro}
              tabs={<ModeTabs mode={mode} onMode={startWriting} />}
            />
          ) : (
            skeleton
          )}
        </Suspense>
      )}
    </section>
  )
}

/** Starts with the mode that has a draft. */
function initialMode(cache: QueryClient, agent_id: number, uuid: string): ComposerMode {
  const drafts = cache.getQueryData(draftsQuery.queryKey) ?? []
  const hasDraft = (mode: ComposerMode) =>
    readDraft({ agent_id, uuid, mode }) !== null || drafts.some(({ key }) => key === `${mode}.${uuid}`)
  return !hasDraft('reply') && hasDraft('note') ? 'note' : 'reply'
}

function ModeTabs({ mode, onMode }: { mode: ComposerMode; onMode: (mode: ComposerMode) => void }) {
  const { t } = useTranslation()
  const shortcuts = { reply: useShortcutKey('composer.reply'), note: useShortcutKey('composer.note') }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') onMode(mode === 'reply' ? 'note' : 'reply')
  }
  return (
    <div role="tablist" aria-label={t('composer.mode')} className="flex shrink-0 gap-0.5">
      {(['reply', 'note'] as const).map((one) => (
        <button
          key={one}
          {...tooltip(t(`command.${one}`), { shortcut: shortcuts[one], side: 'top' })}
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
      ))}
    </div>
  )
}

/**
 * Once the focus is requested, a textarea receives the keys until the editor has loaded, so that they don't trigger
 * shortcuts.
 */
function ComposerSkeleton({
  tabs,
  label,
  canSchedule,
  bufferRef,
  bufferRevision,
}: {
  tabs: ReactNode
  label: string
  canSchedule: boolean
  bufferRef: RefObject<ComposerBuffer> | null
  bufferRevision: number
}) {
  return (
    <div aria-busy>
      <div className="flex px-1.5 pt-1.5">{tabs}</div>
      <div className="h-18.5 px-3.5 py-3">
        {bufferRef ? (
          <BufferField key={bufferRevision} {...{ label, canSchedule, bufferRef }} />
        ) : (
          <Skeleton className="h-3 w-2/5" />
        )}
      </div>
      <div className="h-10" />
    </div>
  )
}
