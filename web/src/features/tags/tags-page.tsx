import { previewTagDeletion } from '@parley/contract/deletions'
import { createTag, deleteTag, getTag, listTags, type Tag, updateTag } from '@parley/contract/lookups'
import { listTagUsage } from '@parley/contract/usage'
import { useQuery } from '@tanstack/react-query'
import { Merge, Pencil, Tag as TagIcon, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entities.ts'
import { EntityList } from '../../admin/entity-list.tsx'
import { TextField } from '../../admin/fields.tsx'
import { FormDialog } from '../../admin/form-dialog.tsx'
import { UsageLink } from '../../admin/usage-link.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { RelativeTime } from '../../format/time.tsx'
import { MergeTagDialog } from './merge-tag-dialog.tsx'

type Opened = { kind: 'new' } | { kind: 'edit' | 'merge' | 'delete'; tag: Tag } | null

/** Tags that agents put on conversations: made, renamed and deleted here. */
export function TagsPage() {
  const { t } = useTranslation()
  const query = useQuery(entitiesQuery('tags', listTags))
  const usage = useQuery({
    queryKey: keys.usage('tags'),
    queryFn: ({ signal }) => call(listTagUsage, { signal }),
    staleTime: 0,
  })
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  return (
    <EntityList
      title={t('admin.tags')}
      lead={t('tags.lead')}
      icon={TagIcon}
      query={query}
      creation={{ label: t('tags.new'), onClick: () => setOpened({ kind: 'new' }) }}
      empty={{ title: t('tags.empty.title'), text: t('tags.empty.text') }}
      rowOf={(tag) => ({
        id: tag.id,
        name: tag.name,
        facts: (
          <>
            {t('tags.since')} <RelativeTime at={tag.created_at} />
          </>
        ),
        badge: (
          <UsageLink
            name={tag.name}
            usage={usage.data?.find(({ id }) => id === tag.id)}
            search={{ status: 'every', filters: [withTag(tag.id)] }}
          />
        ),
        opens: { onClick: () => setOpened({ kind: 'edit', tag }) },
        actions: [
          { label: t('tags.rename'), icon: Pencil, onClick: () => setOpened({ kind: 'edit', tag }) },
          {
            label: t('tags.merge'),
            icon: Merge,
            onClick: () => setOpened({ kind: 'merge', tag }),
          },
          {
            label: t('tags.delete'),
            icon: Trash2,
            danger: true,
            onClick: () => setOpened({ kind: 'delete', tag }),
          },
        ],
      })}
    >
      {opened?.kind === 'new' && <TagDialog onClose={close} />}
      {opened?.kind === 'edit' && <TagDialog tag={opened.tag} onClose={close} />}
      {opened?.kind === 'merge' && (
        <MergeTagDialog tag={opened.tag} tags={query.data ?? []} onClose={close} />
      )}
      {opened?.kind === 'delete' && (
        <DeleteDialog
          title={t('tags.delete.title', { name: opened.tag.name })}
          confirmLabel={t('tags.delete')}
          deleted={t('tags.deleted')}
          kind={keys.tags}
          preview={() => call(previewTagDeletion, { params: { id: String(opened.tag.id) } })}
          remove={() => call(deleteTag, { params: { id: String(opened.tag.id) } })}
          onClose={close}
        />
      )}
    </EntityList>
  )
}

const withTag = (id: number) => ({
  model: 'conversations',
  field: 'tags',
  operator: 'contains',
  value: JSON.stringify([id]),
})

function TagDialog({ tag, onClose }: { tag?: Tag; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: createTag.body,
    values: fieldsOf(tag),
    ...(tag && { current: () => call(getTag, { params: { id: String(tag.id) } }) }),
    fieldsOf,
    place: `tags/${tag?.id ?? 'new'}`,
    refresh: keys.tags,
    said: t(tag ? 'tags.saved' : 'tags.created'),
    save: (body, attempt) =>
      tag
        ? call(updateTag, { params: { id: String(tag.id) }, body, ...attempt })
        : call(createTag, { body, ...attempt }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      of={form}
      title={t(tag ? 'tags.rename' : 'tags.new')}
      submitLabel={t(tag ? 'tags.rename' : 'tags.create')}
      onClose={onClose}
    >
      <TextField of={form} name="name" label={t('tags.name')} help={t('tags.name.help')} />
    </FormDialog>
  )
}

const fieldsOf = (tag?: Tag) => ({ name: tag?.name ?? '' })
