import type { Conversation } from '@parley/contract/conversations/conversations'
import { createTag, type Tag as TagRow } from '@parley/contract/tags/tags'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useShortcutKey } from '../../../commands/command-registry.ts'
import { showFailure } from '../../../lib/toast.ts'
import { may } from '../../../session/permissions.ts'
import { Tag } from '../../../ui/display/badge.tsx'
import { type ComboboxPopupProps, MultiCombobox } from '../../../ui/inputs/combobox.tsx'
import { ComboboxOnDemand } from '../../../ui/inputs/combobox-on-demand.tsx'
import { setTags } from '../target/conversation-target.ts'
import type { ConversationActions } from '../use-conversation-actions.ts'
import { NoValue, PropertyButton } from './property-button.tsx'

/** More would push everything below out of view; the picker has them all. */
const TAGS_SHOWN = 12

export function TagPicker({
  conversation: c,
  actions,
}: {
  conversation: Conversation
  actions: ConversationActions
}) {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('conversation.tags')
  const hiddenCount = c.tags.length - TAGS_SHOWN
  return (
    <ComboboxOnDemand
      label={t('property.tags')}
      selection={c.tags.length > 0 ? c.tags.join(', ') : undefined}
      trigger={
        <PropertyButton
          label={t('property.tags')}
          refusal={actions.refusalOf('add_tags')}
          shortcut={shortcut}
          // On the hovered button a tag would have the same background.
          className="py-1 hover:[&_.tag]:bg-press data-popup-open:[&_.tag]:bg-press"
        >
          {c.tags.length === 0 ? (
            <NoValue>{t('conversation.no_tags')}</NoValue>
          ) : (
            <span className="flex min-w-0 flex-wrap gap-1">
              {c.tags.slice(0, TAGS_SHOWN).map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
              {hiddenCount > 0 && (
                <span className="self-center text-2xs font-medium text-ink-3">+{hiddenCount}</span>
              )}
            </span>
          )}
        </PropertyButton>
      }
    >
      {(combobox) => <TagCombobox {...combobox} tags={c.tags} actions={actions} />}
    </ComboboxOnDemand>
  )
}

/** Tags that don't exist are created. */
function TagCombobox({
  tags,
  actions,
  ...combobox
}: ComboboxPopupProps & { tags: readonly string[]; actions: ConversationActions }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const knownTags = actions.choices.tags.map((tag) => tag.name)
  // The conversation may have tags before the list of tags has loaded.
  const names = [...new Set([...knownTags, ...tags])]
  const create = useCreateTag(actions, (tag) => actions.run({ type: 'add_tags', tags: [tag.name] }))
  const name = text.trim()
  const isNew = name !== '' && !names.some((one) => one.toLowerCase() === name.toLowerCase())
  return (
    <MultiCombobox
      {...combobox}
      placeholder={t('property.tags.search')}
      empty={t('property.tags.empty')}
      values={tags}
      onValuesChange={(values) => setTags(actions, tags, values)}
      onSearchChange={setText}
      items={names.map((one) => ({ value: one, label: one }))}
      footer={
        create &&
        isNew && (
          <button
            type="button"
            onClick={() => create(name)}
            className="option-row w-full text-left hover:bg-hover"
          >
            <Plus size={14} aria-hidden />
            <span className="truncate">{t('property.tags.create', { name })}</span>
          </button>
        )
      }
    />
  )
}

/** Creates a tag and passes it on; undefined without permission. */
function useCreateTag({ me }: ConversationActions, onCreated: (tag: TagRow) => void) {
  const cache = useQueryClient()
  if (!may(me, 'tags:manage')) return undefined
  return (name: string) => {
    call(createTag, { body: { name } }).then((tag) => {
      cache.setQueryData<TagRow[]>(queryKeys.tags, (tags) => tags && [...tags, tag])
      onCreated(tag)
    }, showFailure)
  }
}
