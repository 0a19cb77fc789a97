import { setTags } from '@parley/contract/conversation-verbs'
import type { Conversation } from '@parley/contract/conversations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, CircleAlert, Plus, Sparkles, Tags, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CitedText } from '../../ai/citations.tsx'
import { useAsking } from '../../ai/use-asking.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import type { Command } from '../../commands/command.ts'
import { useCommands } from '../../commands/registry.ts'
import { readerLocale } from '../../format/locale.ts'
import { showFailure } from '../../lib/toast.ts'
import { may } from '../../session/may.ts'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Task = 'summarise' | 'suggest_tags'

/** What a model says of a conversation, above its messages: a summary that leads to them, or tags to take. */
export function ConversationAi({ uuid }: { uuid: string }) {
  const { t } = useTranslation()
  const me = useMe()
  const [task, setTask] = useState<Task>('summarise')
  const { state, ask, stop } = useAsking()
  const begin = (next: Task) => {
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
      run: () => begin('summarise'),
    },
    {
      id: 'ai.suggest_tags',
      label: 'ai.suggest_tags',
      group: 'ai.group',
      icon: Tags,
      when: () => may(me, 'conversations:update_tags'),
      run: () => begin('suggest_tags'),
    },
  ]
  useCommands(commands)
  if (state.is === 'idle') return null
  const isRunning = state.is === 'running'
  const text = isRunning ? state.text : state.is === 'done' ? state.answer.text : ''
  const citations = state.is === 'done' ? state.answer.citations : []
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
      {state.is === 'failed' && (
        <div role="alert" className="mt-1 flex items-center gap-2 text-bad">
          <CircleAlert size={14} aria-hidden />
          <span className="min-w-0 flex-1 wrap-anywhere">{state.message}</span>
          <Button size="sm" onClick={() => begin(task)}>
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
            .map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that only grows
              <li key={at} dir="auto" className="flex gap-2">
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
      {task === 'suggest_tags' && state.is === 'done' && (
        <SuggestedTags uuid={uuid} names={state.answer.tags.map(({ name }) => name)} />
      )}
    </section>
  )
}

function SuggestedTags({ uuid, names }: { uuid: string; names: readonly string[] }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const [taken, setTaken] = useState<readonly string[]>([])
  const take = useMutation({
    // One after the other: each replaces the whole list.
    scope: { id: `tags ${uuid}` },
    mutationFn: (name: string) => {
      const before = cache.getQueryData<Conversation>(keys.conversation(uuid))?.tags ?? []
      const tags = [...new Set([...before, ...taken, name])]
      return call(setTags, { params: { uuid }, body: { tags } })
    },
    onSuccess: (_done, name) => setTaken((before) => [...before, name]),
    onError: (error) => showFailure(error),
  })
  if (names.length === 0) return <p className="mt-1 text-ink-3">{t('ai.tags.none')}</p>
  return (
    <ul className="mt-1.5 flex flex-wrap gap-1.5">
      {names.map((name) => {
        const isTaken = taken.includes(name)
        return (
          <li key={name}>
            <Button
              size="sm"
              disabled={isTaken}
              aria-label={t(isTaken ? 'ai.tags.added' : 'ai.tags.add', { name })}
              onClick={() => take.mutate(name)}
            >
              {isTaken ? <Check size={13} aria-hidden /> : <Plus size={13} aria-hidden />}
              {name}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
