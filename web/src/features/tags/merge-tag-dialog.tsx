import { MergeTag, mergeTag, previewTagMerge } from '@parley/contract/tags/tag-merges'
import type { Tag } from '@parley/contract/tags/tags'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { DeletionEffects } from '../../admin/delete-dialog.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { PickerButton } from '../../filters/picker-button.tsx'
import { FormField, useFieldValue } from '../../forms/fields/fields.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Combobox } from '../../ui/inputs/combobox.tsx'

type MergeFields = { into_id: number | null }

/** Selects the tag to keep, and shows the effects of the merge. */
export function MergeTagDialog({
  tag,
  tags,
  onClose,
}: {
  tag: Tag
  tags: readonly Tag[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: MergeTag as z.ZodType<unknown, MergeFields>, // null while nothing is chosen, which it refuses
    values: { into_id: null } as MergeFields, // or it would always be null
    draftKey: `tags/${tag.id}/merge`,
    invalidateKey: queryKeys.tags,
    successMessage: t('tags.merged'),
    save: ({ into_id }, attempt) =>
      call(mergeTag, { params: { id: String(tag.id) }, body: { into_id: Number(into_id) }, ...attempt }),
    onSaved: onClose,
  })
  const into_id = useFieldValue(form, 'into_id')
  const others = tags.filter(({ id }) => id !== tag.id)
  return (
    <FormDialog
      form={form}
      title={t('tags.merge.title', { name: tag.name })}
      description={t('tags.merge.help', { name: tag.name })}
      submitLabel={t('tags.merge.confirm')}
      onClose={onClose}
    >
      <FormField form={form} name="into_id" label={t('tags.merge.into')}>
        {(field) => (
          <Combobox
            label={t('tags.merge.into')}
            placeholder={t('tags.merge.find')}
            empty={t('tags.merge.none')}
            items={others.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={field.value === null ? null : String(field.value)}
            onValueChange={(id) => field.onChange(Number(id))}
            trigger={
              <PickerButton filled={field.value !== null} ref={field.ref} onBlur={field.onBlur}>
                {others.find(({ id }) => id === field.value)?.name ?? t('tags.merge.choose')}
              </PickerButton>
            }
          />
        )}
      </FormField>
      {into_id !== null && <MergeEffects tag={tag} into_id={into_id} />}
    </FormDialog>
  )
}

function MergeEffects({ tag, into_id }: { tag: Tag; into_id: number }) {
  const { t } = useTranslation()
  const preview = useQuery({
    queryKey: queryKeys.tagMerge(tag.id, into_id),
    queryFn: ({ signal }) =>
      call(previewTagMerge, { signal, params: { id: String(tag.id) }, query: { into_id: String(into_id) } }),
    // Always fetched fresh, never cached.
    gcTime: 0,
    staleTime: 0,
  })
  if (preview.isPending) return <Skeleton className="h-4 w-2/3" />
  return (
    <div role="status" className="text-ink-2">
      {preview.error ? (
        <span className="text-bad">{preview.error.message}</span>
      ) : (
        <DeletionEffects
          effects={preview.data.effects}
          lead={t('tags.merge.effects')}
          fallback={t('tags.merge.nothing', { name: tag.name })}
        />
      )}
    </div>
  )
}
