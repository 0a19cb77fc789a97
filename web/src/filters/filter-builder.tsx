import { clsx } from 'clsx'
import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/inputs/button.tsx'
import { IconButton } from '../ui/inputs/icon-button.tsx'
import { FilterCondition } from './filter-condition.tsx'
import { type DraftGroup, type DraftRow, emptyRow, isComplete, isUntouched } from './filter-draft.ts'
import type { FilterField } from './filter-field.ts'

/** A list of groups: all groups must match, and in each group any condition. */
export function FilterBuilder({
  groups,
  onChange,
  fields,
  showIncomplete = false,
}: {
  groups: readonly DraftGroup[]
  onChange: (groups: DraftGroup[]) => void
  fields: readonly FilterField[]
  /** Marks incomplete conditions. */
  showIncomplete?: boolean
}) {
  const { t } = useTranslation()
  const footRef = useRef<HTMLDivElement>(null)
  /** The condition added last; it gets the focus. */
  const [newestKey, setNewestKey] = useState<string>()
  const setRows = (group: DraftGroup, rows: DraftRow[]) =>
    onChange(
      rows.length === 0
        ? groups.filter((one) => one !== group)
        : groups.map((one) => (one === group ? { key: group.key, rows } : one)),
    )
  return (
    <div className="flex flex-col gap-2">
      {groups.map((group, groupIndex) => (
        <div key={group.key}>
          {groupIndex > 0 && <Conjunction>{t('filter.and')}</Conjunction>}
          {'other' in group ? (
            <UnsupportedFilter onRemove={() => onChange(groups.filter((one) => one !== group))} />
          ) : (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset draws its legend on its border, and not every browser supports grid on it
            <div
              role="group"
              aria-label={t('filter.group', { number: groupIndex + 1 })}
              className={clsx(
                'flex flex-col gap-1.5 rounded-lg',
                group.rows.length > 1 && 'border bg-surface-sunk p-2',
              )}
            >
              {group.rows.map((row, n) => (
                <div key={row.key} className="flex flex-col gap-1.5">
                  {n > 0 && <Conjunction>{t('filter.or')}</Conjunction>}
                  <FilterCondition
                    row={row}
                    fields={fields}
                    incomplete={showIncomplete && !isUntouched(row) && !isComplete(row)}
                    onChange={(next) => setRows(group, group.rows.with(n, next))}
                    autoFocus={row.key === newestKey}
                    onRemove={() => {
                      // Its button disappears with the condition; keep the focus in the builder.
                      footRef.current?.querySelector('button')?.focus()
                      setRows(group, group.rows.toSpliced(n, 1))
                    }}
                  />
                </div>
              ))}
              <Button
                variant="ghost"
                size="sm"
                className="self-start px-2 text-ink-3"
                onClick={() => {
                  const row = emptyRow()
                  setNewestKey(row.key)
                  setRows(group, [...group.rows, row])
                }}
              >
                <Plus size={14} aria-hidden />
                {t('filter.add_or')}
              </Button>
            </div>
          )}
        </div>
      ))}
      <div ref={footRef}>
        <Button
          size="sm"
          onClick={() => {
            const row = emptyRow()
            setNewestKey(row.key)
            onChange([...groups, { key: row.key, rows: [row] }])
          }}
        >
          <Plus size={14} aria-hidden />
          {t('filter.add')}
        </Button>
      </div>
    </div>
  )
}

const Conjunction = ({ children }: { children: string }) => (
  <p className="py-0.5 text-2xs font-medium text-ink-3 uppercase">{children}</p>
)

function UnsupportedFilter({ onRemove }: { onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-2 rounded-lg border border-dashed px-2.5 py-1.5 text-ink-2">
      <span className="flex-1">{t('filter.kept')}</span>
      <IconButton label={t('filter.remove')} onClick={onRemove}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
