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
  isBlank,
  busy: busyRef,
  bar,
}: {
  editor: Editor
  uuid: string
  mode: 'reply' | 'note'
  isBlank: boolean
  /** True while the model writes; the editor is locked for everyone else. */
  busy: RefObject<boolean>
  /** Where progress is rendered. */
  bar: HTMLElement | null
}) {
  const { t } = useTranslation()
  const prompts = useQuery(entitiesQuery('ai-prompts', listAiPrompts)).data ?? []
  const [writing, setWriting] = useState<WritingState>({ status: 'idle' })
  const abortRef = useRef<AbortController>(null)
  useEffect(
    () => () => {
      abortRef.current?.abort()
      busyRef.current = false
    },
    [busyRef],
  )

  const run = async (label: string, toRequest: (target: CompletionTarget) => CompletionRequest) => {
    if (busyRef.current) return
    const target = completionTarget(editor)
    const controller = new AbortController()
    abortRef.current = controller
    busyRef.current = true
    setWriting({ status: 'running', label })
    let preview = ''
    const finish = (text: string, citations: AiCitation[], nextState: WritingState) => {
      target.restore()
      busyRef.current = false
      if (text.trim()) target.commit(text)
      setWriting(text.trim() && nextState.status === 'done' ? { ...nextState, citations } : nextState)
      if (!editor.isDestroyed) editor.view.focus()
    }
    try {
      const completion = await requestCompletion(toRequest(target), {
        signal: controller.signal,
        onText: (text) => {
          preview = stripCitationMarks(text)
          target.preview(preview)
        },
      })
      finish(completion.text, completion.citations, {
        status: 'done',
        label,
        citations: [],
        truncated: completion.truncated,
      })
    } catch (error) {
      if (editor.isDestroyed) return
      // When stopped, keep the text so far; undo restores the original.
      if (controller.signal.aborted)
        return finish(
          preview,
          [],
          preview.trim() ? { status: 'done', label, citations: [], truncated: false } : { status: 'idle' },
        )
      const retry = () => void run(label, toRequest)
      finish('', [], { status: 'failed', message: (error as Error).message, retry })
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
  const stop = () => abortRef.current?.abort()
  const draft = () =>
    void run(t('ai.draft'), ({ text }) => ({
      task: 'draft_reply',
      conversation_uuid: uuid,
      instruction: text.slice(0, 2000),
    }))
  const rewrite = (prompt: { key: string; title: string }) =>
    void run(prompt.title, ({ text }) => ({ task: 'prompt', prompt_key: prompt.key, content: text }))

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
      when: () => !isBlank && prompts.length > 0,
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
        trigger={
          <IconButton label={t('ai.menu')} side="top">
            <Sparkles size={16} aria-hidden />
          </IconButton>
        }
      >
        {mode === 'reply' && (
          <>
            <MenuItem icon={<PenLine size={16} aria-hidden />} onClick={draft}>
              {t(isBlank ? 'ai.draft' : 'ai.draft_from_this')}
            </MenuItem>
            <MenuSeparator />
          </>
        )}
        <MenuGroup label={<RewriteScope editor={editor} />}>
          {prompts.map((prompt) => (
            <MenuItem
              key={prompt.key}
              icon={<WandSparkles size={16} aria-hidden />}
              disabled={isBlank}
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

/** What a prompt would rewrite; the selection can't change while the menu is open. */
function RewriteScope({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const [hasSelection] = useState(() => !editor.state.selection.empty)
  return t(hasSelection ? 'ai.rewrite.selection' : 'ai.rewrite.all')
}
