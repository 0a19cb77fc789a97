import type { AiCitation } from '@parley/contract/ai/ai-completions'
import type { Editor } from '@tiptap/react'
import { CircleAlert, RotateCw, Sparkles, Square, Undo2, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Spinner } from '../ui/display/spinner.tsx'
import { Button } from '../ui/inputs/button.tsx'
import { IconButton } from '../ui/inputs/icon-button.tsx'
import { Citation } from './citations.tsx'

export type WritingState =
  | { status: 'idle' }
  | { status: 'running'; label: string }
  | { status: 'done'; label: string; citations: AiCitation[]; truncated: boolean }
  | { status: 'failed'; message: string; retry: () => void }

/** Below the text: progress with a stop button, the sources with an undo button, or the error. */
export function ComposerAiBar({
  writing,
  editor,
  onStop,
  onClose,
}: {
  writing: WritingState
  editor: Editor
  onStop: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const isRunning = writing.status === 'running'
  const stopByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isRunning) return
    // Escape stops only the model; dialogs and the page must not see it.
    event.stopPropagation()
    event.preventDefault()
    onStop()
  })
  useEffect(() => {
    addEventListener('keydown', stopByKey, true)
    return () => removeEventListener('keydown', stopByKey, true)
  }, [])
  // After another edit, undo would revert that edit instead.
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (writing.status !== 'done') return
    const closeOnEdit = () => close()
    editor.on('update', closeOnEdit)
    return () => void editor.off('update', closeOnEdit)
  }, [editor, writing.status])
  const undo = () => {
    editor.chain().focus().undo().run()
    onClose()
  }
  return (
    <div
      className={`mx-2 mb-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md border py-1 pr-1 pl-2.5 text-xs ${
        writing.status === 'failed' ? 'border-bad-line bg-bad-subtle text-bad' : 'bg-raised text-ink-2'
      }`}
    >
      {writing.status === 'running' && (
        <>
          <Spinner />
          <p role="status" className="min-w-24 flex-1">
            {t('ai.writing', { what: writing.label })}
          </p>
          <Button size="sm" onClick={onStop}>
            <Square size={11} aria-hidden />
            {t('ai.stop')}
          </Button>
        </>
      )}
      {writing.status === 'done' && (
        <>
          <Sparkles size={13} aria-hidden className="text-accent-text" />
          <p role="status" className="min-w-24 flex-1">
            {t(writing.truncated ? 'ai.written_cut' : 'ai.written', { what: writing.label })}
            {writing.citations.length > 0 && (
              <span className="ml-1.5 whitespace-nowrap">
                {t('ai.rests_on')}
                {writing.citations.map((citation) => (
                  <Citation key={citation.n} citation={citation} />
                ))}
              </span>
            )}
          </p>
          <Button size="sm" onClick={undo}>
            <Undo2 size={13} aria-hidden />
            {t('ai.undo')}
          </Button>
        </>
      )}
      {writing.status === 'failed' && (
        <>
          <CircleAlert size={14} aria-hidden />
          <p role="alert" className="min-w-40 flex-1 text-ink wrap-anywhere">
            {writing.message}
          </p>
          <Button size="sm" onClick={writing.retry}>
            <RotateCw size={13} aria-hidden />
            {t('ui.retry')}
          </Button>
        </>
      )}
      {!isRunning && (
        <IconButton label={t('ai.close')} size="sm" side="top" onClick={onClose}>
          <X size={14} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
