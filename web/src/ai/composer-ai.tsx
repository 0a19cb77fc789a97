import type { AiCitation } from '@parley/contract/ai/ai-completions'
import { listAiPrompts } from '@parley/contract/ai/ai-settings'
import { useQuery } from '@tanstack/react-query'
import type { Editor } from '@tiptap/react'
import { PenLine, Sparkles, WandSparkles } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { entitiesQuery } from '../admin/entity-queries.ts'
import type { Command } from '../commands/command.ts'
import { useCommands } from '../commands/command-registry.ts'
import { focusContextOf } from '../commands/shortcuts/shortcut-scope.ts'
import { IconButton } from '../ui/inputs/icon-button.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../ui/overlays/menu.tsx'
import { stripCitationMarks } from './citations.tsx'
import { type CompletionTarget, completionTarget } from './completion-target.ts'
import { ComposerAiBar, type WritingState } from './composer-ai-bar.tsx'
import { requestCompletion } from './request-completion.ts'

type CompletionRequest = Parameters<typeof requestCompletion>[0]

/** Lets a model rewrite the selection or the whole text, or draft the reply, directly in the editor. */
export function ComposerAi({
  editor,
  uuid,
  mode,
  blank,
  busy,
  bar,
}: {
  editor: Editor
  uuid: string
  mode: 'reply' | 'note'
  blank: boolean
  /** True while the model writes; the editor is locked for everyone else. */
  busy: RefObject<boolean>
  /** Where progress is rendered. */
  bar: HTMLElement | null
}) {
  const { t } = useTranslation()
  const prompts = useQuery(entitiesQuery('ai-prompts', listAiPrompts)).data ?? []
  const [writing, setWriting] = useState<WritingState>({ status: 'idle' })
  const [hasSelection, setHasSelection] = useState(false)
  const running = useRef<AbortController>(null)
  useEffect(
    () => () => {
      running.current?.abort()
      busy.current = false
    },
    [busy],
  )

  const write = async (what: string, question: (place: CompletionTarget) => CompletionRequest) => {
    if (busy.current) return
    const place = completionTarget(editor)
    const controller = new AbortController()
    running.current = controller
    busy.current = true
    setWriting({ status: 'running', what })
    let shown = ''
    const end = (text: string, citations: AiCitation[], next: WritingState) => {
      place.restore()
      busy.current = false
      if (text.trim()) place.commit(text)
      setWriting(text.trim() && next.status === 'done' ? { ...next, citations } : next)
      if (!editor.isDestroyed) editor.view.focus()
    }
    try {
      const answer = await requestCompletion(question(place), {
        signal: controller.signal,
        onText: (text) => {
          shown = stripCitationMarks(text)
          place.preview(shown)
        },
      })
      end(answer.text, answer.citations, { status: 'done', what, citations: [], truncated: answer.truncated })
    } catch (error) {
      if (editor.isDestroyed) return
      // When stopped, keep the text so far; undo restores the original.
      if (controller.signal.aborted)
        return end(
          shown,
          [],
          shown.trim() ? { status: 'done', what, citations: [], truncated: false } : { status: 'idle' },
        )
      const again = () => void write(what, question)
      end('', [], { status: 'failed', message: (error as Error).message, retry: again })
    }
  }
  const isRunning = writing.status === 'running'
  useEffect(() => {
    if (!isRunning) return
    // The menu still has the focus while the agent keeps typing for the editor: a letter must not trigger a shortcut
    // such as resolve.
    const drop = (event: KeyboardEvent) => {
      const isText =
        event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
      if (isText && focusContextOf(event.target) === 'page') event.preventDefault()
    }
    addEventListener('keydown', drop, true)
    return () => removeEventListener('keydown', drop, true)
  }, [isRunning])
  const stop = () => running.current?.abort()
  const draft = () =>
    void write(t('ai.draft'), ({ text }) => ({
      task: 'draft_reply',
      conversation_uuid: uuid,
      instruction: text.slice(0, 2000),
    }))
  const rewrite = (prompt: { key: string; title: string }) =>
    void write(prompt.title, ({ text }) => ({ task: 'prompt', prompt_key: prompt.key, content: text }))

  const commands: Command[] = [
    {
      id: 'ai.draft',
      label: 'ai.draft',
      group: 'ai.group',
      icon: PenLine,
      when: () => mode === 'reply',
      run: draft,
    },
    {
      id: 'ai.rewrite',
      label: 'ai.rewrite',
      group: 'ai.group',
      icon: WandSparkles,
      placeholder: 'ai.rewrite.search',
      empty: 'ai.rewrite.empty',
      when: () => !blank && prompts.length > 0,
      children: () =>
        prompts.map((prompt) => ({
          id: `ai.prompt.${prompt.key}`,
          label: 'command.named',
          labelValues: { name: prompt.title },
          group: 'ai.group',
          icon: WandSparkles,
          run: () => rewrite(prompt),
        })),
    },
  ]
  useCommands(commands)

  return (
    <>
      <Menu
        side="top"
        onOpenChange={(open) => open && setHasSelection(!editor.state.selection.empty)}
        trigger={
          <IconButton label={t('ai.menu')} side="top">
            <Sparkles size={16} aria-hidden />
          </IconButton>
        }
      >
        {mode === 'reply' && (
          <>
            <MenuItem icon={<PenLine size={16} aria-hidden />} onClick={draft}>
              {t(blank ? 'ai.draft' : 'ai.draft_from_this')}
            </MenuItem>
            <MenuSeparator />
          </>
        )}
        <MenuGroup label={t(hasSelection ? 'ai.rewrite.selection' : 'ai.rewrite.all')}>
          {prompts.map((prompt) => (
            <MenuItem
              key={prompt.key}
              icon={<WandSparkles size={16} aria-hidden />}
              disabled={blank}
              onClick={() => rewrite(prompt)}
            >
              {prompt.title}
            </MenuItem>
          ))}
        </MenuGroup>
      </Menu>
      {bar &&
        writing.status !== 'idle' &&
        createPortal(
          <ComposerAiBar
            writing={writing}
            editor={editor}
            onStop={stop}
            onClose={() => setWriting({ status: 'idle' })}
          />,
          bar,
        )}
    </>
  )
}
