import { createView, getView, updateView, type View, viewNameLength } from '@parley/contract/views'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormClash } from '../../admin/form-clash.tsx'
import { Clash } from '../../admin/meanwhile.ts'
import { saveMerged } from '../../admin/save-merged.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import type { Field as FilterField } from '../../filters/field.ts'
import { FilterBuilder } from '../../filters/filter-builder.tsx'
import { draftOf, emptyGroup, nodesOf, problemOf } from '../../filters/rows.ts'
import { useFields } from '../../filters/use-fields.tsx'
import { inboxPath } from '../../lib/inbox-list.ts'
import { showFailure } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { filtersOf, type ViewForm } from './view-form.ts'

type Props = { form: Exclude<ViewForm, { kind: 'delete' }>; onClose: () => void }

/** Makes a view, or changes one. Rows that say half of something are refused here, not dropped: a view lasts. */
export function ViewDialog(props: Props) {
  const fields = useFields()
  return fields && <OpenDialog {...props} fields={fields} />
}

function OpenDialog({ form, fields, onClose }: Props & { fields: readonly FilterField[] }) {
  const { t } = useTranslation()
  const id = useId()
  const nameField = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('view' in form ? form.view.name : '')
  const [groups, setGroups] = useState(() => {
    const filters = 'view' in form ? filtersOf(form.view) : form.filters
    return filters.length > 0 ? draftOf(filters, fields) : [emptyGroup()]
  })
  const [tried, setTried] = useState(false)
  const [first] = useState(() => ({ name, filters: nodesOf(groups) }))
  const { mutate, isPending, error, reset } = useSave(form, onClose)
  const clash = error instanceof Clash ? error : null

  const length = name.trim().length
  const nameProblem =
    length < viewNameLength.min || length > viewNameLength.max
      ? t('view.form.name.length', viewNameLength)
      : undefined
  const problem = problemOf(groups)
  const isChanged = (field: keyof Body) => clash?.fields.includes(field)
  const nameError = isChanged('name')
    ? t('form.clash.field', { text: String(clash?.theirs.name) })
    : tried
      ? nameProblem
      : undefined
  const filtersError = isChanged('filters')
    ? t('form.clash.field_other')
    : tried && problem
      ? t(problem)
      : undefined
  const submit = () => {
    setTried(true)
    if (nameProblem) return nameField.current?.focus()
    if (!problem) send()
  }
  const send = (theirs: Partial<Body> = {}) =>
    mutate({ first, mine: { name: name.trim(), filters: nodesOf(groups) }, theirs })
  const takeTheirs = (theirs: Partial<Body>) => {
    if (clash?.fields.includes('name') && theirs.name !== undefined) setName(theirs.name)
    if (clash?.fields.includes('filters') && theirs.filters)
      setGroups(draftOf(filtersOf({ filters: theirs.filters }), fields))
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
          <FilterBuilder groups={groups} onChange={setGroups} fields={fields} showGaps={tried} />
          {filtersError && (
            <p role="alert" className="mt-2 flex items-start gap-1.5 text-xs text-bad">
              <CircleAlert size={14} aria-hidden className="mt-px" />
              {filtersError}
            </p>
          )}
        </section>
        <FormClash
          clash={clash && { keepMine: () => send(clash.theirs), takeTheirs: () => takeTheirs(clash.theirs) }}
        />
      </form>
    </Dialog>
  )
}

type Body = { name: string; filters: ReturnType<typeof nodesOf> }

const fieldsOf = (view: View): Body => ({ name: view.name, filters: filtersOf(view) })

/** Saves, and goes to what is new. */
function useSave(form: Props['form'], onClose: () => void) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { uuid } = useParams({ strict: false })
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ first, mine, theirs }: { first: Body; mine: Body; theirs: Partial<Body> }) => {
      if (!('view' in form)) return call(createView, { body: mine })
      const params = { id: String(form.view.id) }
      const changed = (['name', 'filters'] as const).filter(
        (field) => JSON.stringify(mine[field]) !== JSON.stringify(first[field]),
      )
      const { saved } = await saveMerged({
        ...{ mine, changed, seen: { ...fieldsOf(form.view), ...theirs }, fieldsOf },
        current: () => call(getView, { params }),
        save: (body, _now, if_match) => call(updateView, { params, body, if_match }),
      })
      return saved
    },
    onSuccess: async (view) => {
      await cache.invalidateQueries({ queryKey: keys.views })
      onClose()
      if (form.kind === 'new') void navigate({ to: inboxPath({ type: 'view', id: view.id }, uuid) })
    },
    onError: (error) => !(error instanceof Clash) && showFailure(error),
  })
}
