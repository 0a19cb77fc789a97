import { previewStatusDeletion } from '@parley/contract/shared/deletion-previews'
import {
  createStatus,
  deleteStatus,
  getStatus,
  listStatuses,
  listStatusUsage,
  type Status,
  statusCategories,
  updateStatus,
} from '@parley/contract/statuses/statuses'
import { useQuery } from '@tanstack/react-query'
import { CircleDot, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entity-queries.ts'
import { EntityList } from '../../admin/list/entity-list.tsx'
import { UsageLink } from '../../admin/list/usage-link.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { SelectField, TextField, useFieldValue } from '../../forms/fields/fields.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { Badge, type Tone } from '../../ui/display/badge.tsx'

type DialogState = { kind: 'new' } | { kind: 'edit' | 'delete'; status: Status } | null

const tones: Record<Status['category'], Tone> = { open: 'accent', waiting: 'warn', closed: 'neutral' }

/** Statuses of conversations. A status's category decides how it affects SLA timers and lists. */
export function StatusesPage() {
  const { t } = useTranslation()
  const query = useQuery(entitiesQuery('statuses', listStatuses))
  const usage = useQuery({
    queryKey: queryKeys.usage('statuses'),
    queryFn: ({ signal }) => call(listStatusUsage, { signal }),
    staleTime: 0,
  })
  const [dialog, setDialog] = useState<DialogState>(null)
  const close = () => setDialog(null)
  return (
    <EntityList
      title={t('admin.statuses')}
      lead={t('statuses.lead')}
      icon={CircleDot}
      query={query}
      createAction={{ label: t('statuses.new'), onClick: () => setDialog({ kind: 'new' }) }}
      empty={{ title: t('statuses.empty.title'), text: t('statuses.empty.text') }}
      toRow={(status) => ({
        id: status.id,
        name: status.name,
        details: t(status.is_default ? 'statuses.built_in' : `statuses.category.${status.category}.means`),
        badge: (
          <>
            <UsageLink
              name={status.name}
              usage={usage.data?.find(({ id }) => id === status.id)}
              search={{ status: status.name }}
            />
            <Badge tone={tones[status.category]}>{t(`statuses.category.${status.category}`)}</Badge>
          </>
        ),
        open: { onClick: () => setDialog({ kind: 'edit', status }) },
        actions: status.is_default
          ? []
          : [
              { label: t('statuses.edit'), icon: Pencil, onClick: () => setDialog({ kind: 'edit', status }) },
              {
                label: t('statuses.delete'),
                icon: Trash2,
                danger: true,
                onClick: () => setDialog({ kind: 'delete', status }),
              },
            ],
      })}
    >
      {dialog?.kind === 'new' && <StatusDialog onClose={close} />}
      {dialog?.kind === 'edit' && <StatusDialog status={dialog.status} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          title={t('statuses.delete.title', { name: dialog.status.name })}
          confirmLabel={t('statuses.delete')}
          successMessage={t('statuses.deleted')}
          invalidateKey={queryKeys.statuses}
          preview={() => call(previewStatusDeletion, { params: { id: String(dialog.status.id) } })}
          onConfirm={() => call(deleteStatus, { params: { id: String(dialog.status.id) } })}
          blockingSearch={{ status: dialog.status.name }}
          onClose={close}
        />
      )}
    </EntityList>
  )
}

function StatusDialog({ status, onClose }: { status?: Status; onClose: () => void }) {
  const { t } = useTranslation()
  const isBuiltIn = status?.is_default ?? false
  const form = useEntityForm({
    schema: createStatus.body,
    values: fieldsOf(status),
    ...(status && { fetchCurrent: () => call(getStatus, { params: { id: String(status.id) } }) }),
    fieldsOf,
    draftKey: `statuses/${status?.id ?? 'new'}`,
    invalidateKey: queryKeys.statuses,
    successMessage: t(status ? 'statuses.saved' : 'statuses.created'),
    save: (body, attempt) =>
      status
        ? call(updateStatus, { params: { id: String(status.id) }, body, ...attempt })
        : call(createStatus, { body, ...attempt }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t(status ? 'statuses.edit' : 'statuses.new')}
      description={isBuiltIn && t('statuses.built_in.help')}
      submitLabel={t(status ? 'form.save' : 'statuses.create')}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('statuses.name')} disabled={isBuiltIn} />
      <SelectField
        form={form}
        name="category"
        label={t('statuses.category')}
        help={t(`statuses.category.${useFieldValue(form, 'category') ?? 'open'}.means`)}
        disabled={isBuiltIn}
        options={statusCategories.map((value) => ({ value, label: t(`statuses.category.${value}`) }))}
      />
    </FormDialog>
  )
}

const fieldsOf = (status?: Status) => ({ name: status?.name ?? '', category: status?.category ?? 'open' })
