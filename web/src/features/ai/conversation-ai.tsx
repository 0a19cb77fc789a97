import { setTags } from '@parley/contract/conversations/conversation-verbs'
import type { Conversation } from '@parley/contract/conversations/conversations'
import { useQueryClient } from '@tanstack/react-query'
import { Check, CircleAlert, Plus, Sparkles, Tags, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CitedText } from '../../ai/citations.tsx'
import { useCompletion } from '../../ai/use-completion.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import type { Command } from '../../commands/command.ts'
import { useCommands } from '../../commands/command-registry.ts'
import { readerLocale } from '../../format/locale.ts'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { IconButton } from '../../ui/inputs/icon-button.tsx'

type Task = 'summarise' | 'suggest_tags'

/** AI output above a conversation's messages: a summary with citations, or suggested tags. */
export function ConversationAi({ uuid }: { uuid: string }) {
  const { t } = useTranslation()
  const me = useMe()
  const [task, setTask] = useState<Task>('summarise')
  const { state, ask, stop } = useCompletion()
  const startTask = (next: Task) => {
    setTask(next)
    void ask(
      next === 'summarise'
        ? { task: next, conversation_uuid: uuid, language: readerLocale() }
        : { task: next, conversation_uuid: uuid },
    )
  }
  const commands: Command[] = [
    {
      id: 'ai.summarise',
      label: 'ai.summarise',
      group: 'ai.group',
      icon: Sparkles,
      run: () => startTask('summarise'),
    },
    {
      id: 'ai.suggest_tags',
      label: 'ai.suggest_tags',
      group: 'ai.group',
      icon: Tags,
      when: () => may(me, 'conversations:update_tags'),
      run: () => startTask('suggest_tags'),
    },
  ]
  useCommands(commands)
  if (state.status === 'idle') return null
  const isRunning = state.status === 'running'
  const text = isRunning ? state.text : state.status === 'done' ? state.completion.text : ''
  const citations = state.status === 'done' ? state.completion.citations : []
  return (
    <section
      aria-label={t(task === 'summarise' ? 'ai.summary' : 'ai.tags')}
      aria-busy={isRunning}
      className="mx-2 mt-2 max-h-[40%] shrink-0 overflow-y-auto rounded-lg border bg-raised px-3.5 py-2.5 md:mx-4"
    >
      <div className="flex items-center gap-2">
        <Sparkles size={14} aria-hidden className="text-accent-text" />
        <h3 className="flex-1 font-medium">{t(task === 'summarise' ? 'ai.summary' : 'ai.tags')}</h3>
        <IconButton label={t(isRunning ? 'ai.stop' : 'ai.close')} size="sm" onClick={stop}>
          <X size={14} aria-hidden />
        </IconButton>
      </div>
      {state.status === 'failed' && (
        <div role="alert" className="mt-1 flex items-center gap-2 text-bad">
          <CircleAlert size={14} aria-hidden />
          <span className="min-w-0 flex-1 wrap-anywhere">{state.message}</span>
          <Button size="sm" onClick={() => startTask(task)}>
            {t('ui.retry')}
          </Button>
        </div>
      )}
      {isRunning && (text === '' || task === 'suggest_tags') && <Skeleton className="my-2 h-3 w-2/3" />}
      {task === 'summarise' && text && (
        <ul className="mt-1 space-y-0.5">
          {text
            .split('\n')
            .filter((line) => line.trim() !== '')
            .map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are only appended
              <li key={index} dir="auto" className="flex gap-2">
                <span aria-hidden className="text-ink-3">
                  ·
                </span>
                <span className="min-w-0 wrap-anywhere">
                  <CitedText text={line.replace(/^\s*[-*•]\s*/, '')} citations={citations} />
                </span>
              </li>
            ))}
        </ul>
      )}
      {task === 'suggest_tags' && state.status === 'done' && (
        <SuggestedTags uuid={uuid} names={state.completion.tags.map(({ name }) => name)} />
      )}
    </section>
  )
}

function SuggestedTags({ uuid, names }: { uuid: string; names: readonly string[] }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const [addedTags, setAddedTags] = useState<readonly string[]>([])
  const addTag = useApiMutation(
    (name: string) => {
      const current = cache.getQueryData<Conversation>(queryKeys.conversation(uuid))?.tags ?? []
      const tags = [...new Set([...current, ...addedTags, name])]
      return call(setTags, { params: { uuid }, body: { tags } })
    },
    {
      // One at a time: each call replaces the whole list.
      scope: { id: `tags ${uuid}` },
      onSuccess: (_done, name) => setAddedTags((added) => [...added, name]),
    },
  )
  if (names.length === 0) return <p className="mt-1 text-ink-3">{t('ai.tags.none')}</p>
  return (
    <ul className="mt-1.5 flex flex-wrap gap-1.5">
      {names.map((name) => {
        const isAdded = addedTags.includes(name)
        return (
          <li key={name}>
            <Button
              size="sm"
              disabled={isAdded}
              aria-label={t(isAdded ? 'ai.tags.added' : 'ai.tags.add', { name })}
              onClick={() => addTag.mutate(name)}
            >
              {isAdded ? <Check size={13} aria-hidden /> : <Plus size={13} aria-hidden />}
              {name}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
