import { previewTagDeletion } from '@parley/contract/shared/deletion-previews'
import {
  createTag,
  deleteTag,
  getTag,
  listTags,
  listTagUsage,
  type Tag,
  updateTag,
} from '@parley/contract/tags/tags'
import { useQuery } from '@tanstack/react-query'
import { Merge, Pencil, Tag as TagIcon, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entity-queries.ts'
import { EntityList } from '../../admin/list/entity-list.tsx'
import { UsageLink } from '../../admin/list/usage-link.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { RelativeTime } from '../../format/date-time.tsx'
import { TextField } from '../../forms/fields/fields.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { MergeTagDialog } from './merge-tag-dialog.tsx'

type DialogState = { kind: 'new' } | { kind: 'edit' | 'merge' | 'delete'; tag: Tag } | null

/** Tags of conversations. */
export function TagsPage() {
  const { t } = useTranslation()
  const query = useQuery(entitiesQuery('tags', listTags))
  const usage = useQuery({
    queryKey: queryKeys.usage('tags'),
    queryFn: ({ signal }) => call(listTagUsage, { signal }),
    staleTime: 0,
  })
  const [dialog, setDialog] = useState<DialogState>(null)
  const close = () => setDialog(null)
  return (
    <EntityList
      title={t('admin.tags')}
      lead={t('tags.lead')}
      icon={TagIcon}
      query={query}
      createAction={{ label: t('tags.new'), onClick: () => setDialog({ kind: 'new' }) }}
      empty={{ title: t('tags.empty.title'), text: t('tags.empty.text') }}
      toRow={(tag) => ({
        id: tag.id,
        name: tag.name,
        details: (
          <>
            {t('tags.since')} <RelativeTime at={tag.created_at} />
          </>
        ),
        badge: (
          <UsageLink
            name={tag.name}
            usage={usage.data?.find(({ id }) => id === tag.id)}
            search={{ status: 'every', filters: [tagFilter(tag.id)] }}
          />
        ),
        open: { onClick: () => setDialog({ kind: 'edit', tag }) },
        actions: [
          { label: t('tags.rename'), icon: Pencil, onClick: () => setDialog({ kind: 'edit', tag }) },
          {
            label: t('tags.merge'),
            icon: Merge,
            onClick: () => setDialog({ kind: 'merge', tag }),
          },
          {
            label: t('tags.delete'),
            icon: Trash2,
            danger: true,
            onClick: () => setDialog({ kind: 'delete', tag }),
          },
        ],
      })}
    >
      {dialog?.kind === 'new' && <TagDialog onClose={close} />}
      {dialog?.kind === 'edit' && <TagDialog tag={dialog.tag} onClose={close} />}
      {dialog?.kind === 'merge' && (
        <MergeTagDialog tag={dialog.tag} tags={query.data ?? []} onClose={close} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          title={t('tags.delete.title', { name: dialog.tag.name })}
          confirmLabel={t('tags.delete')}
          successMessage={t('tags.deleted')}
          invalidateKey={queryKeys.tags}
          preview={() => call(previewTagDeletion, { params: { id: String(dialog.tag.id) } })}
          onConfirm={() => call(deleteTag, { params: { id: String(dialog.tag.id) } })}
          onClose={close}
        />
      )}
    </EntityList>
  )
}

const tagFilter = (id: number) => ({
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
    ...(tag && { fetchCurrent: () => call(getTag, { params: { id: String(tag.id) } }) }),
    fieldsOf,
    draftKey: `tags/${tag?.id ?? 'new'}`,
    invalidateKey: queryKeys.tags,
    successMessage: t(tag ? 'tags.saved' : 'tags.created'),
    save: (body, attempt) =>
      tag
        ? call(updateTag, { params: { id: String(tag.id) }, body, ...attempt })
        : call(createTag, { body, ...attempt }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t(tag ? 'tags.rename' : 'tags.new')}
      submitLabel={t(tag ? 'tags.rename' : 'tags.create')}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('tags.name')} help={t('tags.name.help')} />
    </FormDialog>
  )
}

const fieldsOf = (tag?: Tag) => ({ name: tag?.name ?? '' })
