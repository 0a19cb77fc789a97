import { previewStatusDeletion } from '@parley/contract/deletions'
import {
  createStatus,
  deleteStatus,
  getStatus,
  listStatuses,
  type Status,
  statusCategories,
  updateStatus,
} from '@parley/contract/lookups'
import { listStatusUsage } from '@parley/contract/usage'
import { useQuery } from '@tanstack/react-query'
import { CircleDot, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entities.ts'
import { EntityList } from '../../admin/entity-list.tsx'
import { SelectField, TextField, useValue } from '../../admin/fields.tsx'
import { FormDialog } from '../../admin/form-dialog.tsx'
import { UsageLink } from '../../admin/usage-link.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

type Opened = { kind: 'new' } | { kind: 'edit' | 'delete'; status: Status } | null

const tones: Record<Status['category'], Tone> = { open: 'accent', waiting: 'warn', closed: 'neutral' }

/** The steps that a conversation goes through. What a status means for clocks and lists is its category. */
export function StatusesPage() {
  const { t } = useTranslation()
  const query = useQuery(entitiesQuery('statuses', listStatuses))
  const usage = useQuery({
    queryKey: keys.usage('statuses'),
    queryFn: ({ signal }) => call(listStatusUsage, { signal }),
    staleTime: 0,
  })
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  return (
    <EntityList
      title={t('admin.statuses')}
      lead={t('statuses.lead')}
      icon={CircleDot}
      query={query}
      creation={{ label: t('statuses.new'), onClick: () => setOpened({ kind: 'new' }) }}
      empty={{ title: t('statuses.empty.title'), text: t('statuses.empty.text') }}
      rowOf={(status) => ({
        id: status.id,
        name: status.name,
        facts: t(status.is_default ? 'statuses.built_in' : `statuses.category.${status.category}.means`),
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
        opens: { onClick: () => setOpened({ kind: 'edit', status }) },
        actions: status.is_default
          ? []
          : [
              { label: t('statuses.edit'), icon: Pencil, onClick: () => setOpened({ kind: 'edit', status }) },
              {
                label: t('statuses.delete'),
                icon: Trash2,
                danger: true,
                onClick: () => setOpened({ kind: 'delete', status }),
              },
            ],
      })}
    >
      {opened?.kind === 'new' && <StatusDialog onClose={close} />}
      {opened?.kind === 'edit' && <StatusDialog status={opened.status} onClose={close} />}
      {opened?.kind === 'delete' && (
        <DeleteDialog
          title={t('statuses.delete.title', { name: opened.status.name })}
          confirmLabel={t('statuses.delete')}
          deleted={t('statuses.deleted')}
          kind={keys.statuses}
          preview={() => call(previewStatusDeletion, { params: { id: String(opened.status.id) } })}
          remove={() => call(deleteStatus, { params: { id: String(opened.status.id) } })}
          inTheWay={{ status: opened.status.name }}
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
    ...(status && { current: () => call(getStatus, { params: { id: String(status.id) } }) }),
    fieldsOf,
    place: `statuses/${status?.id ?? 'new'}`,
    refresh: keys.statuses,
    said: t(status ? 'statuses.saved' : 'statuses.created'),
    save: (body, attempt) =>
      status
        ? call(updateStatus, { params: { id: String(status.id) }, body, ...attempt })
        : call(createStatus, { body, ...attempt }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      of={form}
      title={t(status ? 'statuses.edit' : 'statuses.new')}
      description={isBuiltIn && t('statuses.built_in.help')}
      submitLabel={t(status ? 'form.save' : 'statuses.create')}
      onClose={onClose}
    >
      <TextField of={form} name="name" label={t('statuses.name')} disabled={isBuiltIn} />
      <SelectField
        of={form}
        name="category"
        label={t('statuses.category')}
        help={t(`statuses.category.${useValue(form, 'category') ?? 'open'}.means`)}
        disabled={isBuiltIn}
        options={statusCategories.map((value) => ({ value, label: t(`statuses.category.${value}`) }))}
      />
    </FormDialog>
  )
}

const fieldsOf = (status?: Status) => ({ name: status?.name ?? '', category: status?.category ?? 'open' })
