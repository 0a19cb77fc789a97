import { type AnyView, createAnyView, getAnyView, updateAnyView } from '@parley/contract/views/shared-views'
import { viewNameLength } from '@parley/contract/views/views'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useBufferedText } from '../../commands/keystroke-buffer/use-buffered-text.ts'
import { FilterBuilder } from '../../filters/filter-builder.tsx'
import { type DraftGroup, filterProblem, toFilterDraft, toFilterNodes } from '../../filters/filter-draft.ts'
import type { FilterField } from '../../filters/filter-field.ts'
import { useFilterFields } from '../../filters/use-filter-fields.tsx'
import { SelectField, TextField, useField, useFieldValue } from '../../forms/fields/fields.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { type EntityForm, useEntityForm } from '../../forms/use-entity-form.ts'
import { inboxPath } from '../../lib/inbox-list.ts'
import { may } from '../../session/permissions.ts'
import { teamsQuery, viewsQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'
import { type ViewDialogState, viewFilters } from './view-dialog-state.ts'
import { fromVisibleTo, toVisibleTo, type VisibleTo, visibleToOptions } from './visible-to.ts'

type Props<Kind extends ViewDialogState['kind']> = {
  form: Extract<ViewDialogState, { kind: Kind }>
  onClose: () => void
}
type FilterFields = { filterFields: readonly FilterField[] }
type ViewFields = { name: string; visible_to: VisibleTo; filters: DraftGroup[] }

/** Creates or edits a view. Incomplete conditions are rejected, not dropped, because a view is permanent. */
export function ViewDialog({ form, onClose }: Props<'new' | 'edit'>) {
  const filterFields = useFilterFields()
  if (!filterFields) return null
  return form.kind === 'new' ? (
    <NewViewDialog form={form} onClose={onClose} filterFields={filterFields} />
  ) : (
    <EditViewDialog form={form} onClose={onClose} filterFields={filterFields} />
  )
}

/** Opens the view once it is saved. */
function NewViewDialog({ form: { filters }, onClose, filterFields }: Props<'new'> & FilterFields) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const me = useMe()
  const { uuid } = useParams({ strict: false })
  const values: ViewFields = {
    name: '',
    visible_to: may(me, 'view:manage') ? 'user' : 'all',
    filters: toFilterDraft(filters, filterFields),
  }
  const form = useEntityForm({
    schema: viewSchema(t),
    values,
    draftKey: 'views/new',
    invalidateKey: queryKeys.views,
    save: async (fields, { idempotency_key }) => {
      const view = await call(createAnyView, { body: toBody(fields), idempotency_key })
      // Its page is found in this list. An answer from before it was created would remove it.
      await cache.cancelQueries({ queryKey: queryKeys.views })
      cache.setQueryData(
        viewsQuery.queryKey,
        (views) => views && [...views.filter(({ id }) => id !== view.id), view],
      )
      return view
    },
    onSaved: ({ id }) => {
      onClose()
      void navigate({ to: inboxPath({ type: 'view', id }, uuid) })
    },
  })
  return (
    <FormDialog
      form={form}
      size="lg"
      title={t('view.new.title')}
      submitLabel={t('view.new.submit')}
      onClose={onClose}
    >
      <ViewFormFields form={form} filterFields={filterFields} />
    </FormDialog>
  )
}

function EditViewDialog({ form: { view: opened }, onClose, filterFields }: Props<'edit'> & FilterFields) {
  const { t } = useTranslation()
  const view = useQuery(viewsQuery).data?.find(({ id }) => id === opened.id) ?? opened
  const params = { id: String(view.id) }
  const fieldsOf = (saved: AnyView): ViewFields => ({
    name: saved.name,
    visible_to: toVisibleTo(saved),
    filters: toFilterDraft(viewFilters(saved), filterFields),
  })
  const form = useEntityForm({
    schema: viewSchema(t),
    values: fieldsOf(view),
    fieldsOf,
    draftKey: `views/${view.id}`,
    invalidateKey: queryKeys.views,
    fetchCurrent: () => call(getAnyView, { params }),
    save: (fields, { if_match }) => call(updateAnyView, { params, body: toBody(fields), if_match }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      size="lg"
      title={t('view.edit.title')}
      submitLabel={t('view.edit.submit')}
      onClose={onClose}
    >
      <ViewFormFields form={form} filterFields={filterFields} />
    </FormDialog>
  )
}

function ViewFormFields({ form, filterFields }: { form: EntityForm<ViewFields> } & FilterFields) {
  const { t } = useTranslation()
  const { field, error } = useField({ form, name: 'filters' })
  const groups = useFieldValue(form, 'filters')
  const { getValues, setValue } = form.methods
  useBufferedText((text) => setValue('name', getValues('name') + text, { shouldDirty: true }))
  return (
    <>
      <TextField
        form={form}
        name="name"
        label={t('view.form.name')}
        placeholder={t('view.form.name.placeholder')}
        autoFocus
      />
      <VisibleToField form={form} />
      <section aria-label={t('view.form.filters')}>
        <h3 className="mb-1 font-medium">{t('view.form.filters')}</h3>
        <FilterBuilder
          groups={groups}
          onChange={field.onChange}
          fields={filterFields}
          showIncomplete={form.submitCount > 0}
        />
        {error && (
          <p role="alert" className="mt-2 flex items-start gap-1.5 text-xs text-bad">
            <CircleAlert size={14} aria-hidden className="mt-px" />
            {error}
          </p>
        )}
      </section>
    </>
  )
}

/** Only for those who may share views. */
function VisibleToField({ form }: { form: EntityForm<ViewFields> }) {
  const { t } = useTranslation()
  const me = useMe()
  const teams = useQuery(teamsQuery).data ?? me.teams
  if (!may(me, 'shared_views:manage')) return null
  return (
    <SelectField
      form={form}
      name="visible_to"
      label={t('view.visible_to')}
      help={t('view.visible_to.help')}
      options={visibleToOptions(me, teams, t)}
    />
  )
}

const viewSchema = (t: TFunction) => {
  const nameLength = t('view.form.name.length', viewNameLength)
  return z.object({
    name: z.string().trim().min(viewNameLength.min, nameLength).max(viewNameLength.max, nameLength),
    visible_to: z.custom<VisibleTo>(),
    filters: z.custom<DraftGroup[]>().superRefine((groups, context) => {
      const problem = filterProblem(groups)
      if (problem) context.addIssue({ code: 'custom', message: t(problem) })
    }),
  })
}

const toBody = ({ name, visible_to, filters }: ViewFields) => ({
  name: name.trim(),
  ...fromVisibleTo(visible_to),
  filters: toFilterNodes(filters),
})
