import { createView, getView, updateView, type View, viewNameLength } from '@parley/contract/views/views'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormConflict } from '../../admin/form/form-conflict.tsx'
import { EditConflict } from '../../admin/form/merge-edits.ts'
import { saveMerged } from '../../admin/form/save-merged.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FilterBuilder } from '../../filters/filter-builder.tsx'
import { emptyGroup, filterProblem, toFilterDraft, toFilterNodes } from '../../filters/filter-draft.ts'
import type { FilterField } from '../../filters/filter-field.ts'
import { useFilterFields } from '../../filters/use-filter-fields.tsx'
import { inboxPath } from '../../lib/inbox-list.ts'
import { showFailure } from '../../lib/toast.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { type ViewDialogState, viewFilters } from './view-dialog-state.ts'

type Props = { form: Exclude<ViewDialogState, { kind: 'delete' }>; onClose: () => void }

/** Creates or edits a view. Incomplete conditions are rejected, not dropped, because a view is permanent. */
export function ViewDialog(props: Props) {
  const fields = useFilterFields()
  return fields && <OpenDialog {...props} fields={fields} />
}

function OpenDialog({ form, fields, onClose }: Props & { fields: readonly FilterField[] }) {
  const { t } = useTranslation()
  const id = useId()
  const nameField = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('view' in form ? form.view.name : '')
  const [groups, setGroups] = useState(() => {
    const filters = 'view' in form ? viewFilters(form.view) : form.filters
    return filters.length > 0 ? toFilterDraft(filters, fields) : [emptyGroup()]
  })
  const [isSubmitted, setSubmitted] = useState(false)
  const [initial] = useState(() => ({ name, filters: toFilterNodes(groups) }))
  const { mutate, isPending, error, reset } = useSave(form, onClose)
  const conflict = error instanceof EditConflict ? error : null

  const length = name.trim().length
  const nameProblem =
    length < viewNameLength.min || length > viewNameLength.max
      ? t('view.form.name.length', viewNameLength)
      : undefined
  const problem = filterProblem(groups)
  const isChanged = (field: keyof Body) => conflict?.fields.includes(field)
  const nameError = isChanged('name')
    ? t('form.clash.field', { text: String(conflict?.remote.name) })
    : isSubmitted
      ? nameProblem
      : undefined
  const filtersError = isChanged('filters')
    ? t('form.clash.field_other')
    : isSubmitted && problem
      ? t(problem)
      : undefined
  const submit = () => {
    setSubmitted(true)
    if (nameProblem) return nameField.current?.focus()
    if (!problem) send()
  }
  const send = (remote: Partial<Body> = {}) =>
    mutate({ initial, local: { name: name.trim(), filters: toFilterNodes(groups) }, remote })
  const acceptRemote = (remote: Partial<Body>) => {
    if (conflict?.fields.includes('name') && remote.name !== undefined) setName(remote.name)
    if (conflict?.fields.includes('filters') && remote.filters)
      setGroups(toFilterDraft(viewFilters({ filters: remote.filters }), fields))
    reset()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t(form.kind === 'edit' ? 'view.edit.title' : 'view.new.title')}
      initialFocus={nameField}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" loading={isPending}>
            {t(form.kind === 'edit' ? 'view.edit.submit' : 'view.new.submit')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field label={t('view.form.name')} error={nameError}>
          <Input
            ref={nameField}
            value={name}
            placeholder={t('view.form.name.placeholder')}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <section aria-label={t('view.form.filters')}>
          <h3 className="mb-1 font-medium">{t('view.form.filters')}</h3>
          <FilterBuilder groups={groups} onChange={setGroups} fields={fields} showIncomplete={isSubmitted} />
          {filtersError && (
            <p role="alert" className="mt-2 flex items-start gap-1.5 text-xs text-bad">
              <CircleAlert size={14} aria-hidden className="mt-px" />
              {filtersError}
            </p>
          )}
        </section>
        <FormConflict
          conflict={
            conflict && {
              keepLocal: () => send(conflict.remote),
              takeRemote: () => acceptRemote(conflict.remote),
            }
          }
        />
      </form>
    </Dialog>
  )
}

type Body = { name: string; filters: ReturnType<typeof toFilterNodes> }

const fieldsOf = (view: View): Body => ({ name: view.name, filters: viewFilters(view) })

/** Saves the view, and opens a new one. */
function useSave(form: Props['form'], onClose: () => void) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { uuid } = useParams({ strict: false })
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ initial, local, remote }: { initial: Body; local: Body; remote: Partial<Body> }) => {
      if (!('view' in form)) return call(createView, { body: local })
      const params = { id: String(form.view.id) }
      const changed = (['name', 'filters'] as const).filter(
        (field) => JSON.stringify(local[field]) !== JSON.stringify(initial[field]),
      )
      const { saved } = await saveMerged({
        ...{ mine: local, changed, seen: { ...fieldsOf(form.view), ...remote }, fieldsOf },
        current: () => call(getView, { params }),
        save: (body, _now, if_match) => call(updateView, { params, body, if_match }),
      })
      return saved
    },
    onSuccess: async (view) => {
      await cache.invalidateQueries({ queryKey: queryKeys.views })
      onClose()
      if (form.kind === 'new') void navigate({ to: inboxPath({ type: 'view', id: view.id }, uuid) })
    },
    onError: (error) => !(error instanceof EditConflict) && showFailure(error),
  })
}
