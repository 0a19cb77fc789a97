import type { FilterNode } from '@parley/contract/shared/filters'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/inputs/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { FilterBuilder } from './filter-builder.tsx'
import { toFilterDraft, toFilterNodes } from './filter-draft.ts'
import type { FilterField } from './filter-field.ts'
import { useFilterFields } from './use-filter-fields.tsx'

const FORM = 'filter-conversations'

type Props = {
  filters: readonly FilterNode[]
  onApply: (filters: FilterNode[]) => void
  /** Saves the filters as a view; undefined without permission. */
  onSave?: ((filters: FilterNode[]) => void) | undefined
  onClose: () => void
}

/** Filters for the current list. Incomplete conditions are dropped when applied. */
export function FilterDialog(props: Props) {
  const fields = useFilterFields()
  return fields && <OpenDialog {...props} fields={fields} />
}

function OpenDialog({
  filters,
  fields,
  onApply,
  onSave,
  onClose,
}: Props & { fields: readonly FilterField[] }) {
  const { t } = useTranslation()
  const [groups, setGroups] = useState(() => toFilterDraft(filters, fields))
  const complete = toFilterNodes(groups)
  const apply = (nodes: FilterNode[]) => {
    onClose()
    onApply(nodes)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t('filter.title')}
      footer={
        <>
          {filters.length > 0 && (
            <Button variant="ghost" className="mr-auto" onClick={() => apply([])}>
              {t('filter.clear')}
            </Button>
          )}
          {onSave && (
            <Button
              disabled={complete.length === 0}
              onClick={() => {
                apply(complete)
                onSave(complete)
              }}
            >
              {t('command.view_save')}
            </Button>
          )}
          <Button type="submit" form={FORM} variant="primary">
            {t('filter.apply')}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          apply(complete)
        }}
      >
        <FilterBuilder groups={groups} onChange={setGroups} fields={fields} />
      </form>
    </Dialog>
  )
}
